// One assertion about one statistic: what it says, and whether a measured value satisfies it.
// Private to the room.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "config/tree.h"
#include "print/value.h"

namespace leeway::print {

struct Predicate {
  enum class Form { scalar, range, set };
  Form form = Form::scalar;
  Value scalar;
  std::optional<Value> min;  // inclusive
  std::optional<Value> max;
  std::vector<Value> set;
};

// The forms a statistic takes, and what of it is compared.
struct StatRule {
  enum class Operand { number, text, boolean, number_or_text };
  bool scalar = true;
  bool range = false;
  bool set = false;
  Operand operand = Operand::number;
  std::string_view mismatch;  // the code of a failure, without "assertion."
};

// nullopt: no assertion is known about such a statistic.
std::optional<StatRule> stat_rule(std::string_view stat);

// The reason it is malformed, as the error.
Result<Predicate> parse_predicate(const config::Node& node, const StatRule& rule);

// What the predicate demands, for people: "3", "from 1 to 5", "one of a, b".
std::string describe(const Predicate& predicate);

// REQUIRES: the predicate is no set. Numbers by value, instants by time (without a zone: UTC),
// other text as it is. nullopt: value and predicate are not of one kind.
std::optional<bool> satisfies(const Value& value, const Predicate& predicate);

// The moment a text of an artifact names: a text without a zone is UTC, a date its first moment.
std::optional<TimePoint> read_instant(std::string_view text);

// Whether two scalars of an artifact are the same value.
bool same_scalar(const Value& a, const Value& b);

}  // namespace leeway::print
