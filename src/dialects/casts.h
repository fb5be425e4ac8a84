// The types of casts; private to the room.
#pragma once

#include <string>

#include "dialects/dialect.h"

namespace leeway::dialects {

// The type, saying whether it holds NULL where the engine says it there; nested types never do.
types::SqlType with_nullability(const Dialect& dialect, types::SqlType type, bool nullable);

// What stands after AS in a CAST to the type.
std::string cast_type(const Dialect& dialect, const types::SqlType& type);

}  // namespace leeway::dialects
