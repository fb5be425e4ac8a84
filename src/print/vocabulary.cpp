#include "print/vocabulary.h"

#include <array>
#include <cstddef>

namespace leeway::print {
namespace {

// In the order of the enumeration.
constexpr std::array<std::string_view, 8> kClassifications = {
    "unsupported", "boolean",  "json",    "foreign_key_candidate",
    "categorical", "temporal", "numeric", "text"};

constexpr std::array<std::string_view, 32> kLooksLikePatterns = {"uuid",
                                                                 "email",
                                                                 "url",
                                                                 "urn",
                                                                 "content_type",
                                                                 "ip",
                                                                 "mac_address",
                                                                 "country_code",
                                                                 "currency_code",
                                                                 "postal_code",
                                                                 "isbn",
                                                                 "ean",
                                                                 "imei",
                                                                 "card_number",
                                                                 "iban",
                                                                 "bic",
                                                                 "phone",
                                                                 "timezone",
                                                                 "json",
                                                                 "hex",
                                                                 "jwt",
                                                                 "vin",
                                                                 "base64",
                                                                 "latlon",
                                                                 "iso8601_duration",
                                                                 "iso8601_date",
                                                                 "iso8601_datetime",
                                                                 "numeric_string",
                                                                 "semver",
                                                                 "path",
                                                                 "filename",
                                                                 "prose"};

constexpr std::array<std::string_view, 12> kSensitivityCategories = {
    "personal_name", "postal_address",    "geolocation", "date_of_birth",
    "national_id",   "financial_account", "credential",  "health",
    "demographic",   "employment",        "contact",     "online_identifier"};

}  // namespace

std::string_view to_string(Classification classification) {
  return kClassifications[static_cast<std::size_t>(classification)];
}

bool is_sampled(Classification classification) {
  return classification == Classification::categorical || classification == Classification::text ||
         classification == Classification::foreign_key_candidate;
}

std::span<const std::string_view> classifications() { return kClassifications; }
std::span<const std::string_view> looks_like_patterns() { return kLooksLikePatterns; }
std::span<const std::string_view> sensitivity_categories() { return kSensitivityCategories; }

}  // namespace leeway::print
