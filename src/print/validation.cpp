#include "print/validation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/clock.h"
#include "base/text.h"

namespace leeway::print::validation {
namespace {

constexpr std::string_view warnings[] = {
    "layout.unknown-file",
    "schema.unknown-classification",
    "schema.unknown-change-kind",
    "schema.unknown-looks-like",
    "schema.unknown-sensitivity",
    "schema.unknown-epoch-unit",
    "manifest.orphaned-artifact",
    "stats.values-sum-mismatch",
    "stats.values-coverage-mismatch",
    "stats.values-list-short-of-cardinality-bounded",
    "stats.values-list-exceeds-cardinality",
    "stats.distribution-mismatch",
    "stats.scope-asserts-nothing",
    "stats.null-patterns-sum-exceeds-rows-scanned-bounded",
    "stats.null-patterns-reconciliation-mismatch-bounded",
    "stats.physical-name-matches-key",
    "privacy.unredacted-sensitive",
    "diff.summary-count-mismatch",
    "diff.summary-total-mismatch",
    "ddl.missing-trailing-newline",
    "annotations.unknown-column",
    "annotations.grain-unknown-column",
    "annotations.unknown-value",
    "annotations.value-note-unassertable",
    "annotations.claim-contradicts-statistic",
    "annotations.claim-unassertable",
    "annotations.unknown-edge",
    "annotations.verdict-on-declared-edge",
};

// Sections of the format's specification, by group of codes.
constexpr std::array<std::pair<std::string_view, std::string_view>, 10> references{
    {{"layout", "§1"},
     {"schema", "§2"},
     {"version", "§3"},
     {"manifest", "§2.1"},
     {"stats", "§2.2"},
     {"privacy", "§2.2.9"},
     {"relationships", "§2.3"},
     {"ddl", "§2.4"},
     {"diff", "§2.6"},
     {"annotations", "§2.7"}}};

std::string reference_of(std::string_view code) {
  const auto group = code.substr(0, code.find('.'));
  const auto found =
      std::ranges::find(references, group, &std::pair<std::string_view, std::string_view>::first);
  return found == references.end() ? "" : std::string(found->second);
}

bool is_instant(const Value& value) {
  constexpr std::string_view shape = "2026-05-17T22:48:01";
  if (value.kind != Value::Kind::string || value.text.size() <= shape.size()) return false;
  return value.text.ends_with('Z') && value.text[10] == 'T' &&
         parse_rfc3339(value.text).has_value();
}

bool is_integer(const Value& value) {
  return value.kind == Value::Kind::number &&
         value.text.find_first_not_of("-0123456789") == std::string::npos;
}

bool has_type(const Value& value, FieldType type) {
  switch (type) {
    case FieldType::text:
      return value.kind == Value::Kind::string;
    case FieldType::integer:
      return is_integer(value);
    case FieldType::number:
      return value.kind == Value::Kind::number;
    case FieldType::boolean:
      return value.kind == Value::Kind::boolean;
    case FieldType::map:
      return value.kind == Value::Kind::map;
    case FieldType::list:
      return value.kind == Value::Kind::list;
    case FieldType::instant:
      return is_instant(value);
    case FieldType::scalar:
      return value.is_scalar() && value.kind != Value::Kind::null;
    case FieldType::any:
      return true;
  }
  return false;
}

std::string_view describe(FieldType type) {
  constexpr std::array<std::string_view, 9> names{"a text",
                                                  "an integer",
                                                  "a number",
                                                  "true or false",
                                                  "a map",
                                                  "a list",
                                                  "an instant in UTC ending in Z",
                                                  "a text, a number, true or false",
                                                  "anything"};
  return names[static_cast<std::size_t>(type)];
}

}  // namespace

Place Place::at(std::string_view key) const {
  return {file, inside.empty() ? std::string(key) : fmt::format("{}.{}", inside, key)};
}

std::string Place::text() const { return inside.empty() ? file : file + "::" + inside; }

void Findings::add(std::string_view code, const Place& place, std::string detail) {
  const bool warning = std::ranges::find(warnings, code) != std::end(warnings);
  issues_.push_back(
      {std::string(code), !warning, place.text(), std::move(detail), reference_of(code)});
}

std::vector<Issue> Findings::take() {
  std::ranges::stable_sort(issues_, {},
                           [](const Issue& issue) { return std::tie(issue.path, issue.code); });
  return std::move(issues_);
}

std::optional<std::int64_t> integer(const Value* value) {
  if (!value || !is_integer(*value)) return std::nullopt;
  return std::strtoll(value->text.c_str(), nullptr, 10);
}

std::optional<double> number(const Value* value) {
  if (!value || value->kind != Value::Kind::number) return std::nullopt;
  return to_double(*value);
}

std::optional<std::string> text(const Value* value) {
  if (!value || value->kind != Value::Kind::string) return std::nullopt;
  return value->text;
}

std::optional<bool> boolean(const Value* value) {
  if (!value || value->kind != Value::Kind::boolean) return std::nullopt;
  return value->boolean;
}

const Value* map(const Value* value) {
  return value && value->kind == Value::Kind::map ? value : nullptr;
}

const Value* list(const Value* value) {
  return value && value->kind == Value::Kind::list ? value : nullptr;
}

std::vector<std::string> texts(const Value* value) {
  std::vector<std::string> result;
  if (const Value* items = list(value))
    for (const auto& item : items->items)
      if (item.is_scalar()) result.push_back(item.text);
  return result;
}

ColumnView::ColumnView(const TableView& owner, const std::string& name, const Value& content,
                       Place at)
    : table(owner),
      key(name),
      value(content),
      place(std::move(at)),
      classification(text(content.find("classification")).value_or("")),
      nulls(integer(content.find("null_count")).value_or(0)),
      filled(owner.rows_scanned - nulls),
      cardinality(integer(content.find("cardinality"))),
      redacted(text(content.find("redacted"))),
      unmeasured(texts(content.find("unmeasured"))) {}

const Value* ColumnView::find(std::string_view path) const {
  const auto dot = path.find('.');
  const Value* found = value.find(path.substr(0, dot));
  return found && dot != std::string_view::npos ? found->find(path.substr(dot + 1)) : found;
}

bool ColumnView::is_exact() const {
  return text(value.find("cardinality_method")).value_or("exact") == "exact";
}

bool ColumnView::is_prose() const {
  return classification == "text" && text(find("inferred.looks_like")) == "prose";
}

bool ColumnView::is_unmeasured(std::string_view field) const {
  const std::string_view head = field.substr(0, field.find('.'));
  return std::ranges::find(unmeasured, head) != unmeasured.end() ||
         std::ranges::find(unmeasured, field) != unmeasured.end();
}

// Digits behind the point beyond six; a number below 0.000001 may have six significant ones.
void check_precision(const Value* value, const Place& place, Findings& findings) {
  constexpr std::size_t most = 6;
  if (!value || value->kind != Value::Kind::number) return;
  const auto point = value->text.find('.');
  const auto first = value->text.find_first_not_of("-0.");
  if (point == std::string::npos || first == std::string::npos) return;
  if (value->text.size() - point - 1 <= most) return;
  if (std::abs(to_double(*value)) >= 1e-6 || value->text.size() - first > most)
    findings.add("stats.excess-precision", place, "more than 6 decimals");
}

void check_fields(const Value& value, std::span<const Field> fields, const Place& place,
                  Findings& findings) {
  for (const auto& field : fields) {
    const Value* found = value.find(field.key);
    if (!found) {
      if (field.required)
        findings.add("schema.missing-required-field", place,
                     fmt::format("'{}' is missing", field.key));
    } else if (!has_type(*found, field.type)) {
      findings.add("schema.type-mismatch", place.at(field.key),
                   fmt::format("it must be {}", describe(field.type)));
    }
  }
}

bool check_version(const Value& document, const Place& place, Findings& findings) {
  const Value* version = document.find("format_version");
  if (!version) {
    findings.add("version.missing-format-version", place, "'format_version' is missing");
    return false;
  }
  const auto number = integer(version);
  if (!number || *number < 1) {
    findings.add("version.invalid-format-version", place.at("format_version"),
                 "it must be a positive integer");
    return false;
  }
  if (*number == 1) return true;
  findings.add("version.unknown-format-version", place.at("format_version"),
               fmt::format("version {} is not known; this leeway reads version 1", *number));
  return false;
}

}  // namespace leeway::print::validation
