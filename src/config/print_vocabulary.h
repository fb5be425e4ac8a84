// The closed vocabularies of print format version 1 that a project may name.
#pragma once

#include <array>
#include <string_view>

namespace leeway::config {

// What sampled values can look like, in the format's order of priority.
inline constexpr std::array<std::string_view, 32> looks_like_patterns{"uuid",
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

// What a column may tell about people, in the order they are looked for.
inline constexpr std::array<std::string_view, 12> sensitivity_categories{
    "personal_name", "postal_address",    "geolocation", "date_of_birth",
    "national_id",   "financial_account", "credential",  "health",
    "demographic",   "employment",        "contact",     "online_identifier"};

}  // namespace leeway::config
