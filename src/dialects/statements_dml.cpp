#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "dialects/forms.h"
#include "dialects/statements.h"

namespace leeway::dialects {
namespace {

using Names = std::vector<std::string>;

Names targets(const std::vector<Projection>& projections) {
  Names result;
  result.reserve(projections.size());
  for (const auto& projection : projections) result.push_back(projection.target);
  return result;
}

// The projected name that `key` means; the key itself where there is none.
std::string projected_key(const Names& projected, const std::string& key) {
  if (std::ranges::find(projected, key) != projected.end()) return key;
  const auto found = std::ranges::find_if(
      projected, [&key](const std::string& name) { return equal_ignoring_case(name, key); });
  return found == projected.end() ? key : *found;
}

Names without(const Names& names, const Names& removed) {
  Names result;
  for (const auto& name : names)
    if (std::ranges::find(removed, name) == removed.end()) result.push_back(name);
  return result;
}

// One MERGE statement, put together clause by clause.
class MergeText {
 public:
  MergeText(const Dialect& dialect, const catalog::TableName& target, Names columns, Names keys)
      : dialect_(dialect),
        target_(target),
        columns_(std::move(columns)),
        keys_(std::move(keys)),
        values_(without(columns_, keys_)) {}

  std::string text(std::string_view query, MergeUpdate update) const {
    return fmt::format("MERGE INTO {}\nUSING {} AS {}\nON ({}){}\n{}", target_clause(),
                       subquery(query), source_alias(), keys_equal(), matched_clause(update),
                       not_matched_clause());
  }

 private:
  bool conditional() const { return dialect_.statements.merge == MergeForm::conditional; }

  std::string source_alias() const { return quote(dialect_, "leeway_source"); }
  // What stands before a column of the target.
  std::string target_alias() const {
    return quote(dialect_, conditional() ? "leeway_target" : target_.table);
  }
  std::string target_clause() const {
    const std::string table = quote(dialect_, target_);
    return conditional() ? table + " AS " + target_alias() : table;
  }

  std::string of_target(const std::string& name) const {
    return target_alias() + '.' + quote(dialect_, name);
  }
  std::string of_source(const std::string& name) const {
    return source_alias() + '.' + quote(dialect_, name);
  }

  std::string keys_equal() const {
    std::string result;
    for (const auto& key : keys_) {
      if (!result.empty()) result += " AND ";
      result += of_target(key) + " = " + of_source(key);
    }
    return result;
  }

  std::string any_value_differs() const {
    std::string result;
    for (const auto& value : values_) {
      if (!result.empty()) result += " OR ";
      result += fill(dialect_.statements.distinct_from,
                     {{"{a}", of_target(value)}, {"{b}", of_source(value)}});
    }
    return result;
  }

  // Empty for a table of keys alone, unless the engine asks for the clause.
  std::string matched_clause(MergeUpdate update) const {
    if (values_.empty() && conditional()) return "";
    const bool only_changed = conditional() && update == MergeUpdate::changed_rows;
    std::string condition = only_changed ? " AND (" + any_value_differs() + ')' : "";
    std::string assignments;
    for (const auto& name : values_.empty() ? keys_ : values_) {
      if (!assignments.empty()) assignments += ", ";
      assignments += quote(dialect_, name) + " = " + of_source(name);
    }
    return fmt::format("\nWHEN MATCHED{} THEN UPDATE SET {}", condition, assignments);
  }

  std::string not_matched_clause() const {
    std::string values;
    for (const auto& column : columns_) {
      if (!values.empty()) values += ", ";
      values += of_source(column);
    }
    return fmt::format("WHEN NOT MATCHED THEN INSERT ({}) VALUES ({})",
                       quoted_list(dialect_, columns_), values);
  }

  const Dialect& dialect_;
  const catalog::TableName& target_;
  Names columns_;
  Names keys_;
  Names values_;
};

}  // namespace

std::string insert_select(const Dialect& dialect, const catalog::TableName& target,
                          const std::vector<Projection>& projections, std::string_view query) {
  return fmt::format("INSERT INTO {} ({})\n{}", quote(dialect, target),
                     quoted_list(dialect, targets(projections)), query);
}

std::string delete_where(const Dialect& dialect, const catalog::TableName& target,
                         std::string_view where) {
  return fmt::format("DELETE FROM {} WHERE {}", quote(dialect, target), where);
}

std::string merge(const Dialect& dialect, const catalog::TableName& target,
                  const std::vector<Projection>& projections, std::string_view query,
                  const std::vector<std::string>& keys, MergeUpdate update) {
  Names columns = targets(projections);
  Names projected;
  for (const auto& key : keys) projected.push_back(projected_key(columns, key));
  return MergeText(dialect, target, std::move(columns), std::move(projected)).text(query, update);
}

}  // namespace leeway::dialects
