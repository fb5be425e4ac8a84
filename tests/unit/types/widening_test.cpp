// The arithmetic of widening: one pair that holds and one that violates each condition.
#include "types/widening.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "dialects/dialect.h"
#include "support/type_printing.h"

namespace leeway::types {
namespace {

struct Case {
  Condition condition;
  SqlType from;
  SqlType to;
  bool safe;
};

SqlType labels(std::vector<std::string> names, std::vector<int> values = {}) {
  SqlType type = of_kind(TypeKind::enumeration);
  type.labels = std::move(names);
  type.label_values = std::move(values);
  return type;
}

SqlType fields(std::vector<Field> members) {
  SqlType type = of_kind(TypeKind::structure);
  type.fields = std::move(members);
  return type;
}

SqlType fixed(SqlType type) {
  type.fixed_length = true;
  return type;
}

SqlType without_sign(SqlType type) {
  type.is_signed = false;
  return type;
}

std::vector<Case> cases() {
  using enum Condition;
  const SqlType unlimited = of_kind(TypeKind::decimal);
  return {
      {integer_range_grows, integer(32), integer(64), true},
      {integer_range_grows, integer(64), integer(32), false},
      {integer_range_grows, integer(32, false), integer(64), true},
      {integer_range_grows, integer(32, false), integer(32), false},
      {integer_range_grows, integer(8), integer(256, false), false},
      {integer_range_grows, integer(256), integer(unbounded_bits), true},
      {integer_range_grows, integer(unbounded_bits), integer(256), false},
      {float_holds_integer, integer(32), floating(64), true},
      {float_holds_integer, integer(64), floating(64), false},
      {float_holds_integer, integer(32), floating(32), false},
      {float_holds_integer, integer(16), floating(32), true},
      {bits_grow, floating(32), floating(64), true},
      {bits_grow, floating(64), floating(32), false},
      {precision_grows_same_scale, decimal(10, 2), decimal(12, 2), true},
      {precision_grows_same_scale, decimal(10, 2), decimal(9, 2), false},
      {precision_grows_same_scale, decimal(10, 2), decimal(12, 3), false},
      {precision_grows_same_scale, decimal(10, 2), decimal(12, 1), false},
      {precision_grows_same_scale, decimal(10, 2), without_sign(decimal(12, 2)), false},
      {precision_grows_same_scale, unlimited, decimal(38, 0), false},
      {digits_kept, decimal(9, 2), decimal(11, 4), true},
      {digits_kept, decimal(10, 2), decimal(10, 4), false},
      {digits_kept, decimal(38, 6), decimal(38, 2), false},
      {digits_kept, decimal(10, 2), unlimited, true},
      {digits_kept, unlimited, decimal(38, 10), false},
      {digits_kept, decimal(10, 2), without_sign(decimal(12, 2)), false},
      {integer_fits_decimal, integer(32), decimal(10, 0), true},
      {integer_fits_decimal, integer(32), decimal(9, 0), false},
      {integer_fits_decimal, integer(32), decimal(11, 2), false},
      {integer_fits_decimal, integer(64, false), decimal(20, 0), true},
      {integer_fits_decimal, integer(64, false), decimal(19, 0), false},
      {integer_fits_decimal, integer(256), unlimited, true},
      {integer_fits_decimal, integer(unbounded_bits), decimal(76, 0), false},
      {integer_fits_decimal, integer(8), without_sign(decimal(10, 0)), false},
      {length_grows, text(10), text(20), true},
      {length_grows, text(20), text(10), false},
      {length_grows, text(10), text(), true},
      {length_grows, text(), text(10), false},
      {length_grows, fixed(text(3)), fixed(text(5)), false},
      {length_grows, text(3), fixed(text(5)), false},
      {length_grows, binary(3), binary(5), true},
      // The sign, the point, and the zero before it where all digits follow the point.
      {text_holds_value, decimal(6, 3), text(8), true},
      {text_holds_value, decimal(6, 3), text(7), false},
      {text_holds_value, decimal(4, 4), text(7), true},
      {text_holds_value, decimal(4, 4), text(6), false},
      {text_holds_value, integer(32), text(11), true},
      {text_holds_value, integer(32), text(10), false},
      {text_holds_value, integer(32, false), text(10), true},
      {text_holds_value, of_kind(TypeKind::boolean), text(5), true},
      {text_holds_value, of_kind(TypeKind::boolean), text(4), false},
      {text_holds_value, floating(64), text(24), true},
      {text_holds_value, floating(64), text(23), false},
      {text_holds_value, unlimited, text(1000), false},
      {text_holds_value, unlimited, text(), true},
      {text_holds_value, integer(8), fixed(text(10)), false},
      {fraction_digits_grow, timestamp(3), timestamp(6), true},
      {fraction_digits_grow, timestamp(6), timestamp(3), false},
      {fraction_digits_grow, timestamp(3), timestamp(6, TimeZone::zoned), false},
      {labels_appended, labels({"a"}), labels({"a", "b"}), true},
      {labels_appended, labels({"a", "b"}), labels({"a"}), false},
      {labels_appended, labels({"a", "b"}), labels({"b", "a"}), false},
      {labels_appended, labels({"a", "a"}), labels({"a"}), false},
      {labels_appended, labels({"a"}, {5}), labels({"a", "b"}, {5, 6}), true},
      {labels_appended, labels({"a"}, {5}), labels({"a", "b"}), false},
      {fields_added, fields({{"a", integer(32)}}), fields({{"b", text()}, {"A", integer(32)}}),
       true},
      {fields_added, fields({{"a", integer(32)}}), fields({{"a", integer(64)}}), true},
      {fields_added, fields({{"a", integer(64)}}), fields({{"a", integer(32)}}), false},
      {fields_added, fields({{"a", integer(32)}}), fields({{"b", integer(32)}}), false},
      {fields_added, fields({{"a", integer(32)}}),
       fields({{"a", integer(32)}, {"b", text(), false}}), false},
      {fields_added, fields({{"a", integer(32), true}}), fields({{"a", integer(32), false}}),
       false},
      {fields_added, fields({{"", integer(32)}}), fields({{"", integer(32)}, {"b", text()}}),
       false},
  };
}

// Also: field_F013, field_F221.
TEST(Widening, field_F027_every_condition_holds_and_is_violated) {
  for (const Case& c : cases()) {
    const std::vector<WideningRow> rows = {
        {{c.from.kind}, {c.to.kind}, c.condition, "test"},
        {{TypeKind::integer}, {TypeKind::integer}, Condition::integer_range_grows, "test"}};
    // Rows of integers stand second for the members of structures only.
    const auto used = std::span(rows).first(c.from.kind == TypeKind::structure ? 2 : 1);
    const auto verdict = classify_widening(used, c.from, c.to);
    EXPECT_EQ(verdict.safe, c.safe)
        << describe(c.from) << " to " << describe(c.to) << ": " << verdict.reason;
    EXPECT_EQ(verdict.row != nullptr, c.safe);
    EXPECT_FALSE(verdict.reason.empty());
  }
}

TEST(Widening, lists_and_maps_keep_their_shape) {
  const std::vector<WideningRow> rows = {
      {{TypeKind::integer}, {TypeKind::integer}, Condition::integer_range_grows, "test"},
      {{TypeKind::list}, {TypeKind::list}, Condition::always, "test"}};
  SqlType three = list_of(integer(32));
  three.length = 3;
  EXPECT_TRUE(classify_widening(rows, list_of(integer(32)), list_of(integer(64))).safe);
  EXPECT_FALSE(classify_widening(rows, list_of(integer(64)), list_of(integer(32))).safe);
  EXPECT_FALSE(classify_widening(rows, three, list_of(integer(32))).safe);
  EXPECT_FALSE(
      classify_widening(std::span(rows).first(1), list_of(integer(32)), list_of(integer(64))).safe);
}

TEST(Widening, reasons_are_clauses_for_people) {
  const auto reason = [](std::string_view engine, std::string_view from, std::string_view to) {
    const dialects::Dialect& dialect = *dialects::find_dialect(engine);
    return classify_widening(dialect, parse_type(dialect, from), parse_type(dialect, to)).reason;
  };
  EXPECT_EQ(reason("duckdb", "INTEGER", "BIGINT"), "every INTEGER fits in BIGINT");
  EXPECT_EQ(reason("duckdb", "DECIMAL(10,2)", "DECIMAL(10,4)"),
            "integer digits shrink from 8 to 6");
  EXPECT_EQ(reason("bigquery", "INT64", "NUMERIC"), "every INT64 fits in NUMERIC");
  EXPECT_EQ(reason("duckdb", "STRUCT(a INTEGER)", "STRUCT(a BIGINT, b DATE)"),
            "1 field added; field a: every INTEGER fits in BIGINT");
  EXPECT_EQ(reason("duckdb", "DATE", "TIMESTAMP"), "no rule widens DATE to TIMESTAMP");
}

TEST(Widening, integer_digits_are_those_of_the_largest_value) {
  EXPECT_EQ(integer_digits(integer(8)), 3);
  EXPECT_EQ(integer_digits(integer(16)), 5);
  EXPECT_EQ(integer_digits(integer(32)), 10);
  EXPECT_EQ(integer_digits(integer(64)), 19);
  EXPECT_EQ(integer_digits(integer(64, false)), 20);
  EXPECT_EQ(integer_digits(integer(128)), 39);
  EXPECT_EQ(integer_digits(integer(256)), 77);
  EXPECT_EQ(integer_digits(integer(256, false)), 78);
  EXPECT_EQ(integer_digits(integer(unbounded_bits)), 0);
}

}  // namespace
}  // namespace leeway::types
