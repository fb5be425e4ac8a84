#include "print/predicates.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include <fmt/ranges.h>

#include "base/text.h"

namespace leeway::print {
namespace {

using Operand = StatRule::Operand;

struct NamedRule {
  std::string_view stat;
  StatRule rule;
};

constexpr StatRule number(std::string_view mismatch) {
  return {true, true, false, Operand::number, mismatch};
}
constexpr StatRule word(std::string_view mismatch) {
  return {true, false, false, Operand::text, mismatch};
}
constexpr StatRule flag(std::string_view mismatch) {
  return {true, false, false, Operand::boolean, mismatch};
}

constexpr std::array<NamedRule, 16> rules{{
    {"row_count", number("row-count-mismatch")},
    {"sql_type", word("sql-type-mismatch")},
    {"nullable", flag("nullable-mismatch")},
    {"candidate_key", flag("candidate-key-mismatch")},
    {"null_count", number("null-count-mismatch")},
    {"null_rate", number("null-rate-mismatch")},
    {"cardinality", number("cardinality-mismatch")},
    {"cardinality_ratio", number("cardinality-ratio-mismatch")},
    {"classification", word("classification-mismatch")},
    {"distribution", word("distribution-mismatch")},
    {"freshness.classification", word("freshness-mismatch")},
    {"accepted_values", {false, false, true, Operand::number_or_text, "accepted-values-violated"}},
    {"looks_like", word("looks-like-mismatch")},
    {"range.min", {true, true, false, Operand::number_or_text, "range-out-of-bounds"}},
    {"range.max", {true, true, false, Operand::number_or_text, "range-out-of-bounds"}},
    {"freshness.max_age_days", number("freshness-age-mismatch")},
}};

bool is_percentile(std::string_view stat) {
  constexpr std::string_view prefix = "percentiles.p";
  return stat.starts_with(prefix) && stat.size() == prefix.size() + 2 &&
         stat.substr(prefix.size()).find_first_not_of("0123456789") == std::string_view::npos;
}

Result<Value> parse_operand(const config::Node& node, Operand operand) {
  using Kind = config::Node::Kind;
  const bool numeric = node.kind == Kind::integer || node.kind == Kind::number;
  const bool takes_number = operand == Operand::number || operand == Operand::number_or_text;
  const bool takes_text = operand == Operand::text || operand == Operand::number_or_text;
  if (node.kind == Kind::integer && takes_number) return make_integer(node.integer);
  if (node.kind == Kind::number && takes_number) return make_real(node.number);
  if (node.kind == Kind::text && takes_text) return make_string(node.text);
  if (node.kind == Kind::boolean && operand == Operand::boolean) return make_bool(node.boolean);
  return fail(ErrorCode::config, "{} does not stand here; it takes {}",
              numeric ? "a number" : config::describe(node.kind),
              operand == Operand::boolean  ? "true or false"
              : operand == Operand::text   ? "a text"
              : operand == Operand::number ? "a number"
                                           : "a number or a text");
}

Result<Predicate> parse_range(const config::Node& node, const StatRule& rule) {
  Predicate predicate;
  predicate.form = Predicate::Form::range;
  for (const auto& child : node.children) {
    if (child.key != "min" && child.key != "max")
      return fail(ErrorCode::config, "'{}' is no bound; there are min and max",
                  printable(child.key));
    LEEWAY_TRY(auto bound, parse_operand(child, rule.operand));
    (child.key == "min" ? predicate.min : predicate.max) = std::move(bound);
  }
  if (!predicate.min && !predicate.max)
    return fail(ErrorCode::config, "a range needs min, max or both");
  if (predicate.min && predicate.max && predicate.min->kind != predicate.max->kind)
    return fail(ErrorCode::config, "min and max must both be numbers or both be texts");
  return predicate;
}

Result<Predicate> parse_set(const config::Node& node) {
  Predicate predicate;
  predicate.form = Predicate::Form::set;
  for (const auto& item : node.children) {
    const bool boolean = item.kind == config::Node::Kind::boolean;
    LEEWAY_TRY(auto value,
               parse_operand(item, boolean ? Operand::boolean : Operand::number_or_text));
    predicate.set.push_back(std::move(value));
  }
  return predicate;
}

std::string text_of(const Value& value) {
  if (value.kind == Value::Kind::boolean) return value.boolean ? "true" : "false";
  return value.text;
}

// -1, 0, 1; nullopt: not of one kind, or not ordered (NaN).
std::optional<int> compare(const Value& a, const Value& b) {
  if (a.kind != b.kind) return std::nullopt;
  const auto sign = [](const auto& x, const auto& y) { return x < y ? -1 : (y < x ? 1 : 0); };
  if (a.kind == Value::Kind::number) {
    const long double x = std::strtold(a.text.c_str() + (a.text.starts_with('.') ? 1 : 0), nullptr);
    const long double y = std::strtold(b.text.c_str() + (b.text.starts_with('.') ? 1 : 0), nullptr);
    if (x != x || y != y) return std::nullopt;
    return sign(x, y);
  }
  if (a.kind == Value::Kind::string) {
    const auto x = read_instant(a.text);
    const auto y = read_instant(b.text);
    if (x && y) return sign(*x, *y);
    return sign(a.text, b.text);
  }
  if (a.kind == Value::Kind::boolean) return sign(a.boolean, b.boolean);
  return std::nullopt;
}

}  // namespace

std::optional<StatRule> stat_rule(std::string_view stat) {
  if (is_percentile(stat))
    return StatRule{true, true, false, Operand::number_or_text, "percentile-mismatch"};
  const auto found = std::ranges::find(rules, stat, &NamedRule::stat);
  return found == rules.end() ? std::nullopt : std::optional(found->rule);
}

Result<Predicate> parse_predicate(const config::Node& node, const StatRule& rule) {
  using Kind = config::Node::Kind;
  if (node.kind == Kind::list) {
    if (rule.set) return parse_set(node);
    return fail(ErrorCode::config, "a list does not stand here");
  }
  if (node.kind == Kind::table) {
    if (rule.range) return parse_range(node, rule);
    return fail(ErrorCode::config, "a range does not stand here");
  }
  if (!rule.scalar) return fail(ErrorCode::config, "it takes a list of values");
  Predicate predicate;
  LEEWAY_TRY(predicate.scalar, parse_operand(node, rule.operand));
  return predicate;
}

std::string describe(const Predicate& predicate) {
  switch (predicate.form) {
    case Predicate::Form::scalar:
      return text_of(predicate.scalar);
    case Predicate::Form::range:
      if (!predicate.max) return "at least " + text_of(*predicate.min);
      if (!predicate.min) return "at most " + text_of(*predicate.max);
      return fmt::format("from {} to {}", text_of(*predicate.min), text_of(*predicate.max));
    case Predicate::Form::set: {
      std::vector<std::string> texts;
      for (const auto& value : predicate.set) texts.push_back(text_of(value));
      return "one of " + join(texts, ", ");
    }
  }
  return "";
}

std::optional<bool> satisfies(const Value& value, const Predicate& predicate) {
  if (predicate.form == Predicate::Form::scalar) {
    const auto order = compare(value, predicate.scalar);
    return order ? std::optional(*order == 0) : std::nullopt;
  }
  bool inside = true;
  if (predicate.min) {
    const auto order = compare(value, *predicate.min);
    if (!order) return std::nullopt;
    inside &= *order >= 0;
  }
  if (predicate.max) {
    const auto order = compare(value, *predicate.max);
    if (!order) return std::nullopt;
    inside &= *order <= 0;
  }
  return inside;
}

std::optional<TimePoint> read_instant(std::string_view text) {
  if (const auto time = parse_rfc3339(text)) return time;
  return parse_rfc3339(std::string(text) + "Z");
}

bool same_scalar(const Value& a, const Value& b) { return compare(a, b) == 0; }

}  // namespace leeway::print
