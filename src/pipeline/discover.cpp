#include "pipeline/discover.h"

#include <map>
#include <set>

#include "base/text.h"
#include "dialects/identifiers.h"
#include "dialects/statements.h"

namespace leeway::pipeline {
namespace {

std::vector<std::string> asset_key_of(const std::string& source_type,
                                      const config::Components& components,
                                      const std::string& table) {
  std::vector<std::string> key{source_type};
  for (const auto& component : components)
    key.insert(key.end(), component.values.begin(), component.values.end());
  key.push_back(table);
  return key;
}

// Resolves names for the tables of one connector.
struct Resolver {
  const dialects::Dialect& dialect;
  const config::Replication& replication;
  const Databases& databases;

  std::string separator() const {
    return replication.target.separator.value_or(replication.source.pattern.separator);
  }

  Result<catalog::SchemaName> target_schema(const config::Components& components) const {
    LEEWAY_TRY(auto catalog, config::resolve_template(replication.target.catalog_template,
                                                      components, separator()));
    LEEWAY_TRY(auto schema, config::resolve_template(replication.target.schema_template, components,
                                                     separator()));
    if (schema.empty()) {
      return fail(ErrorCode::config, "{}: schema_template '{}' resolves to an empty name",
                  replication.target.location.text(), replication.target.schema_template);
    }
    return catalog::SchemaName{catalog.empty() ? databases.target_catalog : catalog, schema};
  }

  // A metadata value is SQL: a schema's name may stand in it as the content of a string, no more.
  config::Components inside_quotes(config::Components components) const {
    for (auto& component : components)
      for (auto& value : component.values) {
        const std::string literal = dialects::string_literal(dialect, value);
        value = literal.substr(1, literal.size() - 2);
      }
    return components;
  }

