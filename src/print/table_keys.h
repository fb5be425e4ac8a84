// What a catalog declares unique, in the print's words.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "catalog/table.h"

namespace leeway::print {

struct DeclaredKeys {
  // The primary key first, then UNIQUE constraints, then unique indexes over plain columns of every
  // row. Lower-case column keys in declaration order; no combination of columns twice.
  std::vector<std::vector<std::string>> keys;
  bool has_primary_key = false;
};

DeclaredKeys declared_keys(const catalog::Table& table);

// The column of a single-column primary key (the first of the keys, where there is one), else the
// only column that is a key by itself.
std::optional<std::string> single_key_column(const std::vector<std::vector<std::string>>& keys,
                                             bool has_primary_key);

}  // namespace leeway::print
