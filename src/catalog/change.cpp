#include "catalog/change.h"

#include <fmt/format.h>

#include "base/text.h"

namespace leeway::catalog {
namespace {

std::string transition(std::string_view subject, const Change& change) {
  if (change.before.empty()) return fmt::format("{} added: {}", subject, change.after);
  if (change.after.empty()) return fmt::format("{} removed: {}", subject, change.before);
  return fmt::format("{} changed {} -> {}", subject, change.before, change.after);
}

std::string of_column(std::string_view what, const Change& change) {
  return change.column.empty() ? fmt::format("{} of the table", what)
                               : fmt::format("{} of column '{}'", what, change.column);
}

std::string type_reason(const Change& change) {
  const std::string& name = change.path.empty() ? change.column : change.path;
  if (change.before.empty()) return fmt::format("added field '{}' ({})", name, change.after);
  if (change.after.empty()) return fmt::format("removed field '{}' ({})", name, change.before);
  return fmt::format("column '{}' changed {} -> {}", name, change.before, change.after);
}

std::string reason_text(const Change& change) {
  switch (change.kind) {
    case ChangeKind::table_added:
      return "added " + replace_all(change.after, "_", " ");
    case ChangeKind::table_removed:
      return "removed " + replace_all(change.before, "_", " ");
    case ChangeKind::object_kind_changed:
      return fmt::format("object changed {} -> {}", change.before, change.after);
    case ChangeKind::column_added:
      return fmt::format("added column '{}' ({})", change.column, change.after);
    case ChangeKind::column_removed:
      return fmt::format("removed column '{}' ({})", change.column, change.before);
    case ChangeKind::type_changed:
      return type_reason(change);
    case ChangeKind::nullable_changed:
      return fmt::format("column '{}' changed {} -> {}", change.column, change.before,
                         change.after);
    case ChangeKind::default_changed:
      return transition(of_column("default", change), change);
    case ChangeKind::comment_changed:
      return transition(of_column("comment", change), change);
    case ChangeKind::order_changed:
      return transition("column order", change);
    case ChangeKind::primary_key_changed:
      return transition("primary key", change);
    case ChangeKind::unique_key_changed:
      return transition("unique key", change);
    case ChangeKind::check_changed:
      return transition("check", change);
    case ChangeKind::index_added:
      return "added index " + change.after;
    case ChangeKind::index_removed:
      return "removed index " + change.before;
    case ChangeKind::index_modified:
      return transition("index", change);
    case ChangeKind::foreign_key_added:
      return "added foreign key " + change.after;
    case ChangeKind::foreign_key_removed:
      return "removed foreign key " + change.before;
    case ChangeKind::possible_rename:
      return fmt::format("column '{}' may have been renamed to '{}'", change.before, change.after);
  }
  return {};
}

}  // namespace

std::string Change::reason() const { return printable(reason_text(*this)); }

std::string_view to_string(ChangeKind kind) {
  switch (kind) {
    case ChangeKind::table_added:
      return "table_added";
    case ChangeKind::table_removed:
      return "table_removed";
    case ChangeKind::object_kind_changed:
      return "object_kind_changed";
    case ChangeKind::column_added:
      return "column_added";
    case ChangeKind::column_removed:
      return "column_removed";
    case ChangeKind::type_changed:
      return "type_changed";
    case ChangeKind::nullable_changed:
      return "nullable_changed";
    case ChangeKind::default_changed:
      return "default_changed";
    case ChangeKind::comment_changed:
      return "comment_changed";
    case ChangeKind::order_changed:
      return "order_changed";
    case ChangeKind::primary_key_changed:
      return "primary_key_changed";
    case ChangeKind::unique_key_changed:
      return "unique_key_changed";
    case ChangeKind::check_changed:
      return "check_changed";
    case ChangeKind::index_added:
      return "index_added";
    case ChangeKind::index_removed:
      return "index_removed";
    case ChangeKind::index_modified:
      return "index_modified";
    case ChangeKind::foreign_key_added:
      return "foreign_key_added";
    case ChangeKind::foreign_key_removed:
      return "foreign_key_removed";
    case ChangeKind::possible_rename:
      return "possible_rename";
  }
  return "";
}

std::string_view to_string(TypeChange change) {
  switch (change) {
    case TypeChange::none:
      return "none";
    case TypeChange::widened:
      return "widened";
    case TypeChange::narrowed:
      return "narrowed";
    case TypeChange::parameters:
      return "parameters";
    case TypeChange::fields_added:
      return "fields_added";
    case TypeChange::nested:
      return "nested";
    case TypeChange::kind:
      return "kind";
  }
  return "";
}

std::string_view to_string(Danger danger) {
  switch (danger) {
    case Danger::notice:
      return "notice";
    case Danger::additive:
      return "additive";
    case Danger::widening:
      return "widening";
    case Danger::destructive:
      return "destructive";
  }
  return "";
}

}  // namespace leeway::catalog
