#include "dialects/forms.h"

#include <algorithm>

#include "base/text.h"
#include "dialects/statements.h"

namespace leeway::dialects {

std::string fill(std::string_view form, std::initializer_list<FormWord> words) {
  std::string result;
  while (!form.empty()) {
    const auto* const found = std::ranges::find_if(
        words, [form](const FormWord& word) { return form.starts_with(word.word); });
    if (found == words.end()) {
      result += form.front();
      form.remove_prefix(1);
    } else {
      result += found->text;
      form.remove_prefix(found->word.size());
    }
  }
  return result;
}

std::string parenthesized(std::string_view sql) {
  std::string result = "(\n";
  result += sql;
  result += "\n)";
  return result;
}

std::string subquery(std::string_view query) {
  query = trim(query);
  while (query.ends_with(';')) query = trim(query.substr(0, query.size() - 1));
  return parenthesized(query);
}

std::string quoted_list(const Dialect& dialect, const std::vector<std::string>& names) {
  std::string result;
  for (const auto& name : names) {
    if (!result.empty()) result += ", ";
    result += quote(dialect, name);
  }
  return result;
}

}  // namespace leeway::dialects
