// Values of every kind and awkwardness, the same for the same seed.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <string_view>

#include "print/value.h"

namespace leeway::print::testing_support {

class ValueGenerator {
 public:
  explicit ValueGenerator(std::uint64_t seed) : random_(seed) {}

  std::size_t below(std::size_t bound) { return random_() % bound; }
  bool chance(std::size_t one_in) { return below(one_in) == 0; }
  std::int64_t integer() { return static_cast<std::int64_t>(random_() >> (1 + below(62))); }
  double real() {
    return static_cast<double>(integer()) / static_cast<double>(1 + below(10'000'000));
  }

  std::string text() {
    switch (below(4)) {
      case 0:
        return std::string(kAwkward[below(kAwkward.size())]);
      case 1:
        return pieces(1 + below(6));
      case 2:
        return std::string(kAwkward[below(kAwkward.size())]) + pieces(1);
      default:
        return word();
    }
  }

  std::string word() {
    std::string made;
    for (std::size_t i = 0, size = 1 + below(12); i < size; ++i)
      made += static_cast<char>('a' + below(26));
    return made;
  }

  Value scalar() {
    switch (below(6)) {
      case 0:
        return make_null();
      case 1:
        return make_bool(chance(2));
      case 2:
        return make_integer(chance(2) ? integer() : -integer());
      case 3:
        return make_real(chance(2) ? real() : -real());
      default:
        return make_string(text());
    }
  }

  Value value(int depth) {
    if (depth == 0 || chance(3)) return scalar();
    Value made = chance(2) ? make_list() : make_map();
    std::set<std::string> keys;
    for (std::size_t i = 0, size = below(5); i < size; ++i) {
      if (made.kind == Value::Kind::list) {
        made.items.push_back(value(depth - 1));
      } else if (const std::string key = chance(50) ? std::string(2000, 'k') : text();
                 keys.insert(key).second) {
        made.set(key, value(depth - 1));
      }
    }
    return made;
  }

 private:
  static constexpr std::array<std::string_view, 97> kAwkward = {
      "",
      " ",
      "  ",
      "a ",
      " a",
      "~",
      "null",
      "Null",
      "true",
      "False",
      "yes",
      "No",
      "on",
      "OFF",
      "y",
      "N",
      "<<",
      "=",
      "0",
      "-0",
      "+1",
      "007",
      "0o7",
      "0x1f",
      "0b101",
      "1_000",
      "1.5",
      "1.",
      ".5",
      "-.5",
      "1e5",
      "1E+5",
      ".",
      "..",
      ".inf",
      "-.INF",
      ".nan",
      ".NaN",
      "12:30",
      "12:30:45",
      "190:20:30.15",
      "2026-05-17",
      "2026-5-7",
      "2026-05-17T22:48:01Z",
      "2026-05-17 22:48:01",
      "2001-12-14t21:59:43.10-05:00",
      "1.2.3",
      "-",
      "- a",
      "-a",
      "?",
      "? a",
      ":",
      ": a",
      ":a",
      "a:",
      "a: b",
      "a:b",
      "a #b",
      "#a",
      "a#b",
      "&a",
      "*a",
      "!a",
      "|",
      ">",
      "'",
      "''",
      "it's",
      "\"",
      "\\",
      "%",
      "@a",
      "`a",
      "[a]",
      "{a}",
      "a,b",
      ",a",
      "---",
      "--- a",
      "...",
      "... a",
      "a\nb",
      "\n",
      "a\n",
      "\na\n\n",
      "\t",
      "a\tb",
      "a\r\nb",
      "\x7f",
      "\x01\x1b[31m",
      "\xc2\x85",
      "\xe2\x80\xa8x\xe2\x80\xa9",
      "\xef\xbb\xbfx",
      "\xef\xbf\xbf",
      "\xf0\x9f\x98\x80 caf\xc3\xa9",
      "a very long text with many words, so that a writer that folds lines would fold it here: no"};

  std::string pieces(std::size_t count) {
    static constexpr std::array<std::string_view, 16> parts = {
        "a",  "Z",  "0", " ",        ":",
        "#",  "-",  "'", "\"",       "\n",
        "\t", "\\", ",", "\xc3\xa9", "\xf0\x9f\x98\x80",
        "."};
    std::string made;
    for (std::size_t i = 0; i < count; ++i) made += parts[below(parts.size())];
    return made;
  }

  std::mt19937_64 random_;
};

}  // namespace leeway::print::testing_support
