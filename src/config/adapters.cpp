#include <algorithm>
#include <array>

#include "base/text.h"
#include "config/read.h"

namespace leeway::config {
namespace {

using Names = std::vector<std::string_view>;

struct Requirement {
  std::string_view code;
  Names any_of;  // one of these settings is to be given
};

struct AdapterType {
  std::string_view name;
  bool discovery_only;
  bool materialized_views;
  Names settings;  // those the type reads; empty: not known here, any may be given
  std::vector<Requirement> required;
};

const Names server_settings{"host", "port", "database", "username", "password", "sslmode"};

const std::vector<AdapterType>& adapter_types() {
  static const std::vector<AdapterType> types{
      {"duckdb", false, false, {"path", "threads"}, {}},
      {"postgres", false, true, server_settings, {}},
      {"mysql", false, false, server_settings, {}},
      {"mariadb", false, false, server_settings, {}},
      {"clickhouse", false, true, server_settings, {}},
      {"redshift", false, true, server_settings, {}},
      {"databricks",
       false,
       true,
       {"host", "http_path", "token", "client_id", "client_secret"},
       {{code::databricks_host, {"host"}},
        {code::databricks_path, {"http_path"}},
        {code::databricks_auth, {"token", "client_secret"}}}},
      {"snowflake",
       false,
       true,
       {"account", "warehouse", "database", "role", "username", "password", "oauth_token",
        "private_key_path", "pat"},
       {{code::missing_key, {"account"}},
        {code::missing_key, {"warehouse"}},
        {code::missing_key, {"pat", "oauth_token", "private_key_path", "password"}}}},
      {"bigquery", false, true, {"project_id", "location"}, {{code::missing_key, {"project_id"}}}},
      {"trino",
       false,
       true,
       {"host", "username", "password", "token", "database"},
       {{code::missing_key, {"host"}}, {code::missing_key, {"token", "password"}}}},
      {"fivetran",
       true,
       false,
       {"destination_id", "api_key", "api_secret"},
       {{code::fivetran_destination, {"destination_id"}},
        {code::fivetran_key, {"api_key"}},
        {code::fivetran_secret, {"api_secret"}}}},
      {"airbyte", true, false, {}, {}},
      {"iceberg", true, false, {}, {}},
      {"manual", true, false, {}, {}},
  };
  return types;
}

const AdapterType* find_type(std::string_view name) {
  const auto& types = adapter_types();
  const auto found = std::ranges::find(types, name, &AdapterType::name);
  return found == types.end() ? nullptr : &*found;
}

constexpr std::array<std::string_view, 22> text_settings{"path",
                                                         "host",
                                                         "http_path",
                                                         "token",
                                                         "client_id",
                                                         "client_secret",
                                                         "account",
                                                         "warehouse",
                                                         "database",
                                                         "role",
                                                         "username",
                                                         "password",
                                                         "pat",
                                                         "oauth_token",
                                                         "project_id",
                                                         "private_key_path",
                                                         "location",
                                                         "sslmode",
                                                         "api_key",
                                                         "api_secret",
                                                         "destination_id",
                                                         "statement_log"};

constexpr std::array<std::string_view, 5> cache_keys{"backend", "file_root", "object_store_url",
                                                     "valkey_url", "valkey_ttl_seconds"};
constexpr std::array<std::string_view, 3> ratelimit_keys{"backend", "valkey_url",
                                                         "max_wake_seconds"};
constexpr std::array<std::string_view, 4> stampede_keys{"backend", "valkey_url", "lock_ttl_seconds",
                                                        "poll_timeout_seconds"};
constexpr std::array<std::string_view, 6> breaker_keys{"backend",           "valkey_url",
                                                       "failure_threshold", "window_seconds",
                                                       "cooldown_seconds",  "cooldown_max_seconds"};

RetryPolicy read_retry(Section section) {
  RetryPolicy retry;
  retry.max_retries = section.small_integer("max_retries", retry.max_retries);
  retry.initial_backoff_ms = section.integer("initial_backoff_ms", retry.initial_backoff_ms);
  retry.max_backoff_ms = section.integer("max_backoff_ms", retry.max_backoff_ms);
  retry.backoff_multiplier =
      section.number("backoff_multiplier", retry.backoff_multiplier, {.least = 1});
  retry.jitter = section.flag("jitter", retry.jitter);
  for (const std::string_view key :
       {"circuit_breaker_threshold", "circuit_breaker_recovery_timeout_secs",
        "max_retries_per_run"})
    if (section.integer(key))
      section.warn(code::inert, key, section.name_of(key) + " is read and not acted on");
  section.done();
  return retry;
}

void read_type(Section& section, Adapter& adapter) {
  adapter.type = section.required_text("type");
  if (adapter.type == "postgresql") adapter.type = "postgres";
  if (adapter.type.empty() || find_type(adapter.type)) return;
  std::vector<std::string> names;
  names.reserve(adapter_types().size());
  for (const auto& type : adapter_types()) names.emplace_back(type.name);
  section.error(code::adapter_type, "type",
                fmt::format("adapter '{}' has the unknown type '{}'; known are {}{}",
                            printable(adapter.name), shown(*section.node().find("type")),
                            join(names, ", "), did_you_mean(adapter.type, names)));
}

void read_settings(Section& section, Adapter& adapter) {
  for (const auto key : text_settings)
    if (auto value = section.text(key)) adapter.settings.emplace(key, std::move(*value));
  for (const std::string_view key : {"port", "threads", "timeout_secs"})
    if (const auto value = section.integer(key, {.least = 1}))
      adapter.settings.emplace(key, std::to_string(*value));
}

void read_kind(Section& section, Adapter& adapter) {
  adapter.kind = section.text("kind", "");
  const AdapterType* type = find_type(adapter.type);
  if (!adapter.kind.empty() && adapter.kind != "data" && adapter.kind != "discovery")
    section.error(code::adapter_kind, "kind",
                  fmt::format("adapter '{}' has the unknown kind '{}'; it can be data or discovery",
                              printable(adapter.name), shown(*section.node().find("kind"))));
  else if (type && type->discovery_only && adapter.kind != "discovery")
    section.error(code::adapter_kind, "kind",
                  fmt::format("adapter '{}' is of type {}, which only discovers: "
                              "write kind = \"discovery\"",
                              printable(adapter.name), type->name));
}

void check_settings(const Section& section, const Adapter& adapter) {
  const AdapterType* type = find_type(adapter.type);
  if (!type || type->settings.empty()) return;
  for (const auto& [key, value] : adapter.settings)
    if (key != "timeout_secs" && key != "statement_log" &&
        std::ranges::find(type->settings, key) == type->settings.end())
      section.warn(
          code::inert, key,
          fmt::format("{} is not used by adapters of type {}", section.name_of(key), type->name));
  for (const auto& [code, any_of] : type->required) {
    const auto given = [&](std::string_view key) {
      return !adapter.setting(std::string(key)).empty() || section.node().find(key) != nullptr;
    };
    if (std::ranges::none_of(any_of, given))
      section.warn(code, {},
                   fmt::format("adapter '{}' of type {} lacks {}", printable(adapter.name),
                               type->name, fmt::join(any_of, " or ")));
  }
}

}  // namespace

Adapter read_adapter(Section section, std::string name) {
  Adapter adapter;
  adapter.name = std::move(name);
  adapter.location = section.place().location;
  read_type(section, adapter);
  read_kind(section, adapter);
  read_settings(section, adapter);
  check_settings(section, adapter);
  if (auto retry = section.section("retry")) adapter.retry = read_retry(std::move(*retry));
  read_inert(section, "cache", cache_keys);
  read_inert(section, "ratelimit", ratelimit_keys);
  read_inert(section, "stampede", stampede_keys);
  read_inert(section, "circuit_breaker", breaker_keys);
  read_inert(section, "extra", {});
  section.done();
  return adapter;
}

bool has_materialized_views(const Adapter& adapter) {
  const AdapterType* type = find_type(adapter.type);
  return !type || type->materialized_views;
}

bool holds_data(const Adapter& adapter) {
  const AdapterType* type = find_type(adapter.type);
  return adapter.kind != "discovery" && !(type && type->discovery_only);
}

bool can_discover(const Adapter& adapter) { return adapter.kind != "data"; }

std::string default_adapter(const Adapters& adapters) {
  return adapters.size() == 1 ? adapters.begin()->first : "default";
}

}  // namespace leeway::config
