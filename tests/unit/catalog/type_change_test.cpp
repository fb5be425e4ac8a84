#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "catalog/change.h"
#include "catalog/type_text.h"

namespace leeway::catalog {
namespace {

using types::SqlType;
using types::TypeKind;
using enum TypeChange;

SqlType with(SqlType type, void (*change)(SqlType&)) {
  change(type);
  return type;
}

SqlType fixed(TypeKind kind, long long length) {
  SqlType type = types::of_kind(kind);
  type.length = length;
  type.fixed_length = true;
  return type;
}

SqlType timestamp_without_digits() { return types::of_kind(TypeKind::timestamp); }

SqlType labels(std::vector<std::string> values) {
  SqlType type = types::of_kind(TypeKind::enumeration);
  type.labels = std::move(values);
  return type;
}

SqlType named(TypeKind kind, std::string name) {
  SqlType type = types::of_kind(kind);
  type.name = std::move(name);
  return type;
}

SqlType array_of(SqlType element, long long length) {
  SqlType type = types::of_kind(TypeKind::list);
  type.children = {std::move(element)};
  type.length = length;
  return type;
}

SqlType structure(std::vector<types::Field> fields) {
  SqlType type = types::of_kind(TypeKind::structure);
  type.fields = std::move(fields);
  return type;
}

struct Row {
  SqlType before;
  SqlType after;
  TypeChange there;
  TypeChange back;
};

std::vector<Row> flat_rows() {
  using types::decimal, types::floating, types::integer, types::text, types::of_kind,
      types::timestamp;
  return {
      {integer(32), integer(64), widened, narrowed},
      {integer(32, false), integer(64), widened, narrowed},
      {integer(32, false), integer(32), parameters, parameters},
      {integer(8), integer(64, false), parameters, parameters},
      {decimal(10, 2), decimal(12, 2), widened, narrowed},
      {decimal(10, 2), decimal(12, 4), widened, narrowed},
      {decimal(10, 2), decimal(11, 4), parameters, parameters},
      {decimal(38, 6), decimal(38, 2), parameters, parameters},
      {decimal(10, 2), of_kind(TypeKind::decimal), widened, narrowed},
      {integer(32), decimal(10, 0), widened, narrowed},
      {integer(32), decimal(9, 0), kind, kind},
      {integer(64), decimal(19, 0), widened, narrowed},
      {integer(64, false), decimal(20, 0), widened, narrowed},
      {integer(64, false), decimal(19, 0), kind, kind},
      {integer(32), floating(64), widened, narrowed},
      {integer(64), floating(64), kind, kind},
      {integer(32), floating(32), kind, kind},
      {floating(32), floating(64), widened, narrowed},
      {decimal(5, 2), floating(64), kind, kind},
      {text(10), text(20), widened, narrowed},
      {text(10), text(), widened, narrowed},
      {fixed(TypeKind::text, 5), text(5), widened, narrowed},
      {fixed(TypeKind::text, 5), fixed(TypeKind::text, 8), widened, narrowed},
      {fixed(TypeKind::binary, 5), fixed(TypeKind::binary, 8), parameters, parameters},
      {fixed(TypeKind::bit_string, 5), of_kind(TypeKind::bit_string), widened, narrowed},
      {timestamp(3), timestamp(6), widened, narrowed},
      {timestamp(6), timestamp_without_digits(), widened, narrowed},
      {timestamp(6), timestamp(6, types::TimeZone::zoned), parameters, parameters},
      {labels({"a", "c"}), labels({"a", "b", "c"}), widened, narrowed},
      {labels({"a", "b"}), labels({"b", "a"}), parameters, parameters},
      {labels({"a", "b"}), with(labels({"a", "b"}), [](SqlType& t) { t.label_values = {5, 9}; }),
       parameters, parameters},
      {of_kind(TypeKind::date), with(of_kind(TypeKind::date), [](SqlType& t) { t.bits = 32; }),
       widened, narrowed},
      {text(255), with(text(1020), [](SqlType& t) { t.bits = 16; }), widened, narrowed},
      {text(255), with(text(900), [](SqlType& t) { t.bits = 16; }), parameters, parameters},
      {with(floating(32),
            [](SqlType& t) {
              t.precision = 7;
              t.scale = 4;
            }),
       floating(32), widened, narrowed},
      {labels({"a"}), text(), widened, narrowed},
      {of_kind(TypeKind::null), integer(8), widened, narrowed},
      {of_kind(TypeKind::date), timestamp(6), kind, kind},
      {integer(32), text(), kind, kind},
      {of_kind(TypeKind::boolean), integer(8), kind, kind},
      {of_kind(TypeKind::json), named(TypeKind::json, "binary"), parameters, parameters},
      {named(TypeKind::interval, "year"), of_kind(TypeKind::interval), widened, narrowed},
      {named(TypeKind::unknown, "geometry"), named(TypeKind::unknown, "geography"), kind, kind},
      {named(TypeKind::text, "email"), text(), widened, narrowed},
      {named(TypeKind::text, "email"), named(TypeKind::text, "phone"), parameters, parameters},
      {integer(32), with(integer(32), [](SqlType& type) { type.nullable_wrapper = true; }), widened,
       narrowed},
  };
}

std::vector<Row> nested_rows() {
  const types::Field a = {.name = "a", .type = types::integer(32)};
  const types::Field wide_a = {.name = "a", .type = types::integer(64)};
  const types::Field b = {.name = "b", .type = types::text()};
  return {
      {structure({a}), structure({a, b}), fields_added, nested},
      {structure({b}), structure({a, b}), fields_added, nested},
      {structure({a}), structure({wide_a}), nested, nested},
      {structure({a}), structure({wide_a, b}), nested, nested},
      {structure({a, b}), structure({b, a}), nested, nested},
      {types::list_of(structure({a})), types::list_of(structure({a, b})), fields_added, nested},
      {types::list_of(types::integer(32)), types::list_of(types::integer(64)), nested, nested},
      {array_of(types::integer(32), 3), types::list_of(types::integer(32)), widened, narrowed},
      {array_of(types::integer(32), 3), array_of(types::integer(32), 4), parameters, parameters},
      {structure({a}), types::list_of(types::integer(32)), kind, kind},
  };
}

TEST(TypeChangeTest, is_decided_by_value_inclusion) {
  std::vector<Row> rows = flat_rows();
  for (const auto& row : nested_rows()) rows.push_back(row);
  for (const auto& row : rows) {
    SCOPED_TRACE(exact_text(row.before) + " -> " + exact_text(row.after));
    EXPECT_EQ(to_string(classify_type_change(row.before, row.after)), to_string(row.there));
    EXPECT_EQ(to_string(classify_type_change(row.after, row.before)), to_string(row.back));
  }
}

TEST(TypeTextTest, types_that_differ_have_different_texts) {
  std::vector<Row> rows = flat_rows();
  for (const auto& row : nested_rows()) rows.push_back(row);
  for (const auto& row : rows) {
    EXPECT_NE(exact_text(row.before), exact_text(row.after));
    EXPECT_NE(canonical_text(row.before), canonical_text(row.after));
  }
}

TEST(TypeTextTest, a_field_name_cannot_be_taken_for_punctuation) {
  const SqlType one = structure({{.name = "a INTEGER, b", .type = types::integer(32)}});
  const SqlType two = structure(
      {{.name = "a", .type = types::integer(32)}, {.name = "b", .type = types::integer(32)}});
  EXPECT_NE(exact_text(one), exact_text(two));
}

TEST(TypeTextTest, canonical_text_folds_field_names_and_nothing_else) {
  const SqlType upper = structure({{.name = "A", .type = labels({"X"})}});
  const SqlType lower = structure({{.name = "a", .type = labels({"X"})}});
  const SqlType other = structure({{.name = "a", .type = labels({"x"})}});
  EXPECT_EQ(canonical_text(upper), canonical_text(lower));
  EXPECT_NE(canonical_text(lower), canonical_text(other));
}

}  // namespace
}  // namespace leeway::catalog
