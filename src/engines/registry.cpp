#include "base/text.h"
#include "engines/duckdb/database.h"
#include "engines/session.h"

namespace leeway::engines {

Result<std::shared_ptr<Database>> open_database(const ConnectionSettings& settings) {
  if (equal_ignoring_case(settings.type, "duckdb")) return duckdb::open(settings);
  return fail(ErrorCode::unsupported, "there is no engine '{}' here", settings.type);
}

}  // namespace leeway::engines
