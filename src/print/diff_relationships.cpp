#include <map>
#include <tuple>

#include "print/diff_parts.h"
#include "print/encode_fields.h"

namespace leeway::print {
namespace {

// (source columns, target table, target columns), under their source table.
using Identity = std::tuple<std::vector<std::string>, std::string, std::vector<std::string>>;
using EdgeMap = std::map<Identity, const Edge*>;

EdgeMap edges_of(const Relationships& relationships) {
  EdgeMap edges;
  for (const Edge& edge : relationships.refers_to)
    if (edge.detection != "measured")
      edges.emplace(Identity{edge.column, edge.other_table, edge.other_column}, &edge);
  return edges;
}

DiffEvent edge_event(DiffKind kind, const std::string& table, const Edge& edge) {
  DiffEvent event{kind, table, "", make_map()};
  if (edge.column.size() == 1) event.column = edge.column.front();
  put(event.fields, "source_table", table);
  event.fields.set("source_column", list_of(edge.column));
  put(event.fields, "target_table", edge.other_table);
  event.fields.set("target_column", list_of(edge.other_column));
  return event;
}

DiffEvent added(const std::string& table, const Edge& edge) {
  DiffEvent event = edge_event(DiffKind::relationship_added, table, edge);
  if (edge.detection == "declared") {
    put(event.fields, "on_delete", edge.on_delete);
    put(event.fields, "on_update", edge.on_update);
  }
  put(event.fields, "detection", edge.detection);
  return event;
}

// Null where the side declares no action.
void put_change(Value& fields, const char* key, const std::optional<std::string>& before,
                const std::optional<std::string>& after) {
  if (before == after) return;
  Value change = make_map();
  change.set("before", before ? make_string(*before) : make_null());
  change.set("after", after ? make_string(*after) : make_null());
  fields.set(key, std::move(change));
}

void compare_edge(const std::string& table, const Edge& before, const Edge& after, Events& events) {
  if (before.on_delete == after.on_delete && before.on_update == after.on_update) return;
  DiffEvent event = edge_event(DiffKind::relationship_modified, table, after);
  put_change(event.fields, "on_delete", before.on_delete, after.on_delete);
  put_change(event.fields, "on_update", before.on_update, after.on_update);
  events.push_back(std::move(event));
}

}  // namespace

void compare_relationships(const TablePair& pair, Events& events) {
  if (!pair.before->relationships || !pair.after->relationships) return;
  const EdgeMap before = edges_of(*pair.before->relationships);
  const EdgeMap after = edges_of(*pair.after->relationships);
  const std::string& table = pair.after->fqn;
  for (const auto& [identity, edge] : after)
    if (!before.contains(identity)) events.push_back(added(table, *edge));
  for (const auto& [identity, edge] : before)
    if (!after.contains(identity))
      events.push_back(edge_event(DiffKind::relationship_removed, table, *edge));
  for (const auto& [identity, edge] : before)
    if (const auto other = after.find(identity); other != after.end())
      compare_edge(table, *edge, *other->second, events);
}

}  // namespace leeway::print
