// Numbers as engines print them, and the arithmetic a print needs of them, without loss.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "print/value.h"

namespace leeway::print {

// "1e+20", "-0.0", "inf", "12.50" as a Value; `real` numbers always have a point. A zero has no
// sign.
Value read_number(std::string_view engine_text, bool real);

// Digits of an integer with `scale` of them behind the point: "-5" with 2 gives "-0.05".
std::string with_point(std::string_view integer, int scale);

// sum / count to enough digits for rounding at six decimals or six significant figures.
// REQUIRES: sum is decimal digits with or without a point, count > 0.
Value mean_of(std::string_view sum, std::int64_t count);

// high * 2^(exponent - 62) + low * 2^(exponent - 122), high and low integers of at most 38 digits;
// divided by `divisor`.
double real_sum(std::string_view high, std::string_view low, int exponent, std::int64_t divisor);

// The smallest e with magnitude < 2^e.
int exponent_above(double magnitude);

}  // namespace leeway::print
