// Assertions of a project over the statistics of a print.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "dialects/registry.h"
#include "print/check.h"
#include "print/encode.h"
#include "print/predicates.h"
#include "print/sql_assertions.h"
#include "print/vocabulary.h"

namespace leeway::print {
namespace {

using config::Node;

constexpr std::string_view predicates_ref = "ASSERTIONS.md §2";
constexpr std::string_view redacted_ref = "§2.2.9";

// Statistics that redaction withholds.
bool is_withheld(std::string_view stat) {
  return stat == "accepted_values" || stat.starts_with("range.") ||
         stat.starts_with("percentiles.") || stat == "freshness.max_age_days";
}

Issue make_issue(std::string_view code, bool error, std::string path, std::string detail,
                 std::string_view reference = predicates_ref) {
  return {"assertion." + std::string(code), error, std::move(path), std::move(detail),
          std::string(reference)};
}

bool lists_every_value(const ColumnPrint& column) {
  if (!column.values) return false;
  if (column.values_coverage) return *column.values_coverage == 1.0;
  const bool exact = column.cardinality_method.value_or("exact") == "exact";
  return exact && column.cardinality == std::ssize(*column.values);
}

bool same_type(const std::string& adapter, const std::string& a, const std::string& b) {
  if (equal_ignoring_case(a, b)) return true;
  const auto* dialect = dialects::find_dialect(adapter);
  return dialect && dialects::parse_type(*dialect, a) == dialects::parse_type(*dialect, b);
}

// Judges the assertions of one column, or of the table where `column` is null.
class Judge {
 public:
  Judge(const Print& print, const TablePrint& table, std::string path, std::vector<Issue>& issues)
      : print_(print), table_(table), path_(std::move(path)), issues_(issues) {}

  void judge_row_count(const Node& node) const {
    const std::string path = path_ + ".row_count";
    const auto rule = stat_rule("row_count");
    const auto predicate = parse(node, *rule, path);
    if (!predicate) return;
    if (!table_.statistics->row_count)
      return add("inapplicable-stat", false, path, "the table has no row count: it is a view");
    compare(make_integer(*table_.statistics->row_count), *predicate, *rule, path, "row_count");
  }

  void judge_column(const ColumnPrint& column, const Node& stats) const {
    const Value encoded = encode_column(column);
    for (const auto& node : stats.children) {
      const std::string path = fmt::format("{}.columns.{}.{}", path_, column.key, node.key);
      const auto rule = node.key == "row_count" ? std::nullopt : stat_rule(node.key);
      if (!rule)
        add("unknown-stat", true, path,
            fmt::format("'{}' is no statistic that can be asserted", printable(node.key)));
      else if (const auto predicate = parse(node, *rule, path))
        judge_stat(column, encoded, node.key, *predicate, *rule, path);
    }
  }

 private:
  void add(std::string_view code, bool error, const std::string& path, std::string detail,
           std::string_view reference = predicates_ref) const {
    issues_.push_back(make_issue(code, error, path, std::move(detail), reference));
  }

  std::optional<Predicate> parse(const Node& node, const StatRule& rule,
                                 const std::string& path) const {
    auto predicate = parse_predicate(node, rule);
    if (predicate) return std::move(*predicate);
    add("malformed-predicate", true, path, predicate.error().text());
    return std::nullopt;
  }

  void judge_stat(const ColumnPrint& column, const Value& encoded, const std::string& stat,
                  const Predicate& predicate, const StatRule& rule, const std::string& path) const {
    if (column.redacted && is_withheld(stat))
      return add(
          "redacted-stat", false, path,
          fmt::format("the column is redacted ({}), so '{}' is not known", *column.redacted, stat),
          redacted_ref);
    if (stat == "accepted_values") return judge_values(column, predicate, path);
    if (stat == "looks_like") return judge_pattern(column, predicate, rule, path);
    if (stat == "candidate_key") return judge_key(column, predicate, rule, path);
    const Value* value = find(encoded, stat);
    if (!value) return add("inapplicable-stat", false, path, why_absent(column, stat));
    if (stat == "sql_type" && same_type(print_.adapter, value->text, predicate.scalar.text)) return;
    compare(*value, predicate, rule, path, stat);
  }

  static const Value* find(const Value& encoded, std::string_view stat) {
    const auto dot = stat.find('.');
    const Value* value = encoded.find(stat.substr(0, dot));
    return value && dot != std::string_view::npos ? value->find(stat.substr(dot + 1)) : value;
  }

  std::string why_absent(const ColumnPrint& column, std::string_view stat) const {
    const std::string head(stat.substr(0, stat.find('.')));
    if (std::ranges::find(column.unmeasured, head) != column.unmeasured.end())
      return fmt::format("'{}' could not be measured", stat);
    if (table_.statistics->catalog_only) return "a view is described by its catalog alone";
    return fmt::format("a column of class '{}' has no '{}' here", column.classification, stat);
  }

  void judge_values(const ColumnPrint& column, const Predicate& predicate,
                    const std::string& path) const {
    if (!lists_every_value(column) || table_.statistics->scope)
      return add("inapplicable-stat", false, path,
                 "the print does not list every value of the column");
    std::vector<std::string> strangers;
    for (const auto& entry : *column.values) {
      const bool accepted =
          entry.value && std::ranges::any_of(predicate.set, [&](const Value& one) {
            return same_scalar(one, *entry.value);
          });
      if (!accepted && entry.value) strangers.push_back(text_of(*entry.value));
    }
    if (strangers.empty()) return;
    constexpr std::size_t most_shown = 10;
    const std::size_t number = strangers.size();
    if (number > most_shown) strangers.resize(most_shown);
    add("accepted-values-violated", true, path,
        fmt::format("expected {}; {} found besides: {}{}", describe(predicate),
                    counted(static_cast<long long>(number), "value"), join(strangers, ", "),
                    number > most_shown ? ", ..." : ""));
  }

