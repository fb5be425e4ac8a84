// A print's parts as the values of its artifacts, keys in the order the format's reference writes
// them, and the bytes of those values: block-style YAML that any reader types the same way.
#pragma once

#include <string>

#include "print/print.h"

namespace leeway::print {

Value encode_manifest(const Print& print);
Value encode_statistics(const TablePrint& table);
Value encode_relationships(const TablePrint& table);
Value encode_column(const ColumnPrint& column);
Value encode_grain(const Grain& grain);
Value encode_physical_layout(const PhysicalLayout& layout);

// Deterministic; ends with a newline; strings that YAML 1.1 or 1.2 would re-type are quoted.
std::string to_yaml(const Value& document);

}  // namespace leeway::print
