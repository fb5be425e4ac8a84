// Files that people write beside a print: closed in form, advisory in content.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/text.h"
#include "print/predicates.h"
#include "print/validation.h"

namespace leeway::print::validation {
namespace {

void refuse_unknown(const Value& value, std::span<const std::string_view> known, const Place& place,
                    Findings& findings) {
  for (const auto& key : value.keys)
    if (std::ranges::find(known, key) == known.end())
      findings.add("schema.type-mismatch", place.at(key),
                   fmt::format("'{}' has no meaning here", printable(key)));
}

const Value* columns_of(const TableView& table) {
  return table.statistics ? map(table.statistics->find("columns")) : nullptr;
}

class TableNotes {
 public:
  TableNotes(const TableView& table, Findings& findings)
      : table_(table),
        place_{table.path + "/statistics.annotations.yaml", ""},
        findings_(findings) {}

  void run() {
    constexpr std::array<std::string_view, 3> known{"format_version", "columns", "grain"};
    const Value& document = table_.files->statistics_annotations.value;
    if (!check_version(document, place_, findings_)) return;
    refuse_unknown(document, known, place_, findings_);
    const Value* columns = map(document.find("columns"));
    if (!columns)
      findings_.add("schema.missing-required-field", place_, "'columns' is missing");
    else
      for (std::size_t i = 0; i < columns->items.size(); ++i)
        check_column(columns->keys[i], columns->items[i]);
    check_grain(document);
  }

 private:
  void check_column(const std::string& key, const Value& entry) {
    constexpr std::array<std::string_view, 3> known{"note", "claims", "values"};
    const Place at = place_.at("columns." + key);
    if (entry.kind != Value::Kind::map)
      return findings_.add("schema.type-mismatch", at, "it must be a map");
    refuse_unknown(entry, known, at, findings_);
    const Value* columns = columns_of(table_);
    const Value* column = columns ? columns->find(key) : nullptr;
    if (columns && !column)
      return findings_.add("annotations.unknown-column", at, "the table has no such column");
    if (!column) return;
    check_values(entry, *column, at);
    check_claims(entry, *column, at);
  }

  void check_values(const Value& entry, const Value& column, const Place& at) {
    const Value* notes = list(entry.find("values"));
    if (!notes) return;
    if (column.find("redacted"))
      return findings_.add("annotations.value-note-unassertable", at.at("values"),
                           "the column is redacted");
    const Value* values = list(column.find("values"));
    if (!values || number(column.find("values_coverage")) != 1.0) return;
    for (const auto& note : notes->items) {
      const Value* value = note.find("value");
      const bool listed = value && std::ranges::any_of(values->items, [&](const Value& one) {
                            const Value* other = one.find("value");
                            return other && other->text == value->text;
                          });
      if (!listed)
        findings_.add(
            "annotations.unknown-value", at.at("values"),
            fmt::format("'{}' is no value of the column", value ? printable(value->text) : ""));
    }
  }

  void check_claims(const Value& entry, const Value& column, const Place& at) {
    const Value* claims = map(entry.find("claims"));
    if (!claims) return;
    for (std::size_t i = 0; i < claims->items.size(); ++i)
      check_claim(claims->keys[i], claims->items[i], column, at.at("claims." + claims->keys[i]));
  }

  void check_claim(const std::string& stat, const Value& claim, const Value& column,
                   const Place& at) {
    const auto dot = stat.find('.');
    const Value* value = column.find(stat.substr(0, dot));
    if (value && dot != std::string::npos) value = value->find(stat.substr(dot + 1));
    if (!value)
      return findings_.add("annotations.claim-unassertable", at, "the print does not say it");
    Predicate predicate;
    if (claim.kind == Value::Kind::map) {
      predicate.form = Predicate::Form::range;
      if (const Value* min = claim.find("min")) predicate.min = *min;
      if (const Value* max = claim.find("max")) predicate.max = *max;
    } else {
      predicate.scalar = claim;
    }
    if (satisfies(*value, predicate) == false)
      findings_.add("annotations.claim-contradicts-statistic", at,
                    fmt::format("claimed {}, measured {}", describe(predicate), value->text));
  }

  void check_grain(const Value& document) {
    const Value* grain = map(document.find("grain"));
    const Value* keys = grain ? list(grain->find("keys")) : nullptr;
    const Value* columns = columns_of(table_);
    if (!keys || !columns) return;
    for (const auto& key : keys->items)
      for (const auto& name : texts(key.find("columns")))
        if (!columns->find(name))
          findings_.add("annotations.grain-unknown-column", place_.at("grain"), printable(name));
  }

  const TableView& table_;
  Place place_;
  Findings& findings_;
};

void check_edges(const TableView& table, Findings& findings) {
  constexpr std::array<std::string_view, 2> known{"format_version", "refers_to"};
  constexpr std::array<std::string_view, 8> entry_keys{"column",  "target_table", "target_column",
                                                       "path",    "target_path",  "note",
                                                       "verdict", "claims"};
  const Value& document = table.files->relationships_annotations.value;
  const Place place{table.path + "/relationships.annotations.yaml", ""};
  if (!check_version(document, place, findings)) return;
  refuse_unknown(document, known, place, findings);
  const Value* entries = list(document.find("refers_to"));
  if (!entries)
    return findings.add("schema.missing-required-field", place, "'refers_to' is missing");
  const Value* edges = list(table.files->relationships.value.find("refers_to"));
  for (std::size_t i = 0; i < entries->items.size(); ++i) {
    const Value& entry = entries->items[i];
    const Place at = place.at(fmt::format("refers_to[{}]", i));
    refuse_unknown(entry, entry_keys, at, findings);
    if (!entry.find("verdict") || !edges) continue;
    const auto edge = std::ranges::find_if(edges->items, [&](const Value& one) {
      return texts(one.find("column")) == texts(entry.find("column")) &&
             text(one.find("target_table")) == text(entry.find("target_table")) &&
             texts(one.find("target_column")) == texts(entry.find("target_column"));
    });
    if (edge == edges->items.end())
      findings.add("annotations.unknown-edge", at, "there is no such relationship to judge");
    else if (text(edge->find("detection")) == "declared")
      findings.add("annotations.verdict-on-declared-edge", at, "the database declares it");
  }
}

}  // namespace

void check_annotations(const PrintFiles& files, const std::vector<TableView>& tables,
                       Findings& findings) {
  constexpr std::array<std::string_view, 2> known{"format_version", "notes"};
  if (files.manifest_annotations.present && !files.manifest_annotations.error) {
    const Place place{"manifest.annotations.yaml", ""};
    if (check_version(files.manifest_annotations.value, place, findings))
      refuse_unknown(files.manifest_annotations.value, known, place, findings);
  }
  for (const auto& table : tables) {
    const auto readable = [](const Artifact& artifact) {
      return artifact.present && !artifact.error;
    };
    if (readable(table.files->statistics_annotations)) TableNotes(table, findings).run();
    if (readable(table.files->relationships_annotations)) check_edges(table, findings);
  }
}

}  // namespace leeway::print::validation
