#include "support/schema_check.h"

#include <exception>
#include <fstream>
#include <memory>

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

namespace leeway::testing {
namespace {

using Adapter = valijson::adapters::NlohmannJsonAdapter;

nlohmann::json parse_file(const std::filesystem::path& file) {
  std::ifstream stream(file);
  return nlohmann::json::parse(stream);
}

void populate(valijson::Schema& schema, const std::filesystem::path& file) {
  const auto fetch = [folder = file.parent_path()](const std::string& name) {
    return std::make_unique<nlohmann::json>(parse_file(folder / name)).release();
  };
  const auto release = [](const nlohmann::json* document) {
    const std::unique_ptr<const nlohmann::json> owner(document);
  };
  const auto document = parse_file(file);
  valijson::SchemaParser parser;
  parser.populateSchema(Adapter(document), schema, fetch, release);
}

std::string all_errors(valijson::ValidationResults& results) {
  std::string text;
  valijson::ValidationResults::Error error;
  while (results.popError(error)) {
    for (const auto& step : error.context) text += step;
    text += ": " + error.description + "\n";
  }
  return text;
}

}  // namespace

std::optional<std::string> schema_error(const std::filesystem::path& file,
                                        std::string_view json_text) {
  try {
    valijson::Schema schema;
    populate(schema, file);
    const auto document = nlohmann::json::parse(json_text);
    valijson::Validator validator;
    valijson::ValidationResults results;
    if (validator.validate(schema, Adapter(document), &results)) return std::nullopt;
    return all_errors(results);
  } catch (const std::exception& error) {
    return error.what();
  }
}

}  // namespace leeway::testing
