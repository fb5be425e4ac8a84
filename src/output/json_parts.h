// Pieces that several JSON outputs share. For the json_*.cpp files of this room only.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "output/summary.h"
#include "pipeline/plan.h"

namespace leeway::output {

using Json = nlohmann::ordered_json;

// {"version", "command"}: how every output begins.
Json opening(std::string_view version, std::string_view command);
// Pretty text with a final newline.
std::string pretty(const Json& json);

// One quoted and escaped JSON string.
std::string json_string(const std::string& text);

Json drift_json(const DriftSummary& summary);
Json action_json(const pipeline::DriftAction& action);
Json statement_json(const pipeline::Statement& statement);
Json excluded_json(const std::vector<pipeline::ExcludedTable>& excluded);
Json override_warnings_json(const std::vector<pipeline::OverrideWarning>& warnings);

// Set `key` unless the value is empty: the omission rule of most keys.
void put_if_any(Json& json, const char* key, const std::string& value);
void put_if_any(Json& json, const char* key, const std::vector<std::string>& values);
void put_array_if_any(Json& json, const char* key, Json array);

}  // namespace leeway::output
