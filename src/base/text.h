// Small text functions that the standard library lacks.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace leeway {

// ASCII case folding; bytes outside ASCII stay as they are.
std::string to_lower(std::string_view text);
std::string to_upper(std::string_view text);
bool equal_ignoring_case(std::string_view a, std::string_view b);

std::string_view trim(std::string_view text);
// Splits at every occurrence of `separator` (not empty); "a,,b" gives three parts.
std::vector<std::string> split(std::string_view text, std::string_view separator);
std::string join(std::span<const std::string> parts, std::string_view separator);
// Every occurrence of `from`, left to right; an empty `from` occurs nowhere.
std::string replace_all(std::string text, std::string_view from, std::string_view to);

// Shell-style match of the whole text: `*` any run, `?` any one byte; case-sensitive.
bool glob_match(std::string_view pattern, std::string_view text);
bool has_glob(std::string_view pattern);

// The candidate nearest to `word` by edit distance (ignoring case), or "" when none is near enough
// to be a likely misspelling: at most a third of the longer word's length, at least one edit.
std::string nearest(std::string_view word, std::span<const std::string> candidates);

// ". Did you mean 'x'?" for the nearest candidate, or "".
std::string did_you_mean(std::string_view word, std::span<const std::string> candidates);

// The texts one after the other, each a sentence: one that ends without a full stop, a question
// mark or an exclamation mark gets a full stop, except the last. Empty texts are passed over.
std::string sentences(std::initializer_list<std::string_view> texts);

// 1234567 as "1,234,567".
std::string with_thousands(long long number);

// "1 table", "2 tables".
std::string counted(long long number, std::string_view noun);
// "1 row fails", "2 rows fail".
std::string counted_with(long long number, std::string_view noun, std::string_view verb_of_one,
                         std::string_view verb_of_many);

// Control characters escaped, so that a name or value can neither break a line nor drive a
// terminal: those of ASCII and, in UTF-8, of C1, the line separators and the reordering marks.
std::string printable(std::string_view text);

}  // namespace leeway
