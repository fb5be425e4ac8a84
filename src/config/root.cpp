#include <algorithm>
#include <array>

#include "base/text.h"
#include "config/names.h"
#include "config/read.h"

namespace leeway::config {
namespace {

// A group of named blocks, e.g. [adapter.NAME], with its other spelling and the keys that show that
// the group itself is the one block, [adapter].
struct Group {
  std::string_view name;
  std::string_view alias;
  std::vector<std::string_view> own_keys;
};

bool is_single_block(const Section& section, const Group& group) {
  return std::ranges::any_of(section.node().children, [&](const Node& node) {
    return node.kind != Node::Kind::table ||
           std::ranges::find(group.own_keys, node.key) != group.own_keys.end();
  });
}

std::vector<std::pair<std::string, Section>> read_group(Section& root, const Group& group) {
  std::vector<std::pair<std::string, Section>> blocks;
  const bool by_name = root.any(group.name) != nullptr;
  const bool by_alias = root.any(group.alias) != nullptr;
  if (by_name && by_alias)
    root.error(code::rule, group.alias,
               fmt::format("[{}] and [{}] are the same block: use one", group.name, group.alias));
  auto section = root.section(by_name ? group.name : group.alias);
  if (!section) return blocks;
  const auto path = [&](std::string_view name) { return fmt::format("{}.{}", group.name, name); };
  if (is_single_block(*section, group)) {
    blocks.emplace_back("default", Section(section->node(), path("default"), root.problems()));
    return blocks;
  }
  for (const auto& node : section->node().children)
    blocks.emplace_back(node.key, Section(node, path(node.key), root.problems()));
  return blocks;
}

void check_dependencies(const Project& project, Problems& problems) {
  const auto names = names_of(project.pipelines);
  for (const auto& [name, pipeline] : project.pipelines)
    for (const auto& other : pipeline.depends_on)
      if (!project.pipelines.contains(other))
        problems.error(code::rule, {pipeline.location, fmt::format("pipeline.{}.depends_on", name)},
                       fmt::format("pipeline '{}' depends on '{}', which does not exist{}",
                                   printable(name), printable(other), did_you_mean(other, names)));
}

void check_gate(const Section& resilience, const Project& project) {
  if (project.resilience.auto_apply_additive_drift && !project.policy)
    resilience.warn(code::rule, "auto_apply_additive_drift",
                    "auto_apply_additive_drift without a [policy] that allows "
                    "schema_change.additive refuses every drift");
}

}  // namespace

void read_project(const Node& node, Project& project, Problems& problems) {
  Section root(node, "", problems);
  for (auto& [name, section] : read_group(root, {"adapter", "adapters", {"type"}}))
    project.adapters.emplace(name, read_adapter(section, name));
  const Group pipelines{
      "pipeline", "pipelines", {"source", "type", "models", "tables", "unique_key", "source_dir"}};
  for (auto& [name, section] : read_group(root, pipelines))
    project.pipelines.emplace(name, read_pipeline(section, name, project.adapters));
  check_dependencies(project, problems);
  if (auto section = root.section("policy")) project.policy = read_policy(*section);
  if (auto section = root.section("state")) project.state = read_state(*section);
  if (auto section = root.section("resilience")) {
    project.resilience = read_resilience(*section);
    check_gate(*section, project);
  }
  root.any("print");
  read_inert_blocks(root);
  root.done();
}

}  // namespace leeway::config
