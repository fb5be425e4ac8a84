// Edges that names give away: a column `<stem>_id` refers to the table `<stem>` or its regular
// plural. The rules are the print format's (version 1, naming inference).
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "print/relationships.h"

namespace leeway::print {

// "box" as "boxes", "city" as "cities", "order" as "orders".
std::string regular_plural(std::string_view stem);

// Whether values of the two types can name one another: one base name, or integers of any size.
bool types_compatible(std::string_view a, std::string_view b);

// The tables that an inferred edge can end at, by name. The tables must outlive it.
class TargetNames {
 public:
  explicit TargetNames(const std::vector<EdgeTable>& tables);
  // The own namespace goes first; in the others the name must be there once. Null when none or
  // several are meant.
  const EdgeTable* find(std::string_view stem, std::string_view name_space) const;

 private:
  const EdgeTable* find_in(const std::string& name, std::string_view name_space) const;

  std::map<std::string, std::vector<const EdgeTable*>, std::less<>> by_name_;
};

// In column order. Columns of a declared edge give none.
std::vector<Edge> inferred_edges(const EdgeTable& table, const TargetNames& targets);

}  // namespace leeway::print
