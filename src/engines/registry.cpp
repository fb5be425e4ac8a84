#include "engines/session.h"

namespace leeway::engines {

Result<std::shared_ptr<Database>> open_database(const ConnectionSettings& settings) {
  return fail(ErrorCode::unsupported, "there is no engine '{}' here", settings.type);
}

}  // namespace leeway::engines
