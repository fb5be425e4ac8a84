#include "catalog/table.h"

#include <algorithm>

#include "base/hash.h"
#include "base/text.h"
#include "catalog/type_text.h"

namespace leeway::catalog {
namespace {

// Writes values so that two different sequences of values never give the same bytes: each is
// preceded by its length.
class DigestText {
 public:
  void add(std::string_view value) {
    text_ += std::to_string(value.size());
    text_ += ':';
    text_ += value;
  }
  void add(bool value) { add(std::string_view(value ? "1" : "0")); }
  void add(const std::vector<std::string>& values) {
    add(std::to_string(values.size()));
    for (const auto& value : values) add(std::string_view(value));
  }

  std::string digest() const {
    constexpr std::size_t digits = 32;
    return sha256_hex(text_).substr(0, digits);
  }

 private:
  std::string text_;
};

void add_columns(DigestText& text, const Table& table) {
  text.add(std::to_string(table.columns.size()));
  for (const auto& column : table.columns) {
    text.add(column.name);
    text.add(canonical_text(column.type));
    text.add(column.nullable);
  }
}

void add_keys(DigestText& text, const Table& table) {
  text.add(table.primary_key);
  text.add(std::to_string(table.unique_keys.size()));
  for (const auto& key : table.unique_keys) text.add(key);
  text.add(std::to_string(table.indexes.size()));
  for (const auto& index : table.indexes) {
    text.add(index.name);
    text.add(index.unique);
    text.add(index.columns);
    text.add(index.definition);
  }
}

}  // namespace

std::string_view to_string(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::table:
      return "table";
    case ObjectKind::view:
      return "view";
    case ObjectKind::materialized_view:
      return "materialized_view";
    case ObjectKind::external:
      return "external";
    case ObjectKind::temporary:
      return "temporary";
    case ObjectKind::other:
      return "other";
  }
  return "other";
}

const Column* Table::find(std::string_view column) const {
  const auto exact = std::ranges::find(columns, column, &Column::name);
  if (exact != columns.end()) return &*exact;
  const auto folded = std::ranges::find_if(columns, [column](const Column& candidate) {
    return equal_ignoring_case(candidate.name, column);
  });
  return folded == columns.end() ? nullptr : &*folded;
}

std::string fingerprint(const Presence& presence) {
  DigestText text;
  if (const auto* unreadable = std::get_if<Unreadable>(&presence)) {
    text.add(std::string_view("unreadable"));
    text.add(unreadable->reason);
  } else if (const Table* table = present(presence)) {
    text.add(std::string_view("table"));
    text.add(to_string(table->kind));
    add_columns(text, *table);
    add_keys(text, *table);
  } else {
    text.add(std::string_view("absent"));
  }
  return text.digest();
}

}  // namespace leeway::catalog
