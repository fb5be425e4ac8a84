// What keeps a long report short for people: the first few of a list and how many more there are,
// and one entry for what holds of many tables. JSON and YAML never fold.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/plan.h"

namespace leeway::output {

constexpr std::size_t changes_shown = 10;     // of one action
constexpr std::size_t statements_shown = 10;  // of one purpose, one after the other
constexpr std::size_t tables_named = 10;      // in a list of names
constexpr std::size_t lines_shown = 40;       // of one statement

// "a, b, c and 42 more".
std::string first_and_more(std::span<const std::string> items, std::size_t most);

// The reason of an action with its first changes: "... and 1,490 more (see -o json)".
std::string short_reason(const pipeline::DriftAction& action);

struct Subject {
  std::string name;  // a table
  std::string text;  // what there is to say about it
};

// One text and everything it is said of, both in the order of their first appearance.
struct Folded {
  std::string text;
  std::vector<std::string> names;

  bool operator==(const Folded&) const = default;
};
std::vector<Folded> folded(const std::vector<Subject>& subjects);

// The text with the table's own names taken out, so that equal failures of two tables are equal.
// `table` is its display name, `name` its last part.
std::string without_names(std::string_view text, std::string_view table, std::string_view name);

// A run of statements of one purpose: how many are shown, and how many more follow them.
struct StatementRun {
  std::span<const pipeline::Statement> shown;
  std::size_t more = 0;
};
std::vector<StatementRun> statement_runs(std::span<const pipeline::Statement> statements);

// SQL of many lines by its first ones, with a comment that says how many more there are.
std::string short_sql(std::string_view sql);

}  // namespace leeway::output
