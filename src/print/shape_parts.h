// What the measuring of several blocks shares; private to shape*.cpp.
#pragma once

#include <string>
#include <vector>

#include "dialects/profile_shape.h"
#include "print/shape.h"

namespace leeway::print {

// A column that statements may name.
struct ShapeColumn {
  const ColumnPrint* print = nullptr;
  std::string name;  // as the catalog spells it
};

// In catalog order, without the columns that failed.
std::vector<ShapeColumn> readable_columns(const ShapeRequest& request,
                                          const Statistics& statistics);
const catalog::Column* catalog_column(const ShapeRequest& request, const std::string& key);

// Those whose values can be grouped and are never NULL.
std::vector<ShapeColumn> groupable_columns(const ShapeRequest& request,
                                           const Statistics& statistics);

std::int64_t integer_of(const std::optional<std::string>& cell);
// part of whole as a coverage: 1.0 exactly when they are equal.
double coverage_of(std::int64_t part, std::int64_t whole);
void note_unmeasured(Statistics& statistics, const char* block);
// "could not measure the <what> of <table>: <error>".
std::string failure(const ShapeRequest& request, std::string_view what, const Error& error);

// Where the cardinality of a column is an estimate, how far off it may be.
inline constexpr double estimate_slack = 1.25;
double largest_cardinality(const ColumnPrint& column);

// Counts the groups that sets of columns make, in as few statements as keep each one small.
class GroupCounter {
 public:
  struct Count {
    std::int64_t groups = 0;
    std::int64_t rows = 0;
  };
  GroupCounter(const ShapeRequest& request, const std::vector<ShapeColumn>& columns)
      : request_(request), columns_(columns) {}

  // Beside the sets, whose members are positions in the columns.
  Result<std::vector<Count>> first_rows(const std::vector<dialects::ColumnSet>& sets) const;
  Result<std::vector<Count>> all_rows(const std::vector<dialects::ColumnSet>& sets) const;

 private:
  Result<std::vector<Count>> count(const std::vector<dialects::ColumnSet>& sets,
                                   std::optional<std::size_t> limit) const;
  Status count_batch(const std::vector<dialects::ColumnSet>& sets, std::size_t first,
                     std::size_t end, std::optional<std::size_t> limit,
                     std::vector<Count>& counts) const;
  std::size_t batch_end(const std::vector<dialects::ColumnSet>& sets, std::size_t first,
                        std::optional<std::size_t> limit) const;

  const ShapeRequest& request_;
  const std::vector<ShapeColumn>& columns_;
};

}  // namespace leeway::print
