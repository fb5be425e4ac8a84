// relationships.yaml: endpoints, mirrors, and what is observed about an edge.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "base/text.h"
#include "print/decode.h"
#include "print/sketch.h"
#include "print/validation.h"

namespace leeway::print::validation {
namespace {

constexpr double tolerance = 1.5e-6;
constexpr std::array<Field, 3> file_fields{{{"table", FieldType::text, true},
                                            {"profiled_at", FieldType::instant, true},
                                            {"eligible_target", FieldType::boolean}}};

struct End {
  std::string table;
  std::vector<std::string> columns;

  auto operator<=>(const End&) const = default;
};

class EdgeCheck {
 public:
  EdgeCheck(const PrintFiles& files, const std::vector<TableView>& tables, Findings& findings)
      : findings_(findings) {
    for (const auto& table : tables) views_.emplace(table.files->fqn, &table);
    for (const auto& table : files.tables)
      if (const Value* edges = list(table.relationships.value.find("refers_to")))
        for (const auto& edge : edges->items)
          outgoing_.emplace(
              End{table.fqn, texts(edge.find("column"))},
              End{text(edge.find("target_table")).value_or(""), texts(edge.find("target_column"))});
  }

  void run(const TableView& table) {
    const Value& document = table.files->relationships.value;
    const Place place{table.path + "/relationships.yaml", ""};
    if (!check_version(document, place, findings_)) return;
    check_fields(document, file_fields, place, findings_);
    for (const std::string_view key : {"refers_to", "referenced_by"})
      if (!list(document.find(key)))
        findings_.add("schema.missing-required-field", place, fmt::format("'{}' is missing", key));
    check_refers_to(table, document, place);
    check_referenced_by(table, document, place);
  }

 private:
  void check_refers_to(const TableView& table, const Value& document, const Place& place) {
    const Value* edges = list(document.find("refers_to"));
    if (!edges) return;
    for (std::size_t i = 0; i < edges->items.size(); ++i) {
      const Value& edge = edges->items[i];
      const Place at = place.at(fmt::format("refers_to[{}]", i));
      const End child{table.files->fqn, texts(edge.find("column"))};
      const End parent{text(edge.find("target_table")).value_or(""),
                       texts(edge.find("target_column"))};
      check_ends(edge, child, parent, at);
      check_observed(edge, child, parent, at);
    }
  }

  void check_referenced_by(const TableView& table, const Value& document, const Place& place) {
    const Value* edges = list(document.find("referenced_by"));
    if (!edges) return;
    for (std::size_t i = 0; i < edges->items.size(); ++i) {
      const Value& edge = edges->items[i];
      const Place at = place.at(fmt::format("referenced_by[{}]", i));
      const End child{text(edge.find("referencer_table")).value_or(""),
                      texts(edge.find("referencer_column"))};
      const End parent{table.files->fqn, texts(edge.find("column"))};
      check_ends(edge, child, parent, at);
      check_mirror(child, parent, at);
      check_observed(edge, child, parent, at);
      if (boolean(document.find("eligible_target")) == false &&
          text(edge.find("detection")) == "inferred")
        findings_.add("relationships.ineligible-target-is-referenced", at,
                      "eligible_target is false");
    }
  }

  void check_ends(const Value& edge, const End& child, const End& parent, const Place& at) {
    if (child.columns.size() != parent.columns.size())
      findings_.add(
          "relationships.column-array-length-mismatch", at,
          fmt::format("{} columns against {}", child.columns.size(), parent.columns.size()));
    const bool path = edge.find("path") || edge.find("target_path");
    if (path && child.columns.size() > 1)
      findings_.add("relationships.path-on-composite-endpoint", at, "paths need single columns");
  }

  void check_mirror(const End& child, const End& parent, const Place& at) {
    const auto view = views_.find(child.table);
    if (view == views_.end()) return;
    const Artifact& other = view->second->files->relationships;
    if (!list(other.value.find("refers_to"))) return;
    const auto [first, last] = outgoing_.equal_range(child);
    const bool found =
        std::any_of(first, last, [&](const auto& edge) { return edge.second == parent; });
    if (!found)
      findings_.add("relationships.broken-reciprocity", at,
                    fmt::format("'{}' does not refer to this table so", child.table));
  }

