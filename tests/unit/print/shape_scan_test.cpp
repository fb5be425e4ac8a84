// The least a measuring statement needs of its source, where the library does not bring it yet.
#include "dialects/profile_source.h"
#include "dialects/statements.h"

namespace leeway::dialects {

__attribute__((weak)) std::string scan_clause(const Dialect& dialect, const ScanSource& source) {
  return quote(dialect, source.table);
}

}  // namespace leeway::dialects
