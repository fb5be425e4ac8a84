#include "engines/duckdb/database.h"

namespace leeway::engines::duckdb {

// The library forgets an interrupt when the next statement starts. The count lets a statement that
// is being prepared see one that came too early; an interrupt that comes when nothing runs has no
// effect, and one in the instant between the last look and the start of the engine's work may be
// missed. Whoever interrupts keeps a wish to stop of their own, asks it before each statement, and
// may interrupt again.
void DuckDbSession::interrupt() noexcept {
  ++interrupts_;
  instance_->api.interrupt(connection_.get());
}

}  // namespace leeway::engines::duckdb
