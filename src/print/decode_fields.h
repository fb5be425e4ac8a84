// Small steps of the decoders. A field that is missing or of another type is absent: a reader of
// the format tolerates both.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "print/print.h"
#include "print/value.h"

namespace leeway::print {

std::optional<std::string> text_of(const Value& map, std::string_view key);
std::string text_or_empty(const Value& map, std::string_view key);
// Whole numbers of 64 bits; "7.0" is none.
std::optional<std::int64_t> integer_of(const Value& map, std::string_view key);
std::int64_t integer_or_zero(const Value& map, std::string_view key);
std::optional<double> real_of(const Value& map, std::string_view key);
std::optional<bool> boolean_of(const Value& map, std::string_view key);
bool is_true(const Value& map, std::string_view key);
// A number, string or boolean.
std::optional<Value> scalar_of(const Value& map, std::string_view key);
// Strings of a list; nullopt where it is no list. Items of other types are left out.
std::optional<std::vector<std::string>> texts_of(const Value& map, std::string_view key);
// Null where the entry is missing or no map (no list).
const Value* map_of(const Value& map, std::string_view key);
const Value* list_of(const Value& map, std::string_view key);

// The parts of a print (decode_column.cpp and its siblings).
ColumnPrint decode_column(const std::string& key, const Value& map);
std::optional<Statistics> decode_statistics(const Value& document);
std::optional<Relationships> decode_relationships(const Value& document);

// Whether a document says it is of the format's major version 1.
bool is_version_1(const Value& document);

}  // namespace leeway::print
