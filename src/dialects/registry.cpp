#include "dialects/registry.h"

#include <algorithm>
#include <array>

namespace leeway::dialects {

std::span<const Dialect* const> all_dialects() {
  static const std::array<const Dialect*, 9> all = {&duckdb(),     &postgres(),   &mysql(),
                                                    &clickhouse(), &redshift(),   &snowflake(),
                                                    &bigquery(),   &databricks(), &trino()};
  return all;
}

const Dialect* find_dialect(std::string_view name) {
  if (name == "postgresql") return &postgres();
  if (name == "mariadb") return &mysql();
  const auto all = all_dialects();
  const auto at =
      std::ranges::find(all, name, [](const Dialect* dialect) { return dialect->name; });
  return at == all.end() ? nullptr : *at;
}

}  // namespace leeway::dialects
