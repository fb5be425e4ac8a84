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

Predicate predicate_of(const Value& claim) {
  Predicate predicate;
  if (claim.kind == Value::Kind::map) {
    predicate.form = Predicate::Form::range;
    if (const Value* min = claim.find("min")) predicate.min = *min;
    if (const Value* max = claim.find("max")) predicate.max = *max;
  } else if (claim.kind == Value::Kind::list) {
    predicate.form = Predicate::Form::set;
    predicate.set = claim.items;
  } else {
    predicate.scalar = claim;
  }
  return predicate;
}

// The place of a claim's subject in a column; assertions call what is inferred by its name alone.
std::string path_of(const std::string& stat) {
  return stat == "looks_like" || stat == "candidate_key" ? "inferred." + stat : stat;
}

bool is_withheld(const Value& subject, const std::string& stat) {
  constexpr std::array<std::string_view, 7> heads{
      "accepted_values", "values", "range", "percentiles", "mean", "sum", "length"};
  return subject.find("redacted") &&
         (std::ranges::find(heads, stat.substr(0, stat.find('.'))) != heads.end() ||
          stat == "freshness.max_age_days");
}

// nullopt: the print does not say enough.
std::optional<bool> lists_only(const Value& subject, const Predicate& claim) {
  const Value* values = list(subject.find("values"));
  if (!values || number(subject.find("values_coverage")) != 1.0) return std::nullopt;
  return std::ranges::all_of(values->items, [&](const Value& entry) {
    const Value* value = entry.find("value");
    return value && std::ranges::any_of(claim.set,
                                        [&](const Value& one) { return same_scalar(one, *value); });
  });
}

std::optional<bool> holds(const Value& subject, const std::string& stat, const Predicate& claim) {
  if (is_withheld(subject, stat)) return std::nullopt;
  if (claim.form == Predicate::Form::set)
    return stat == "accepted_values" ? lists_only(subject, claim) : std::nullopt;
  const std::string path = path_of(stat);
  const auto dot = path.find('.');
  const Value* value = subject.find(path.substr(0, dot));
  if (value && dot != std::string::npos) value = value->find(path.substr(dot + 1));
  // A key is marked, what is none is not.
  if (!value && stat == "candidate_key" && subject.find("cardinality"))
    return satisfies(make_bool(false), claim);
  return value ? satisfies(*value, claim) : std::nullopt;
}

// What an entry claims of its subject, a column or an edge.
void check_claims(const Value& entry, const Value& subject, const Place& at, Findings& findings) {
  const Value* claims = map(entry.find("claims"));
  if (!claims) return;
  for (std::size_t i = 0; i < claims->items.size(); ++i) {
    const std::string& stat = claims->keys[i];
    const Predicate claim = predicate_of(claims->items[i]);
    const Place place = at.at("claims." + stat);
    const auto held = holds(subject, stat, claim);
    if (!held)
      findings.add("annotations.claim-unassertable", place, "the print does not say it");
    else if (!*held)
      findings.add("annotations.claim-contradicts-statistic", place,
                   fmt::format("claimed {}, the print says otherwise", describe(claim)));
  }
}

// The keys of each map of a list.
void refuse_unknown_in(const Value* items, std::span<const std::string_view> known,
                       const Place& place, Findings& findings) {
  if (!items) return;
  for (const auto& item : items->items) refuse_unknown(item, known, place, findings);
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
    check_claims(entry, *column, at, findings_);
  }

  void check_values(const Value& entry, const Value& column, const Place& at) {
    constexpr std::array<std::string_view, 2> known{"value", "note"};
    const Value* notes = list(entry.find("values"));
    if (!notes) return;
    refuse_unknown_in(notes, known, at.at("values"), findings_);
    if (column.find("redacted"))
      return findings_.add("annotations.value-note-unassertable", at.at("values"),
                           "the column is redacted");
    const Value* values = list(column.find("values"));
    if (!values || number(column.find("values_coverage")) != 1.0) return;
    for (const auto& note : notes->items) {
      const Value* value = note.find("value");
      const bool listed = value && std::ranges::any_of(values->items, [&](const Value& one) {
                            const Value* other = one.find("value");
                            return other && same_scalar(*other, *value);
                          });
      if (!listed)
        findings_.add(
            "annotations.unknown-value", at.at("values"),
            fmt::format("'{}' is no value of the column", value ? printable(value->text) : ""));
    }
  }

  void check_grain(const Value& document) {
    constexpr std::array<std::string_view, 1> known{"keys"};
    constexpr std::array<std::string_view, 2> known_of_key{"columns", "note"};
    const Value* grain = map(document.find("grain"));
    if (!grain) return;
    refuse_unknown(*grain, known, place_.at("grain"), findings_);
    refuse_unknown_in(list(grain->find("keys")), known_of_key, place_.at("grain.keys"), findings_);
    const Value* keys = list(grain->find("keys"));
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

// The form of an entry about an edge.
void check_edge_form(const Value& entry, const Place& at, Findings& findings) {
  constexpr std::array<std::string_view, 8> known{"column",  "target_table", "target_column",
                                                  "path",    "target_path",  "note",
                                                  "verdict", "claims"};
  constexpr std::array<Field, 3> fields{{{"column", FieldType::list, true},
                                         {"target_table", FieldType::text, true},
                                         {"target_column", FieldType::list, true}}};
  refuse_unknown(entry, known, at, findings);
  check_fields(entry, fields, at, findings);
  const Value* verdict = entry.find("verdict");
  if (verdict && text(verdict) != "rejected")
    findings.add("schema.type-mismatch", at.at("verdict"), "a verdict can be 'rejected'");
  const auto columns = texts(entry.find("column")).size();
  const auto targets = texts(entry.find("target_column")).size();
  if (columns != targets)
    findings.add("relationships.column-array-length-mismatch", at,
                 fmt::format("{} columns against {}", columns, targets));
  if ((entry.find("path") && columns > 1) || (entry.find("target_path") && targets > 1))
    findings.add("relationships.path-on-composite-endpoint", at, "paths need single columns");
}

const Value* edge_of(const Value& edges, const Value& entry) {
  const auto edge = std::ranges::find_if(edges.items, [&](const Value& one) {
    return texts(one.find("column")) == texts(entry.find("column")) &&
           text(one.find("target_table")) == text(entry.find("target_table")) &&
           texts(one.find("target_column")) == texts(entry.find("target_column"));
  });
  return edge == edges.items.end() ? nullptr : &*edge;
}

void check_edges(const TableView& table, Findings& findings) {
  constexpr std::array<std::string_view, 2> known{"format_version", "refers_to"};
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
    check_edge_form(entry, at, findings);
    if (!edges) continue;
    const Value* edge = edge_of(*edges, entry);
    if (edge) check_claims(entry, *edge, at, findings);
    if (!entry.find("verdict")) continue;
    if (!edge)
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
