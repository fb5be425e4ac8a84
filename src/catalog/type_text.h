// A type's meaning in words that belong to no engine, for the places where a raw text is missing
// (a field inside a structure) or says too little (two types printed alike).
#pragma once

#include <string>

#include "types/sql_type.h"

namespace leeway::catalog {

// e.g. "DECIMAL(10, 2)", "TIMESTAMP(6) WITH TIME ZONE", "STRUCT(zip VARCHAR NOT NULL)". Types that
// differ in meaning have different texts.
std::string exact_text(const types::SqlType& type);

// As exact_text(), with the letter case of field names folded: equal types give equal texts.
std::string canonical_text(const types::SqlType& type);

}  // namespace leeway::catalog
