#include <unordered_map>

#include "base/text.h"
#include "catalog/compare_parts.h"
#include "catalog/type_text.h"

namespace leeway::catalog {
namespace {

using types::Field;
using types::SqlType;
using types::TypeKind;

bool has_fields(const SqlType& type) {
  return type.kind == TypeKind::structure || type.kind == TypeKind::tagged_union;
}

bool has_children(const SqlType& type) {
  return type.kind == TypeKind::list || type.kind == TypeKind::map;
}

// Whether the two differ only in what is inside them.
bool differ_inside(const SqlType& before, const SqlType& after) {
  return before.kind == after.kind && (has_fields(before) || has_children(before)) &&
         before.length == after.length && before.name == after.name &&
         before.nullable_wrapper == after.nullable_wrapper &&
         before.children.size() == after.children.size();
}

std::string field_text(const Field& field) {
  return exact_text(field.type) + (field.nullable ? "" : " NOT NULL");
}

// For each field of `after`, the index of the field of `before` with its name.
std::vector<std::optional<std::size_t>> match_fields(const SqlType& before, const SqlType& after) {
  std::unordered_map<std::string, std::size_t> by_name;
  for (std::size_t i = 0; i < before.fields.size(); ++i)
    by_name.emplace(to_lower(before.fields[i].name), i);
  std::vector<std::optional<std::size_t>> result;
  for (const auto& field : after.fields) {
    const auto found = by_name.find(to_lower(field.name));
    result.push_back(found == by_name.end() ? std::nullopt : std::optional(found->second));
    if (result.back()) by_name.erase(found);
  }
  return result;
}

bool order_kept(const std::vector<std::optional<std::size_t>>& partners) {
  std::optional<std::size_t> last;
  for (const auto& partner : partners) {
    if (!partner) continue;
    if (last && *partner < *last) return false;
    last = partner;
  }
  return true;
}

// Walks two types of one column and appends a change for each difference inside them.
class InsideDifferences {
 public:
  InsideDifferences(std::string column, std::vector<Change>& changes)
      : column_(std::move(column)), changes_(changes) {}

  void visit(const std::string& path, const SqlType& before, const SqlType& after) {
    if (before == after) return;
    if (!differ_inside(before, after)) {
      append(path, exact_text(before), exact_text(after), classify_type_change(before, after));
    } else if (has_fields(before)) {
      visit_fields(path, before, after);
    } else if (before.kind == TypeKind::list) {
      visit(path + "[]", before.children[0], after.children[0]);
    } else {
      visit(path + "[key]", before.children[0], after.children[0]);
      visit(path + "[value]", before.children[1], after.children[1]);
    }
  }

 private:
  void append(const std::string& path, std::string before, std::string after, TypeChange change) {
    append(path, std::move(before), std::move(after), change, danger_of(change));
  }

  void append(const std::string& path, std::string before, std::string after, TypeChange change,
              Danger danger) {
    changes_.push_back({.kind = ChangeKind::type_changed,
                        .column = column_,
                        .path = path == column_ ? "" : path,
                        .before = std::move(before),
                        .after = std::move(after),
                        .type_change = change,
                        .danger = danger});
  }

  void visit_fields(const std::string& path, const SqlType& before, const SqlType& after) {
    const auto partners = match_fields(before, after);
    std::vector<bool> kept(before.fields.size());
    for (std::size_t i = 0; i < partners.size(); ++i) {
      const Field& field = after.fields[i];
      const std::string field_path = path + '.' + field.name;
      const auto partner = partners[i];
      if (!partner) {
        append(field_path, {}, field_text(field), TypeChange::fields_added);
        continue;
      }
      kept[*partner] = true;
      visit_pair(field_path, before.fields[*partner], field);
    }
    for (std::size_t i = 0; i < kept.size(); ++i)
      if (!kept[i])
        append(path + '.' + before.fields[i].name, field_text(before.fields[i]), {},
               TypeChange::nested);
    if (!order_kept(partners))
      append(path, exact_text(before), exact_text(after), TypeChange::nested);
  }

  void visit_pair(const std::string& path, const Field& before, const Field& after) {
    visit(path, before.type, after.type);
    if (before.nullable == after.nullable) return;
    const auto text = [](bool nullable) { return nullable ? "NULL" : "NOT NULL"; };
    append(path, text(before.nullable), text(after.nullable),
           after.nullable ? TypeChange::widened : TypeChange::narrowed,
           after.nullable ? Danger::widening : Danger::notice);
  }

  std::string column_;
  std::vector<Change>& changes_;
};

// What people see of a column's two types: the engine's own texts, unless these hide the
// difference.
std::pair<std::string, std::string> type_texts(const Column& before, const Column& after) {
  if (before.raw_type.empty() || after.raw_type.empty() || before.raw_type == after.raw_type)
    return {exact_text(before.type), exact_text(after.type)};
  return {before.raw_type, after.raw_type};
}

}  // namespace

Danger danger_of(TypeChange change) {
  switch (change) {
    case TypeChange::none:
      return Danger::notice;
    case TypeChange::widened:
      return Danger::widening;
    case TypeChange::fields_added:
      return Danger::additive;
    case TypeChange::narrowed:
    case TypeChange::parameters:
    case TypeChange::nested:
    case TypeChange::kind:
      return Danger::destructive;
  }
  return Danger::destructive;
}

void append_type_changes(const Column& before, const Column& after, std::vector<Change>& changes) {
  SqlType old_type = before.type;
  // An engine that writes nullability into the type says one thing twice.
  if (before.nullable != after.nullable) old_type.nullable_wrapper = after.type.nullable_wrapper;
  if (old_type == after.type) return;
  if (differ_inside(old_type, after.type)) {
    InsideDifferences(after.name, changes).visit(after.name, old_type, after.type);
    return;
  }
  auto [old_text, new_text] = type_texts(before, after);
  const TypeChange change = classify_type_change(old_type, after.type);
  changes.push_back({.kind = ChangeKind::type_changed,
                     .column = after.name,
                     .path = {},
                     .before = std::move(old_text),
                     .after = std::move(new_text),
                     .type_change = change,
                     .danger = danger_of(change)});
}

}  // namespace leeway::catalog
