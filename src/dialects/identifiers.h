// Names and texts as SQL, and the identity of names.
#pragma once

#include <string_view>

#include "dialects/statements.h"

namespace leeway::dialects {

// Whether two names, as a catalog spells them, are one object to this engine. Only ASCII letters
// have a case here.
bool same_name(const Dialect& dialect, std::string_view a, std::string_view b);

}  // namespace leeway::dialects
