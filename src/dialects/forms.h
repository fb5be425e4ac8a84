// Filling in the forms of statement_forms.h; private to the room.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "dialects/dialect.h"

namespace leeway::dialects {

struct FormWord {
  std::string_view word;  // with its braces
  std::string_view text;
};

// The form with each word replaced. What is put in is not searched for words.
std::string fill(std::string_view form, std::initializer_list<FormWord> words);

// A person's or our own SQL inside parentheses, on lines of its own: a comment at its end cannot
// swallow the closing parenthesis.
std::string parenthesized(std::string_view sql);
// The same for a query, without the semicolon it may end in.
std::string subquery(std::string_view query);

// Names, quoted, as a list.
std::string quoted_list(const Dialect& dialect, const std::vector<std::string>& names);

}  // namespace leeway::dialects
