// Everything that can be known to go wrong with one table before the first statement. Pure.
#pragma once

#include "pipeline/decide.h"

namespace leeway::pipeline {

// Errors: unsupported (a name the target cannot hold, or two it cannot tell apart), not_found (the
// source table, the target's schema), config (a column that is not there or cannot serve),
// unreadable, refused (the target is another kind of object than the strategy makes).
Status preflight(const Rules& rules, const TableInput& input);

bool makes_view(config::Strategy strategy);

}  // namespace leeway::pipeline
