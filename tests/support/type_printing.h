// Types in the words of the standard when a test fails.
#pragma once

#include <ostream>

#include "types/spelling.h"

namespace leeway::types {

inline void PrintTo(const SqlType& type, std::ostream* out) {
  *out << describe(type).substr(0, 200) << " (kind " << static_cast<int>(type.kind) << ", bits "
       << type.bits << ", name '" << type.name.substr(0, 200) << "')";
}

}  // namespace leeway::types
