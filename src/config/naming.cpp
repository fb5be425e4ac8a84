#include "config/naming.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"
#include "config/component.h"

namespace leeway::config {
namespace {

using Names = std::vector<std::string>;

std::vector<std::string> names_of(const Components& components) {
  Names names;
  names.reserve(components.size());
  for (const auto& component : components) names.push_back(component.name);
  return names;
}

std::size_t count_variable(const std::vector<std::string>& components) {
  return static_cast<std::size_t>(std::ranges::count_if(
      components, [](const auto& spelling) { return parse_component(spelling).variable; }));
}

Status check_segment_count(const SchemaPattern& pattern, std::string_view schema,
                           std::size_t segments) {
  const std::size_t wanted = pattern.components.size();
  if (segments < wanted)
    return fail(ErrorCode::config, "schema '{}' has {} after the prefix, fewer than the {} of {}",
                printable(schema), counted(static_cast<long long>(segments), "segment"),
                counted(static_cast<long long>(wanted), "component"),
                printable(join(pattern.components, ", ")));
  if (segments > wanted && count_variable(pattern.components) == 0)
    return fail(ErrorCode::config, "schema '{}' has {} after the prefix, more than the {} of {}",
                printable(schema), counted(static_cast<long long>(segments), "segment"),
                counted(static_cast<long long>(wanted), "component"),
                printable(join(pattern.components, ", ")));
  return {};
}

// What stands between braces: "name" or "name:separator".
Result<std::string> resolve_placeholder(std::string_view inner, const Components& components,
                                        std::string_view default_separator) {
  const auto colon = inner.find(':');
  const auto name = inner.substr(0, colon);
  const auto separator =
      colon == std::string_view::npos ? default_separator : inner.substr(colon + 1);
  const auto found = std::ranges::find(components, name, &Component::name);
  if (found != components.end()) return join(found->values, separator);
  const auto names = names_of(components);
  return fail(ErrorCode::config, "there is no component '{}'; the pattern has {}{}",
              printable(name), printable(join(names, ", ")), did_you_mean(name, names));
}

std::unexpected<Error> stray_brace(char brace) {
  return fail(ErrorCode::config, "a '{0}' has no partner; write '{0}{0}' for the character itself",
              brace);
}

constexpr int least_specific = 3;

// How specific a rule is; less is more specific.
int tier(const TableOverride& rule) {
  if (rule.match_connector.empty()) return least_specific;
  if (rule.match_table.empty()) return 2;
  return has_glob(rule.match_table) ? 1 : 0;
}

template <typename Field>
void fill(std::optional<Field>& field, const std::optional<Field>& value) {
  if (!field) field = value;
}

// Fills the fields that no more specific rule has filled.
void fill_from(const TableOverride& rule, TableOverride& chosen) {
  fill(chosen.strategy, rule.strategy);
  fill(chosen.timestamp_column, rule.timestamp_column);
  fill(chosen.merge_keys, rule.merge_keys);
  fill(chosen.merge_keys_fallback, rule.merge_keys_fallback);
  fill(chosen.enabled, rule.enabled);
}

}  // namespace

Result<Components> parse_schema(const SchemaPattern& pattern, std::string_view schema) {
  if (pattern.components.empty() || pattern.separator.empty() ||
      count_variable(pattern.components) > 1)
    return fail(ErrorCode::config,
                "a schema pattern needs a separator, components, and at most one with '...'");
  if (!schema.starts_with(pattern.prefix))
    return fail(ErrorCode::config, "schema '{}' does not start with '{}'", printable(schema),
                printable(pattern.prefix));
  const auto segments = split(schema.substr(pattern.prefix.size()), pattern.separator);
  LEEWAY_CHECK(check_segment_count(pattern, schema, segments.size()));
  Components components;
  auto next = segments.begin();
  for (const auto& spelling : pattern.components) {
    auto [name, variable] = parse_component(spelling);
    const std::size_t take = variable ? segments.size() - pattern.components.size() + 1 : 1;
    const auto end = next + static_cast<std::ptrdiff_t>(take);
    components.push_back({std::move(name), {next, end}, variable});
    next = end;
  }
  return components;
}

Result<std::string> resolve_template(std::string_view text, const Components& components,
                                     std::string_view default_separator) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c != '{' && c != '}') {
      result += c;
      ++at;
      continue;
    }
    if (at + 1 < text.size() && text[at + 1] == c) {
      result += c;
      at += 2;
      continue;
    }
    const auto close = c == '{' ? text.find('}', at) : std::string_view::npos;
    if (close == std::string_view::npos) return stray_brace(c);
    LEEWAY_TRY(const auto value, resolve_placeholder(text.substr(at + 1, close - at - 1),
                                                     components, default_separator));
    result += value;
    at = close + 1;
  }
  return result;
}

Result<Filter> parse_filter(std::string_view text, const SchemaPattern& pattern) {
  const auto equals = text.find('=');
  if (equals == std::string_view::npos)
    return fail(ErrorCode::usage, "invalid filter '{}': expected key=value, e.g. client=acme",
                printable(text));
  Names keys;
  keys.reserve(pattern.components.size() + 2);
  for (const auto& spelling : pattern.components) keys.push_back(parse_component(spelling).name);
  keys.insert(keys.end(), {"table", "id"});
  Filter filter{std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
  if (std::ranges::find(keys, filter.key) == keys.end())
    return fail(ErrorCode::usage, "the filter key '{}' does not exist; it can be {}{}",
                printable(filter.key), printable(join(keys, ", ")), did_you_mean(filter.key, keys));
  return filter;
}

bool matches(const Filter& filter, std::string_view connector_id, const Components& components) {
  if (filter.key.empty() || filter.key == "table") return true;
  if (filter.key == "id") return connector_id == filter.value;
  const auto found = std::ranges::find(components, filter.key, &Component::name);
  return found != components.end() &&
         std::ranges::find(found->values, filter.value) != found->values.end();
}

bool applies(const TableOverride& rule, std::string_view connector_id, std::string_view schema,
             std::string_view table) {
  if (!rule.match_connector.empty() && rule.match_connector != connector_id &&
      rule.match_connector != schema)
    return false;
  if (rule.match_table.empty()) return !rule.match_connector.empty();
  return has_glob(rule.match_table) ? glob_match(rule.match_table, table)
                                    : rule.match_table == table;
}

TableSettings settings_for(const Replication& replication, std::string_view connector_id,
                           std::string_view schema, std::string_view table) {
  TableOverride chosen;
  for (int level = 0; level <= least_specific; ++level)
    for (const auto& rule : replication.table_overrides)
      if (tier(rule) == level && applies(rule, connector_id, schema, table))
        fill_from(rule, chosen);

  TableSettings settings;
  settings.strategy = chosen.strategy.value_or(replication.strategy);
  settings.timestamp_column = chosen.timestamp_column.value_or(replication.timestamp_column);
  settings.enabled = chosen.enabled.value_or(true);
  const std::array candidates{chosen.merge_keys.value_or(Names{}), replication.merge_keys,
                              chosen.merge_keys_fallback.value_or(Names{}),
                              replication.merge_keys_fallback};
  const auto given = std::ranges::find_if_not(candidates, &Names::empty);
  if (given != candidates.end()) settings.merge_keys = *given;
  return settings;
}

}  // namespace leeway::config
