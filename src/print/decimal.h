// Exact arithmetic on the digits of a Value's number, which may be wider than a double.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace leeway::print {

// a - b with every digit; ends in at least one decimal where either number has a point. Nothing
// where either is no finite number.
std::optional<std::string> subtract(std::string_view a, std::string_view b);

// Digits without signs of spelling: "007.50" and "7.5" are one number, as are "-0" and "0". What is
// no finite number stays as it is.
std::string normalized_number(std::string_view number);

}  // namespace leeway::print