  void judge_pattern(const ColumnPrint& column, const Predicate& predicate, const StatRule& rule,
                     const std::string& path) const {
    const bool sampled = column.classification == "categorical" ||
                         column.classification == "text" ||
                         column.classification == "foreign_key_candidate";
    if (!sampled || column.cardinality.value_or(0) == 0)
      return add("inapplicable-stat", false, path, "no values of the column were sampled");
    if (std::ranges::find(column.unmeasured, "inferred.looks_like") != column.unmeasured.end())
      return add("inapplicable-stat", false, path, "the sample could not be drawn");
    compare(make_string(column.inferred.looks_like.value_or("")), predicate, rule, path,
            "looks_like");
  }

  void judge_key(const ColumnPrint& column, const Predicate& predicate, const StatRule& rule,
                 const std::string& path) const {
    if (column.classification == to_string(Classification::unsupported) || !column.cardinality)
      return add("inapplicable-stat", false, path, why_absent(column, "candidate_key"));
    compare(make_bool(column.inferred.candidate_key), predicate, rule, path, "candidate_key");
  }

  void compare(const Value& value, const Predicate& predicate, const StatRule& rule,
               const std::string& path, std::string_view stat) const {
    const auto holds = satisfies(value, predicate);
    if (!holds)
      return add("malformed-predicate", true, path,
                 fmt::format("'{}' is {} and the assertion is not of its kind", stat,
                             value.kind == Value::Kind::number ? "a number" : "a text"));
    if (*holds) return;
    add(rule.mismatch, true, path,
        fmt::format("expected {}, is {}", describe(predicate), text_of(value)));
  }

  static std::string text_of(const Value& value) {
    if (value.kind == Value::Kind::boolean) return value.boolean ? "true" : "false";
    return value.text.empty() ? "nothing" : value.text;
  }

  const Print& print_;
  const TablePrint& table_;
  std::string path_;
  std::vector<Issue>& issues_;
};

std::vector<std::string> names_of(const Print& print) {
  std::vector<std::string> names;
  for (const auto& table : print.tables) names.push_back(table.fqn);
  return names;
}

class TableAssertions {
 public:
  TableAssertions(const Print& print, const config::PrintConnection& connection)
      : print_(print), root_("assertions." + connection.name) {}

  std::vector<Issue> judge(const Node& block) {
    if (block.kind != Node::Kind::table) {
      malformed(root_, "`assertions` must be a map of tables and queries");
      return std::move(issues_);
    }
    for (const auto& child : block.children)
      if (child.key != "tables" && child.key != "queries")
        malformed(root_ + "." + child.key, "assertions are `tables` and `queries`");
    const Node* tables = block.find("tables");
    if (tables && tables->kind != Node::Kind::table)
      malformed(root_ + ".tables", "`tables` must be a map of table names");
    else if (tables)
      for (const auto& table : tables->children) judge_table(table);
    return std::move(issues_);
  }

 private:
  void malformed(const std::string& path, std::string detail) {
    issues_.push_back(make_issue("malformed-block", true, path, std::move(detail)));
  }

  void judge_table(const Node& node) {
    const std::string path = root_ + ".tables." + node.key;
    const TablePrint* table = print_.find(node.key);
    if (!table || !table->statistics) {
      issues_.push_back(make_issue(
          "unknown-table", false, path,
          table ? "the print holds no statistics of this table"
                : "the print holds no such table" + did_you_mean(node.key, names_of(print_))));
      return;
    }
    if (node.kind != Node::Kind::table) return malformed(path, "it must be a map");
    const Judge judge(print_, *table, path, issues_);
    for (const auto& child : node.children) {
      if (child.key == "row_count")
        judge.judge_row_count(child);
      else if (child.key == "columns" && child.kind == Node::Kind::table)
        judge_columns(*table, child, judge, path);
      else
        malformed(path + "." + child.key,
                  "a table's assertions are row_count and a map of columns");
    }
  }

  void judge_columns(const TablePrint& table, const Node& columns, const Judge& judge,
                     const std::string& path) {
    for (const auto& node : columns.children) {
      const std::string place = path + ".columns." + node.key;
      const ColumnPrint* column = table.statistics->find(to_lower(node.key));
      if (!column)
        issues_.push_back(
            make_issue("unknown-column", false, place, "the table has no such column"));
      else if (node.kind != Node::Kind::table)
        malformed(place, "it must be a map of statistics");
      else
        judge.judge_column(*column, node);
    }
  }

  const Print& print_;
  std::string root_;
  std::vector<Issue> issues_;
};

}  // namespace

std::vector<Issue> check_assertions(const Print& print, const config::PrintConnection& connection) {
  auto issues = TableAssertions(print, connection).judge(connection.assertions);
  std::ranges::move(read_sql_assertions(connection).issues, std::back_inserter(issues));
  std::ranges::sort(issues, {},
                    [](const Issue& issue) { return std::pair(issue.path, issue.code); });
  return issues;
}

}  // namespace leeway::print