  Result<std::vector<config::MetadataColumn>> metadata(const config::Components& components) const {
    const auto quoted = inside_quotes(components);
    std::vector<config::MetadataColumn> resolved;
    for (config::MetadataColumn column : replication.metadata_columns) {
      LEEWAY_TRY(column.value, config::resolve_template(column.value, quoted,
                                                        replication.source.pattern.separator));
      resolved.push_back(std::move(column));
    }
    return resolved;
  }
};

Status add_candidates(const DiscoveredSource& source, const Resolver& resolver,
                      const std::optional<config::Filter>& filter, Discovery& discovery) {
  LEEWAY_TRY(const auto schema, resolver.target_schema(source.components));
  LEEWAY_TRY(const auto metadata, resolver.metadata(source.components));
  for (const auto& table : source.tables) {
    if (filter && filter->key == "table" && filter->value != table.name) continue;
    Candidate candidate{
        source.id,
        source.source_type,
        source.components,
        {source.schema.catalog, source.schema.schema, table.name},
        {schema.catalog, schema.schema, table.name},
        {},
        config::settings_for(resolver.replication, source.id, source.schema.schema, table.name),
        metadata};
    candidate.state_key = state_key(resolver.databases, candidate.target, candidate.source);
    if (candidate.settings.enabled) {
      discovery.candidates.push_back(std::move(candidate));
    } else {
      discovery.excluded.push_back(
          {candidate.asset_key(), source.schema.schema, table.name, "table_override_disabled"});
    }
  }
  return {};
}

// Two sources with one target would overwrite each other, and so would a target that is a source.
Status check_collisions(const dialects::Dialect& dialect,
                        const std::vector<Candidate>& candidates) {
  std::set<std::string> sources;
  for (const auto& candidate : candidates)
    sources.insert(dialects::collision_key(dialect, candidate.source));
  for (const auto& candidate : candidates)
    if (sources.contains(dialects::collision_key(dialect, candidate.target)))
      return fail(ErrorCode::config,
                  "'{}' is the target of '{}' and a source of this pipeline itself. Nothing was "
                  "written. Change schema_template or the prefix of the schema pattern",
                  candidate.target.display(), candidate.source.display());
  std::map<std::string, const Candidate*> seen;
  for (const auto& candidate : candidates) {
    const auto [at, added] =
        seen.emplace(dialects::collision_key(dialect, candidate.target), &candidate);
    if (added) continue;
    return fail(ErrorCode::config,
                "two sources resolve to the same target table '{}': '{}' and '{}'. Nothing was "
                "written. Put a component that tells them apart into catalog_template or "
                "schema_template, or disable one with [[table_overrides]]",
                candidate.target.display(), at->second->source.display(),
                candidate.source.display());
  }
  return {};
}

Error nothing_matches(const config::Filter& filter, const Discovery& discovery) {
  std::set<std::string> there;
  for (const auto& source : discovery.sources) {
    if (filter.key == "id") there.insert(source.id);
    for (const auto& table : source.tables)
      if (filter.key == "table") there.insert(table.name);
    for (const auto& component : source.components)
      if (component.name == filter.key)
        there.insert(component.values.begin(), component.values.end());
  }
  const std::vector<std::string> values(there.begin(), there.end());
  constexpr std::size_t shown = 10;
  std::vector<std::string> first(
      values.begin(), values.begin() + static_cast<long>(std::min(shown, values.size())));
  std::string list = join(first, ", ");
  if (values.size() > shown) list += fmt::format(" and {} more", values.size() - shown);
  if (there.contains(filter.value))
    return Error{ErrorCode::config,
                 fmt::format("'{}' is in the source but has no table to copy. Nothing was written",
                             filter.text()),
                 {}};
  return Error{ErrorCode::config,
               fmt::format("nothing was written: filter '{}' matches no table{}", filter.text(),
                           did_you_mean(filter.value, values)),
               values.empty() ? "The source offers no table."
                              : fmt::format("The source has {} = {}.", filter.key, list)};
}

std::vector<OverrideWarning> unused_overrides(const config::Replication& replication,
                                              const Discovery& discovery) {
  std::vector<OverrideWarning> warnings;
  for (std::size_t i = 0; i < replication.table_overrides.size(); ++i) {
    const auto& rule = replication.table_overrides[i];
    const auto used = [&] {
      for (const auto& source : discovery.sources)
        for (const auto& table : source.tables)
          if (config::applies(rule, source.id, source.schema.schema, table.name)) return true;
      return false;
    }();
    if (used) continue;
    const bool connector_only = rule.match_table.empty();
    warnings.push_back({static_cast<int>(i),
                        connector_only ? "connector_match_empty" : "zero_match",
                        fmt::format("{}: this table override matches no table of the source",
                                    rule.location.text()),
                        rule.match_connector, rule.match_table});
  }
  return warnings;
}

// Reads the listing into sources; schemas the pattern rejects are told, not dropped.
void add_sources(const Listing& listing, const config::SchemaPattern& pattern,
                 std::string_view source_type, Discovery& discovery) {
  for (const auto& schema : listing) {
    if (!schema.schema.schema.starts_with(pattern.prefix)) continue;
    auto components = config::parse_schema(pattern, schema.schema.schema);
    if (!components) {
      discovery.unmatched.emplace_back(schema.schema.schema, components.error().message);
      continue;
    }
    DiscoveredSource source{
        schema.schema.schema, std::string(source_type), schema.schema, std::move(*components), {}};
    long long views = 0;
    for (const auto& table : schema.tables) {
      if (table.kind == catalog::ObjectKind::table)
        source.tables.push_back({table.name, {}});
      else
        ++views;
    }
    if (views > 0)
      discovery.notes.push_back(fmt::format("{} in schema '{}' not copied: only tables are",
                                            counted(views, "view"),
                                            printable(schema.schema.schema)));
    discovery.sources.push_back(std::move(source));
  }
}

}  // namespace

std::vector<std::string> Candidate::asset_key() const {
  return asset_key_of(source_type, components, target.table);
}

Result<Discovery> discover(const dialects::Dialect& dialect, const Listing& listing,
                           const Databases& databases, const config::Replication& replication,
                           const std::optional<config::Filter>& filter) {
  Discovery discovery;
  const auto& pattern = replication.source.pattern;
  add_sources(listing, pattern, dialect.name, discovery);

  if (discovery.sources.empty() && discovery.unmatched.empty())
    discovery.notes.push_back(fmt::format("no schema of '{}' begins with '{}'",
                                          databases.source_catalog, printable(pattern.prefix)));
  const Resolver resolver{dialect, replication, databases};
  for (const auto& source : discovery.sources) {
    if (filter && !config::matches(*filter, source.id, source.components)) continue;
    LEEWAY_CHECK(add_candidates(source, resolver, filter, discovery));
  }
  if (filter && discovery.candidates.empty() && discovery.excluded.empty())
    return std::unexpected(nothing_matches(*filter, discovery));
  LEEWAY_CHECK(check_collisions(dialect, discovery.candidates));
  discovery.override_warnings = unused_overrides(replication, discovery);
  return discovery;
}

Result<Discovery> discover(engines::Session& session, const Databases& databases,
                           const config::Replication& replication,
                           const std::optional<config::Filter>& filter) {
  LEEWAY_TRY(const auto listing,
             session.list_schemas(databases.source_catalog, replication.source.pattern.prefix));
  return discover(session.dialect(), listing, databases, replication, filter);
}

}  // namespace leeway::pipeline
