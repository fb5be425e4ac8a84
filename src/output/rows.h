// The rows of a query, for programs and for people.
#pragma once

#include <string>

#include "engines/session.h"

namespace leeway::output {

// An array of objects. Numbers and booleans are JSON's own, digit for digit as the engine printed
// them; whatever JSON has no form for (NaN, dates, nested values) is a string; NULL is null. A
// second column of the same name is called name_2.
std::string rows_to_json(const engines::RowSet& rows);

// RFC 4180 with line feeds and a header line. NULL is an empty field, an empty string is "".
std::string rows_to_csv(const engines::RowSet& rows);

// Aligned columns, numbers to the right, NULL in words, and the number of rows.
std::string rows_to_table(const engines::RowSet& rows);

}  // namespace leeway::output
