#include <algorithm>
#include <iterator>

#include "base/text.h"
#include "engines/duckdb/database.h"
#include "engines/session.h"

namespace leeway::engines {

Result<std::vector<Session::TableRead>> Session::read_schemas(
    const std::vector<catalog::SchemaName>& schemas) {
  std::vector<TableRead> reads;
  for (const auto& schema : schemas) {
    LEEWAY_TRY(auto some, read_schema(schema));
    std::ranges::move(some, std::back_inserter(reads));
  }
  return reads;
}

Result<std::shared_ptr<Database>> open_database(const ConnectionSettings& settings) {
  if (equal_ignoring_case(settings.type, "duckdb")) return duckdb::open(settings);
  return fail(ErrorCode::unsupported,
              "leeway connects to duckdb only, and this adapter is of type '{}'. Nothing was "
              "written",
              settings.type);
}

}  // namespace leeway::engines
