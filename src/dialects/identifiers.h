// Names and texts as SQL, and the identity of names.
#pragma once

#include <string>
#include <string_view>

#include "dialects/statements.h"

namespace leeway::dialects {

// Whether two names, as a catalog spells them, are one object to this engine. Only ASCII letters
// have a case here.
bool same_name(const Dialect& dialect, std::string_view a, std::string_view b);

// Equal for two names exactly when the engine may take them for one object. Where case sensitivity
// is a setting that cannot be seen (every engine but PostgreSQL folds somewhere), names that differ
// by case alone are one: the cautious answer for "would these two collide?".
std::string collision_key(const Dialect& dialect, std::string_view name);
std::string collision_key(const Dialect& dialect, const catalog::TableName& name);

}  // namespace leeway::dialects
