// What kind of column a column is: section "Classification" of the format.
#pragma once

#include <cstdint>
#include <optional>

#include "print/vocabulary.h"
#include "types/sql_type.h"

namespace leeway::print {

enum class TypeFamily {
  unsupported,  // binary, arrays, composites: only their NULLs are counted
  boolean,
  json,
  temporal,
  numeric,
  words,  // character types, UUID, and whatever else has values with a text
};

TypeFamily family_of(const types::SqlType& type);
// Timestamps: their values may stand at the start of a day or not.
bool has_day_times(const types::SqlType& type);
// Dates and timestamps, not times of day.
bool has_calendar(const types::SqlType& type);

// `cardinality` absent: not measured; the column is then never categorical.
Classification classify(TypeFamily family, bool foreign_key,
                        std::optional<std::int64_t> cardinality, int enumeration_threshold);

}  // namespace leeway::print
