#include "pipeline/plan_file.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/hash.h"
#include "base/text.h"
#include "pipeline/plan_json.h"

namespace leeway::pipeline {
namespace {

constexpr int format_version = 1;

std::unexpected<Error> not_intact(std::string_view what, std::string_view why) {
  return fail(ErrorCode::integrity,
              "plan {} is not as leeway stored it ({}). Nothing was written. Make it again with "
              "`leeway plan`",
              what, why);
}

// Bytes that are not UTF-8 become U+FFFD: text from an engine may hold them.
std::string dump(const nlohmann::json& json, int indent) {
  return json.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace);
}

// Replaces every string value of a document.
template <typename Change>
void each_text(nlohmann::json& json, const Change& change) {
  if (json.is_string()) {
    json = change(json.get<std::string>());
  } else if (json.is_structured()) {
    for (auto& member : json) each_text(member, change);
  }
}

bool is_plan_id(std::string_view id) {
  return id.size() == 64 && id.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace

std::string plan_digest(const Plan& plan) { return sha256_hex(dump(plan_body(plan), -1)); }

std::string plan_to_text(const Plan& plan, const Redactor& secrets) {
  nlohmann::json json = plan_body(plan);
  each_text(json, [&](std::string text) { return secrets.seal(std::move(text)); });
  json["format_version"] = format_version;
  json["digest"] = plan.digest;
  json["created_at"] = to_rfc3339(plan.created_at);
  return dump(json, 2) + "\n";
}

Result<Plan> plan_from_text(const std::string& text, const Redactor& secrets) {
  try {
    nlohmann::json json = nlohmann::json::parse(text);
    const int version = json.at("format_version").get<int>();
    if (version > format_version)
      return fail(ErrorCode::unsupported,
                  "the plan was stored by a newer leeway (format {}, this one reads up to {})",
                  version, format_version);
    each_text(json, [&](std::string text) { return secrets.unseal(std::move(text)); });
    Plan plan = plan_of_body(json);
    plan.digest = json.at("digest").get<std::string>();
    const auto created = parse_rfc3339(json.at("created_at").get<std::string>());
    if (!created) return not_intact(plan.plan_id, "created_at is not a time");
    plan.created_at = *created;
    if (plan_digest(plan) != plan.digest)
      return not_intact(plan.plan_id, "its content does not match its digest");
    return plan;
  } catch (const nlohmann::json::parse_error&) {
    return not_intact("file", "it is not JSON");
  } catch (const nlohmann::json::exception&) {
    return not_intact("file", "it does not have the shape of a plan");
  }
}

Status store_plan(const std::filesystem::path& folder, const Plan& plan, const Redactor& secrets) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed)
    return fail(ErrorCode::io, "cannot make folder '{}': {}", folder.string(), failed.message());
  const auto ignore = folder.parent_path() / ".gitignore";
  if (!std::filesystem::exists(ignore)) LEEWAY_CHECK(write_file_atomically(ignore, "*\n"));
  return write_file_atomically(folder / (plan.plan_id + ".json"), plan_to_text(plan, secrets));
}

Result<Plan> load_plan(const std::filesystem::path& folder, const std::string& plan_id,
                       const Redactor& secrets) {
  if (!is_plan_id(plan_id))
    return fail(ErrorCode::usage,
                "'{}' is not a plan id: 64 hexadecimal digits, as `leeway plan` prints",
                printable(plan_id));
  const auto file = folder / (plan_id + ".json");
  const auto text = read_file(file);
  if (!text && text.error().code == ErrorCode::not_found)
    return fail(ErrorCode::not_found,
                "plan '{}' not found: there is no file '{}'. Make it with `leeway plan`", plan_id,
                file.string());
  if (!text) return std::unexpected(text.error());
  auto plan = plan_from_text(*text, secrets);
  if (!plan) return std::unexpected(plan.error().within(file.string()));
  if (plan->plan_id != plan_id) return not_intact(plan_id, "the file holds another plan");
  return plan;
}

std::filesystem::path plans_folder(const std::filesystem::path& project_file) {
  const bool compatible = project_file.filename() == "rocky.toml";
  return project_file.parent_path() / (compatible ? ".rocky" : ".leeway") / "plans";
}

}  // namespace leeway::pipeline
