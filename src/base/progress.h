// What long work tells whoever watches it. The room that works knows nothing of terminals.
#pragma once

#include <functional>
#include <string>

namespace leeway {

struct ProgressEvent {
  enum class Kind { started, table_started, table_finished, finished, note };
  Kind kind = Kind::note;
  std::string subject;  // the table or stage the event is about
  std::string text;     // for a note or an outcome: one line for people
  long long done = 0;   // tables finished so far
  long long total = 0;  // tables in all; 0 when not known
  long long rows = 0;   // rows written so far, over all tables
};

// Called from any thread; an implementation serialises by itself. May be empty.
using ProgressSink = std::function<void(const ProgressEvent&)>;

}  // namespace leeway
