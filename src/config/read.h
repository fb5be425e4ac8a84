// The readers of a project's sections. Each reads one table into its struct, reports what is wrong
// to the section's Problems and fills defaults; none fails.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "config/project.h"
#include "config/section.h"

namespace leeway::config {

using Adapters = std::map<std::string, Adapter>;

void read_project(const Node& root, Project& project, Problems& problems);

Adapter read_adapter(Section section, std::string name);
// Whether tables can be read and written through it (a database, not a pure discovery service).
bool holds_data(const Adapter& adapter);
// Whether sources can be discovered through it.
bool can_discover(const Adapter& adapter);

// Whether its engine has materialized views, as far as the type is known.
bool has_materialized_views(const Adapter& adapter);

// The adapter a pipeline means when it names none: the only one, or "default".
std::string default_adapter(const Adapters& adapters);

Pipeline read_pipeline(Section section, std::string name, const Adapters& adapters);
Replication read_replication(Section& section, const Adapters& adapters);
Source read_source(Section section, const Adapters& adapters);
SchemaPattern read_pattern(Section section);
Target read_target(Section section, const SchemaPattern& pattern, const Adapters& adapters);
std::vector<TableOverride> read_overrides(Section& section, const Replication& replication,
                                          const Adapters& adapters);
Checks read_checks(Section section);
std::vector<Assertion> read_assertions(Section& section);
Severity read_severity(Section& section);
std::optional<Strategy> read_strategy(Section& section);
// Reports a strategy that the target's engine cannot make, or that no pipeline can.
void check_strategy(const Section& section, Strategy strategy, const Target& target,
                    const Adapters& adapters);

Policy read_policy(Section section);
Resilience read_resilience(Section section);
StateSettings read_state(Section section);

// Blocks of the grammar that are read and not acted on: their keys are known, and a warning says
// so.
void read_inert_blocks(Section& root);
void read_inert(Section& section, std::string_view key, std::span<const std::string_view> keys);

// Reports a template that does not fit the pattern, at `key` of the section.
void check_template(const Section& section, std::string_view key, const std::string& text,
                    const SchemaPattern& pattern);

}  // namespace leeway::config
