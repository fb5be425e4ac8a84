// A wish to stop, carried to a session that works on statements; private to the room.
#pragma once

#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

#include "engines/session.h"

namespace leeway::print {

// While it lives, a stop interrupts the session's statement, and again every few milliseconds: an
// interrupt that comes between two statements has no effect on the second.
class Interruption {
 public:
  // REQUIRES: `session` lives longer.
  Interruption(const std::stop_token& stop, engines::Session& session);
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;
  ~Interruption();

 private:
  void watch(const std::stop_token& stop, engines::Session& session);

  std::mutex mutex_;
  std::condition_variable_any changed_;
  bool over_ = false;
  std::thread thread_;
};

// Errors: interrupted, once a stop was asked for.
Status refuse_stopped(const std::stop_token& stop);

}  // namespace leeway::print