  const Value* column(const End& end) const {
    const auto view = views_.find(end.table);
    if (end.columns.size() != 1 || view == views_.end() || !view->second->statistics)
      return nullptr;
    const Value* columns = map(view->second->statistics->find("columns"));
    return columns ? columns->find(end.columns[0]) : nullptr;
  }

  void check_observed(const Value& edge, const End& child, const End& parent, const Place& at) {
    const Value* observed = map(edge.find("observed"));
    const Value* from = column(child);
    const Value* to = column(parent);
    if (!observed || !from || !to || !views_.at(child.table)->counted) return;
    const Place place = at.at("observed");
    for (const std::string_view ratio : {"fanout_avg", "target_coverage", "containment"})
      check_precision(observed->find(ratio), place.at(ratio), findings_);
    const auto child_cardinality = integer(from->find("cardinality")).value_or(0);
    const auto parent_cardinality = integer(to->find("cardinality")).value_or(0);
    if (child_cardinality <= 0 || parent_cardinality <= 0) return;
    const auto& view = *views_.at(child.table);
    const auto fanout = number(observed->find("fanout_avg"));
    const double expected =
        static_cast<double>(view.row_count) / static_cast<double>(child_cardinality);
    if (fanout && std::abs(*fanout - expected) > tolerance * std::max(1.0, expected))
      findings_.add("relationships.observed-fanout-mismatch", place,
                    fmt::format("{} is not {} rows over {} values", *fanout, view.row_count,
                                child_cardinality));
    const auto coherent = boolean(observed->find("coherent"));
    if (coherent && *coherent != (child_cardinality <= parent_cardinality))
      findings_.add("relationships.observed-coherent-mismatch", place,
                    fmt::format("{} values against {}", child_cardinality, parent_cardinality));
    check_coverage(*observed, *from, *to, place);
  }

  void check_coverage(const Value& observed, const Value& from, const Value& to,
                      const Place& place) {
    const auto child = integer(from.find("cardinality")).value_or(0);
    const auto parent = integer(to.find("cardinality")).value_or(0);
    const auto child_sketch = sketch_of(from);
    const auto parent_sketch = sketch_of(to);
    const auto containment = number(observed.find("containment"));
    const auto coverage = number(observed.find("target_coverage"));
    const auto answerable = integer(observed.find("answerable_count"));
    if (!child_sketch || !parent_sketch) {
      const double expected =
          std::min(1.0, static_cast<double>(child) / static_cast<double>(parent));
      if (coverage && !containment && std::abs(*coverage - expected) > tolerance)
        findings_.add("relationships.observed-coverage-mismatch", place,
                      fmt::format("{} is not {} over {}", *coverage, child, parent));
      return;
    }
    const auto match = overlap({&*child_sketch, child}, {&*parent_sketch, parent});
    if (!match) {
      if (containment)
        findings_.add("relationships.observed-containment-forbidden", place,
                      "the sketches answer nothing here");
      return;
    }
    if (containment && std::abs(*containment - match->containment) > tolerance)
      findings_.add("relationships.observed-containment-mismatch", place,
                    fmt::format("the sketches say {}", match->containment));
    if (coverage && std::abs(*coverage - match->target_coverage) > tolerance)
      findings_.add("relationships.observed-coverage-mismatch", place,
                    fmt::format("the sketches say {}", match->target_coverage));
    if (answerable && *answerable != match->answerable)
      findings_.add("relationships.observed-answerable-count-mismatch", place,
                    fmt::format("the sketches say {}", match->answerable));
  }

  static std::optional<Sketch> sketch_of(const Value& column) {
    const Value* sketch = map(column.find("sketch"));
    const auto hashes =
        sketch ? decode_hashes(text(sketch->find("values")).value_or("")) : std::nullopt;
    if (!hashes || hashes->size() > sketch_size ||
        std::ranges::adjacent_find(*hashes, std::ranges::greater_equal{}) != hashes->end())
      return std::nullopt;
    return Sketch{"kmv_md5_lo64", *hashes};
  }

  std::map<std::string, const TableView*> views_;
  std::multimap<End, End> outgoing_;
  Findings& findings_;
};

}  // namespace

void check_relationships(const PrintFiles& files, const std::vector<TableView>& tables,
                         Findings& findings) {
  EdgeCheck check(files, tables, findings);
  for (const auto& table : tables)
    if (table.files->relationships.present && !table.files->relationships.error) check.run(table);
}

}  // namespace leeway::print::validation
