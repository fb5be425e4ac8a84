// Typed reading of one table of a project file.
//
// Every getter marks its key as known; done() then reports each key that nobody asked for. A value
// of the wrong type or out of range is reported and the fallback returned, so reading goes on.
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/problems.h"
#include "config/tree.h"

namespace leeway::config {

struct IntegerRange {
  long long least = 0;
  long long most = std::numeric_limits<long long>::max();
};

struct NumberRange {
  double least = 0;
  double most = std::numeric_limits<double>::max();
};

template <typename Value>
struct Choice {
  std::string_view name;
  Value value;
};

class Section {
 public:
  // `table` and `problems` outlive the section. `path` is the dotted path of the table, "" at the
  // top.
  Section(const Node& table, std::string path, Problems& problems)
      : table_(&table), path_(std::move(path)), problems_(&problems) {}

  const Node& node() const { return *table_; }
  Problems& problems() const { return *problems_; }
  // Where the key stands, or the table itself when the key is absent or empty.
  Place place(std::string_view key = {}) const;

  // The value as it is, of any type; nullptr when absent.
  const Node* any(std::string_view key);

  std::optional<std::string> text(std::string_view key);
  std::string text(std::string_view key, std::string_view fallback);
  // Reports a missing or empty value.
  std::string required_text(std::string_view key);
  std::optional<bool> flag(std::string_view key);
  bool flag(std::string_view key, bool fallback);
  std::optional<long long> integer(std::string_view key, IntegerRange range = {});
  long long integer(std::string_view key, long long fallback, IntegerRange range = {});
  int small_integer(std::string_view key, int fallback, IntegerRange range = {});
  std::optional<double> number(std::string_view key, NumberRange range = {});
  double number(std::string_view key, double fallback, NumberRange range = {});
  std::optional<std::vector<std::string>> strings(std::string_view key);

  // A table inside; nullopt when absent or not a table.
  std::optional<Section> section(std::string_view key);
  // The tables of a list; empty when absent.
  std::vector<Section> sections(std::string_view key);
  // The entries of a table, each to be a table.
  std::vector<Section> entries();

  template <typename Value>
  std::optional<Value> choice(std::string_view key, std::span<const Choice<Value>> choices,
                              std::string_view code = code::wrong_value) {
    const auto given = text(key);
    if (!given) return std::nullopt;
    for (const auto& choice : choices)
      if (choice.name == *given) return choice.value;
    std::vector<std::string> names;
    names.reserve(choices.size());
    for (const auto& choice : choices) names.emplace_back(choice.name);
    report_choice(key, *given, names, code);
    return std::nullopt;
  }

  void error(std::string_view code, std::string_view key, std::string message) const {
    problems_->error(code, place(key), std::move(message));
  }
  void warn(std::string_view code, std::string_view key, std::string message) const {
    problems_->warn(code, place(key), std::move(message));
  }
  void report_missing(std::string_view key) const;
  // Marks keys as known whatever their value.
  void allow(std::span<const std::string_view> keys);
  void done() const;
  // Whether a getter has asked for the key.
  bool knows(std::string_view key) const;
  // "'key' in [path]".
  std::string name_of(std::string_view key) const;

 private:
  Section child(const Node& node, std::string path) const {
    return {node, std::move(path), *problems_};
  }
  std::string path_of(std::string_view key) const;
  // The nearest known key, or all of them when none is near.
  std::string suggestion(std::string_view key) const;
  void report_type(const Node& node, std::string_view expected) const;
  void report_choice(std::string_view key, const std::string& given,
                     std::span<const std::string> names, std::string_view code) const;

  const Node* table_;
  std::string path_;
  Problems* problems_;
  std::vector<std::string> known_;
};

// The value as a person may see it: as written when it came from the environment.
std::string shown(const Node& node);

}  // namespace leeway::config
