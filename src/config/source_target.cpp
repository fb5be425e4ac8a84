#include <array>

#include "base/text.h"
#include "config/component.h"
#include "config/names.h"
#include "config/naming.h"
#include "config/read.h"

namespace leeway::config {
namespace {

constexpr std::array<Choice<OnCollision>, 3> collisions{{
    {"off", OnCollision::off},
    {"warn", OnCollision::warn},
    {"error", OnCollision::error},
}};

// An adapter reference: its code, where it stands, and what the adapter must be able to do.
struct Role {
  std::string_view code;
  std::string_view noun;
  bool (*fits)(const Adapter&);
  std::string_view ability;
};

constexpr Role source_role{code::source_adapter, "source", holds_data, "hold data"};
constexpr Role target_role{code::target_adapter, "target", holds_data, "hold data"};
constexpr Role discovery_role{code::discovery_adapter, "discovery", can_discover, "discover"};

std::string read_reference(Section& section, const Adapters& adapters, const Role& role) {
  const auto given = section.text("adapter");
  std::string name = given.value_or(default_adapter(adapters));
  const auto found = adapters.find(name);
  if (found == adapters.end()) {
    const auto names = names_of(adapters);
    std::string message = fmt::format("the {} adapter '{}' does not exist", role.noun,
                                      given ? shown(*section.node().find("adapter")) : name);
    message += names.empty()
                   ? ": the project has no [adapter]"
                   : fmt::format("; there are {}{}", join(names, ", "), did_you_mean(name, names));
    section.error(role.code, "adapter", std::move(message));
  } else if (!role.fits(found->second)) {
    section.error(
        code::adapter_role, "adapter",
        fmt::format("the adapter '{}' ({}) cannot {}, as a {} adapter must", printable(name),
                    printable(found->second.type), role.ability, role.noun));
  }
  return name;
}

void read_discovery(Section section, const Adapters& adapters, Source& source) {
  source.discovery_adapter = read_reference(section, adapters, discovery_role);
  source.report_new_sources = section.flag("report_new_sources", false);
  source.on_collision =
      section.choice<OnCollision>("on_collision", collisions).value_or(source.on_collision);
  section.done();
}

bool is_component_name(std::string_view name) {
  constexpr std::string_view allowed =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  return !name.empty() && name.find_first_not_of(allowed) == std::string_view::npos;
}

void check_component(const Section& section, std::string_view name, std::set<std::string>& seen) {
  const auto report = [&](std::string_view code, const std::string& what) {
    section.error(code, "components", fmt::format("the component '{}' {}", printable(name), what));
  };
  if (!is_component_name(name))
    report(code::pattern,
           "is not a name: letters, digits, '_' and '-', then '...' if it may "
           "hold several segments");
  else if (name == "table" || name == "id")
    report(code::rule, "has a reserved name ('table' and 'id' are keys of --filter)");
  else if (!seen.insert(std::string(name)).second)
    report(code::pattern, "is declared twice");
}

void check_components(const Section& section, const SchemaPattern& pattern) {
  if (pattern.components.empty())
    section.error(code::pattern, "components",
                  "components is empty; name at least one, e.g. [\"source\"]");
  std::set<std::string> seen;
  int variable = 0;
  for (const auto& spelling : pattern.components) {
    const ComponentSpec component = parse_component(spelling);
    variable += component.variable ? 1 : 0;
    check_component(section, component.name, seen);
  }
  if (variable > 1)
    section.error(code::pattern, "components",
                  "only one component may hold several segments ('...')");
}

}  // namespace

SchemaPattern read_pattern(Section section) {
  SchemaPattern pattern;
  pattern.location = section.place().location;
  for (const std::string_view key : {"prefix", "separator", "components"})
    if (!section.node().find(key)) section.report_missing(key);
  pattern.prefix = section.text("prefix", "");
  const auto separator = section.text("separator");
  if (separator && separator->empty())
    section.error(code::pattern, "separator", section.name_of("separator") + " is empty");
  pattern.separator = separator.value_or("");
  if (auto components = section.strings("components")) {
    pattern.components = std::move(*components);
    check_components(section, pattern);
  }
  section.done();
  return pattern;
}

Source read_source(Section section, const Adapters& adapters) {
  Source source;
  source.adapter = read_reference(section, adapters, source_role);
  source.catalog = section.text("catalog", "");
  if (auto discovery = section.section("discovery"))
    read_discovery(std::move(*discovery), adapters, source);
  else if (adapters.size() == 1 && can_discover(adapters.begin()->second))
    source.discovery_adapter = adapters.begin()->first;
  if (auto pattern = section.section("schema_pattern"))
    source.pattern = read_pattern(std::move(*pattern));
  else if (!section.node().find("schema_pattern"))
    section.report_missing("schema_pattern");
  section.done();
  return source;
}

namespace {

Governance read_governance(Section section) {
  Governance governance;
  governance.auto_create_catalogs = section.flag("auto_create_catalogs", false);
  governance.auto_create_schemas = section.flag("auto_create_schemas", false);
  for (const std::string_view key : {"tag_prefix", "tags", "grants", "schema_grants", "isolation"})
    if (section.any(key))
      section.warn(code::inert, key, section.name_of(key) + " is read and not acted on");
  section.done();
  return governance;
}

}  // namespace

Target read_target(Section section, const SchemaPattern& pattern, const Adapters& adapters) {
  Target target;
  target.location = section.place().location;
  target.adapter = read_reference(section, adapters, target_role);
  target.separator = section.text("separator");
  const auto catalog = section.text("catalog_template");
  if (!section.node().find("catalog_template")) section.report_missing("catalog_template");
  target.catalog_template = catalog.value_or("");
  target.schema_template = section.required_text("schema_template");
  if (!pattern.components.empty()) {
    check_template(section, "catalog_template", target.catalog_template, pattern);
    check_template(section, "schema_template", target.schema_template, pattern);
  }
  if (auto governance = section.section("governance"))
    target.governance = read_governance(std::move(*governance));
  section.done();
  return target;
}

void check_template(const Section& section, std::string_view key, const std::string& text,
                    const SchemaPattern& pattern) {
  Components components;
  for (const auto& spelling : pattern.components) {
    auto [name, variable] = parse_component(spelling);
    components.push_back({std::move(name), {"x"}, variable});
  }
  if (const auto resolved = resolve_template(text, components, pattern.separator); !resolved)
    section.error(code::template_text, key,
                  fmt::format("{}: {}", section.name_of(key), resolved.error().text()));
}

}  // namespace leeway::config
