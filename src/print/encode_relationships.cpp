#include "print/encode.h"
#include "print/encode_fields.h"

namespace leeway::print {
namespace {

Value encode_observed(const Observed& observed) {
  Value map = make_map();
  put_measured(map, "fanout_avg", observed.fanout_avg);
  put_measured(map, "target_coverage", observed.target_coverage);
  map.set("scope_compatible", make_bool(observed.scope_compatible));
  put(map, "fanout_max", observed.fanout_max);
  put(map, "coherent", observed.coherent);
  put_measured(map, "containment", observed.containment);
  put(map, "answerable_count", observed.answerable_count);
  return map;
}

// `other`: "target" or "referencer".
Value encode_edges(const std::vector<Edge>& edges, const std::string& other) {
  Value list = make_list();
  for (const Edge& edge : edges) {
    Value map = make_map();
    map.set("column", list_of(edge.column));
    map.set(other + "_table", make_string(edge.other_table));
    map.set(other + "_column", list_of(edge.other_column));
    put(map, "on_delete", edge.on_delete);
    put(map, "on_update", edge.on_update);
    put(map, "detection", edge.detection);
    put(map, "constraint_name", edge.constraint_name);
    if (edge.observed) map.set("observed", encode_observed(*edge.observed));
    list.items.push_back(std::move(map));
  }
  return list;
}

}  // namespace

Value encode_relationships(const TablePrint& table) {
  const Relationships& relationships = *table.relationships;
  Value map = make_map();
  put(map, "format_version", std::int64_t{1});
  put(map, "table", table.fqn);
  put(map, "profiled_at", table.profiled_at);
  put(map, "eligible_target", relationships.eligible_target);
  map.set("refers_to", encode_edges(relationships.refers_to, "target"));
  map.set("referenced_by", encode_edges(relationships.referenced_by, "referencer"));
  return map;
}

}  // namespace leeway::print
