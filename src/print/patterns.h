// The patterns a value can look like, one function each; rules of print format version 1. Private
// to the room; inference.h orders them.
#pragma once

#include <string_view>

namespace leeway::print::patterns {

bool uuid(std::string_view text);
bool email(std::string_view text);
bool url(std::string_view text);
bool urn(std::string_view text);
bool content_type(std::string_view text);
bool ip(std::string_view text);
bool mac_address(std::string_view text);
bool country_code(std::string_view text);
bool currency_code(std::string_view text);
bool postal_code(std::string_view text);
bool isbn(std::string_view text);
bool ean(std::string_view text);
bool imei(std::string_view text);
bool card_number(std::string_view text);
bool iban(std::string_view text);
bool bic(std::string_view text);
bool phone(std::string_view text);
bool timezone(std::string_view text);
bool json(std::string_view text);
bool hex(std::string_view text);
bool jwt(std::string_view text);
bool vin(std::string_view text);
bool base64(std::string_view text);
bool latlon(std::string_view text);
bool iso8601_duration(std::string_view text);
bool iso8601_date(std::string_view text);
bool iso8601_datetime(std::string_view text);
bool numeric_string(std::string_view text);
bool semver(std::string_view text);
bool path(std::string_view text);
bool filename(std::string_view text);
// REQUIRES: no other pattern matches.
bool prose(std::string_view text);

}  // namespace leeway::print::patterns
