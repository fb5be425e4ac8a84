#include <algorithm>
#include <array>
#include <utility>

#include <fmt/ranges.h>

#include "base/files.h"
#include "base/text.h"
#include "config/load.h"
#include "config/print_project.h"

namespace leeway::config {
namespace {

namespace fs = std::filesystem;
using Values = std::map<std::string, std::string>;

// Keys of one engine's connection. `one_of`: exactly one is needed.
struct Keys {
  std::string_view adapter;
  std::vector<std::string> required;
  std::vector<std::string> optional;
  std::vector<std::string> one_of;
};

const std::vector<Keys>& all_keys() {
  static const std::vector<Keys> keys{
      {"postgres", {"host", "port", "database", "user", "password"}, {}, {}},
      {"mysql", {"host", "port", "database", "user", "password"}, {}, {}},
      {"snowflake",
       {"account", "user", "warehouse", "database", "role"},
       {"private_key_file_pwd", "schema"},
       {"password", "private_key_file"}},
      {"duckdb", {"database"}, {"read_only"}, {}},
      {"clickhouse", {"host", "database"}, {"port", "user", "password"}, {}},
      {"redshift", {"host", "database", "user", "password"}, {"port"}, {}},
      {"databricks", {"server_hostname", "http_path", "access_token", "catalog"}, {}, {}},
      {"bigquery", {"project", "dataset"}, {"credentials_file"}, {}}};
  return keys;
}

constexpr std::string_view salt_key = "redaction_salt";
constexpr std::array<std::string_view, 4> secret_keys{"password", "private_key_file_pwd",
                                                      "access_token", salt_key};

bool is_blank(std::string_view text) { return trim(text).empty(); }

// KEY=VALUE lines; quotes around a value and `export` before a key are taken off.
Values read_dot_env(const fs::path& file) {
  Values values;
  const auto text = read_file(file);
  if (!text) return values;
  for (const auto& raw : split(*text, "\n")) {
    std::string_view line = trim(raw);
    if (line.starts_with("export ")) line = trim(line.substr(7));
    const auto equals = line.find('=');
    if (line.starts_with('#') || equals == std::string_view::npos) continue;
    std::string_view value = trim(line.substr(equals + 1));
    const bool quoted = value.size() >= 2 && (value.front() == '"' || value.front() == '\'') &&
                        value.back() == value.front();
    if (quoted) value = value.substr(1, value.size() - 2);
    values[std::string(trim(line.substr(0, equals)))] = value;
  }
  return values;
}

// The connection's block of ~/.dbprint/connections.yaml.
Result<Values> read_home_file(const Environment& environment, const std::string& connection) {
  const auto home = environment("HOME");
  if (!home) return Values{};
  const fs::path file = fs::path(*home) / ".dbprint" / "connections.yaml";
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return Values{};
  LEEWAY_TRY(const auto text, read_file(file));
  if (is_blank(text)) return Values{};
  LEEWAY_TRY(const auto root, parse_yaml(text, file.string()));
  Values values;
  if (const Node* block = root.find(connection))
    for (const auto& node : block->children) values[node.key] = node.text;
  return values;
}

// The adapter block of a leeway.toml that the connection names; a DuckDB `path` is its database.
Result<Values> read_adapter_block(const PrintProject& project, const PrintConnection& connection,
                                  const Environment& environment, Redactor& redactor) {
  LEEWAY_TRY(const auto text, read_file(project.file));
  LEEWAY_TRY(const auto reading, read(project.file, text, environment, redactor));
  const auto found = reading.project.adapters.find(connection.adapter_block);
  if (found == reading.project.adapters.end()) return Values{};
  Values values(found->second.settings);
  if (const auto path = values.find("path"); path != values.end() && !values.contains("database"))
    values["database"] = path->second;
  return values;
}

class Lookup {
 public:
  Lookup(const PrintConnection& connection, const Environment& environment, Values file,
         Values dot_env)
      : prefix_("DBPRINT_" + to_upper(connection.name) + "_"),
        environment_(environment),
        file_(std::move(file)),
        dot_env_(std::move(dot_env)) {}

  std::optional<std::string> find(const std::string& key) const {
    const std::string variable = prefix_ + to_upper(key);
    const auto counts = [&](const std::string& value) {
      return key == "password" || !is_blank(value);
    };
    if (const auto value = environment_(variable); value && counts(*value)) return value;
    // Of the file a blank counts, but no blank can salt.
    if (const auto value = file_.find(key);
        value != file_.end() && (key != salt_key || counts(value->second)))
      return value->second;
    if (const auto value = dot_env_.find(variable);
        value != dot_env_.end() && counts(value->second))
      return value->second;
    return std::nullopt;
  }

  const std::string& prefix() const { return prefix_; }

 private:
  std::string prefix_;
  const Environment& environment_;
  Values file_;
  Values dot_env_;
};

std::vector<std::string> missing_keys(const Keys& keys, const Values& values) {
  std::vector<std::string> missing;
  for (const auto& key : keys.required)
    if (!values.contains(key)) missing.push_back(key);
  const auto given = std::ranges::count_if(
      keys.one_of, [&](const std::string& key) { return values.contains(key); });
  if (!keys.one_of.empty() && given != 1)
    missing.push_back(fmt::format("exactly one of {}", fmt::join(keys.one_of, " and ")));
  return missing;
}

Error missing_error(const PrintConnection& connection, const std::vector<std::string>& missing,
                    const std::string& prefix) {
  return {ErrorCode::auth,
          fmt::format("connection '{}' lacks {}", connection.name, fmt::join(missing, ", ")),
          fmt::format("Set {}{}{}, or write it below '{}' in ~/.dbprint/connections.yaml.", prefix,
                      to_upper(missing.front().contains(' ') ? "KEY" : missing.front()),
                      missing.size() > 1 ? " and so on" : "", connection.name)};
}

}  // namespace

Result<Credentials> resolve_credentials(const PrintProject& project,
                                        const PrintConnection& connection,
                                        const Environment& environment, Redactor& redactor) {
  const auto keys = std::ranges::find(all_keys(), connection.adapter, &Keys::adapter);
  if (keys == all_keys().end())
    return fail(ErrorCode::config, "connection '{}': no engine is called '{}'", connection.name,
                connection.adapter);
  LEEWAY_TRY(auto file, connection.adapter_block.empty()
                            ? read_home_file(environment, connection.name)
                            : read_adapter_block(project, connection, environment, redactor));
  const Lookup lookup(connection, environment, std::move(file),
                      read_dot_env(project.root / ".env"));
  Credentials credentials;
  for (const auto* list : {&keys->required, &keys->optional, &keys->one_of})
    for (const auto& key : *list)
      if (auto value = lookup.find(key)) credentials.values[key] = std::move(*value);
  credentials.redaction_salt = lookup.find(std::string(salt_key)).value_or("");
  for (const auto key : secret_keys)
    if (const auto value = credentials.values.find(std::string(key));
        value != credentials.values.end())
      redactor.add(value->second);
  redactor.add(credentials.redaction_salt);
  if (const auto missing = missing_keys(*keys, credentials.values); !missing.empty())
    return std::unexpected(missing_error(connection, missing, lookup.prefix()));
  return credentials;
}

}  // namespace leeway::config
