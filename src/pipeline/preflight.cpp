#include "pipeline/preflight.h"

#include <map>

#include "base/text.h"
#include "dialects/identifiers.h"

namespace leeway::pipeline {
namespace {

using config::Strategy;

std::unexpected<Error> column_missing(std::string_view role, const std::string& column,
                                      const catalog::Table& source) {
  std::vector<std::string> names;
  for (const auto& c : source.columns) names.push_back(c.name);
  return fail(ErrorCode::config,
              "nothing was written to the target: {} '{}' is not a column of source table '{}'{}",
              role, printable(column), source.name.display(), did_you_mean(column, names));
}

class Preflight {
 public:
  Preflight(const Rules& rules, const TableInput& input)
      : rules_(rules),
        input_(input),
        source_(catalog::present(input.source)),
        target_(catalog::present(input.target)) {}

  // Everything that can be known to go wrong before the first statement.
  Status run() {
    LEEWAY_CHECK(check_names());
    if (std::holds_alternative<catalog::Absent>(input_.source))
      return fail(ErrorCode::not_found, "source table '{}' does not exist any more",
                  input_.candidate.source.display());
    if (!input_.target_schema_exists && !rules_.replication.target.governance.auto_create_schemas) {
      return fail(ErrorCode::not_found,
                  "schema '{}' does not exist in the target. Create it, or set "
                  "auto_create_schemas = true under [pipeline.NAME.target.governance]",
                  display(input_.candidate.target.schema_name()));
    }
    LEEWAY_CHECK(check_sides());
    return check_columns();
  }

 private:
  Status check_names() {
    const auto& target = input_.candidate.target;
    std::vector<std::string> names{target.schema, target.table};
    if (!target.catalog.empty()) names.push_back(target.catalog);
    if (source_)
      for (const auto& column : source_->columns) names.push_back(column.name);
    for (const auto& metadata : input_.candidate.metadata) names.push_back(metadata.name);
    for (const auto& name : names) LEEWAY_CHECK(dialects::check_name(rules_.dialect, name));
    return {};
  }

  Status check_sides() {
    const auto* unreadable_target = std::get_if<catalog::Unreadable>(&input_.target);
    if (unreadable_target &&
        rules_.replication.drift.on_unreadable_target == config::OnUnreadableTarget::fail) {
      return fail(
          ErrorCode::unreadable, "{}",
          sentences({fmt::format("target '{}' exists or may exist but could not be read: {}",
                                 target_name(), unreadable_target->reason),
                     "It was left as it is, because on_unreadable_target = \"fail\""}));
    }
    if (const auto* unreadable = std::get_if<catalog::Unreadable>(&input_.source)) {
      if (!target_)
        return fail(
            ErrorCode::unreadable, "{}",
            sentences({fmt::format("source table '{}' could not be read: {}",
                                   input_.candidate.source.display(), unreadable->reason),
                       "There is no readable target to take the columns from, so nothing was "
                       "copied"}));
    }
    if (!target_) return {};
    const bool view = target_->kind != catalog::ObjectKind::table;
    if (view != makes_view(settings().strategy))
      return fail(
          ErrorCode::refused,
          "target '{}' is a {}, and strategy '{}' makes a {}. It was left as it is; drop it "
          "or change the strategy",
          target_name(), to_string(target_->kind), to_string(settings().strategy),
          makes_view(settings().strategy) ? "view" : "table");
    return {};
  }

  Status check_columns() {
    if (!source_) return {};
    if (settings().strategy == Strategy::incremental && !source_->find(settings().timestamp_column))
      return column_missing("timestamp_column", settings().timestamp_column, *source_);
    if (settings().strategy == Strategy::incremental) LEEWAY_CHECK(check_watermark_type());
    if (settings().strategy == Strategy::merge)
      for (const auto& key : settings().merge_keys)
        if (!source_->find(key)) return column_missing("merge key", key, *source_);
    return check_collisions();
  }

  // A watermark is kept as text and read back by the engine; nested values do not come back equal.
  Status check_watermark_type() const {
    using enum types::TypeKind;
    const auto& column = *source_->find(settings().timestamp_column);
    for (const auto kind : {json, list, map, structure, tagged_union, null})
      if (column.type.kind == kind)
        return fail(ErrorCode::config,
                    "timestamp_column '{}' of '{}' is {}, which cannot be a watermark. Nothing was "
                    "written to the target; name a column of numbers, text, dates or times",
                    printable(column.name), source_->name.display(), column.raw_type);
    return {};
  }

  // Names that the target cannot tell apart.
  Status check_collisions() {
    std::map<std::string, std::string> seen;
    for (const auto& column : source_->columns) {
      const auto [at, first] =
          seen.emplace(dialects::collision_key(rules_.dialect, column.name), column.name);
      if (!first)
        return fail(
            ErrorCode::unsupported,
            "columns '{}' and '{}' of '{}' are one name in the target's engine. Nothing was "
            "written; rename one in the source",
            printable(at->second), printable(column.name), source_->name.display());
    }
    for (const auto& metadata : input_.candidate.metadata)
      if (seen.contains(dialects::collision_key(rules_.dialect, metadata.name)))
        return fail(ErrorCode::config,
                    "{}: metadata column '{}' is also a column of source table '{}'. Nothing was "
                    "written; give it another name",
                    metadata.location.text(), printable(metadata.name), source_->name.display());
    return {};
  }

  const config::TableSettings& settings() const { return input_.candidate.settings; }
  std::string target_name() const { return input_.candidate.target.display(); }

  const Rules& rules_;
  const TableInput& input_;
  const catalog::Table* source_;
  const catalog::Table* target_;
};

}  // namespace

Status preflight(const Rules& rules, const TableInput& input) {
  return Preflight(rules, input).run();
}

bool makes_view(Strategy strategy) {
  return strategy == Strategy::view || strategy == Strategy::materialized_view;
}

}  // namespace leeway::pipeline
