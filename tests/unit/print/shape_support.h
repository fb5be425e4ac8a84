// A table of a real DuckDB with the column statistics that measuring of shapes starts from.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "base/text.h"
#include "dialects/statements.h"
#include "print/shape.h"
#include "print/vocabulary.h"
#include "unit/engines/temporary_database.h"

namespace leeway::print {

class ShapeTest : public engines::DuckDbTest {
 protected:
  // Reads main.t and counts its columns exactly.
  void look_at_table() {
    const auto read = session_->read_table({"", "main", "t"});
    ASSERT_TRUE(read && catalog::present(*read) != nullptr);
    table_ = *catalog::present(*read);
    statistics_ = {};
    statistics_.row_count = std::stoll(cell("SELECT count(*) FROM t"));
    count_columns();
    request_.session = session_.get();
    request_.source.table = table_.name;
    request_.table = &table_;
    for (const auto& column : table_.columns)
      request_.physical_names[to_lower(column.name)] = column.name;
    warnings_.clear();
  }

  ColumnPrint& column(const std::string& key) {
    for (auto& one : statistics_.columns)
      if (one.key == key) return one;
    ADD_FAILURE() << "no column " << key;
    return statistics_.columns.front();
  }

  catalog::Table table_;
  Statistics statistics_;
  ShapeRequest request_;
  std::vector<std::string> warnings_;

 private:
  void count_columns() {
    std::string counts = "SELECT 0";
    for (const auto& column : table_.columns)
      counts += fmt::format(", count(*) - count({0}), count(DISTINCT {0})",
                            dialects::quote(session_->dialect(), column.name));
    const auto counted = session_->query(counts + " FROM t");
    ASSERT_TRUE(counted) << counted.error().text();
    std::size_t cell = 1;
    for (const auto& column : table_.columns) {
      ColumnPrint print;
      print.key = to_lower(column.name);
      print.sql_type = column.raw_type;
      print.nullable = column.nullable;
      print.null_count = std::stoll(*counted->rows[0][cell++]);
      print.cardinality = std::stoll(*counted->rows[0][cell++]);
      print.cardinality_method = "exact";
      print.classification = classification_of(column, *print.cardinality);
      print.inferred.candidate_key =
          *print.cardinality > 0 && print.cardinality == statistics_.row_count;
      statistics_.columns.push_back(std::move(print));
    }
  }

  static std::string classification_of(const catalog::Column& column, std::int64_t cardinality) {
    using types::TypeKind;
    const TypeKind kind = column.type.kind;
    if (kind == TypeKind::binary || kind == TypeKind::list) return "unsupported";
    if (kind == TypeKind::boolean) return "boolean";
    if (kind == TypeKind::date || kind == TypeKind::timestamp || kind == TypeKind::time)
      return "temporal";
    return cardinality <= 50 ? "categorical" : "numeric";
  }
};

}  // namespace leeway::print
