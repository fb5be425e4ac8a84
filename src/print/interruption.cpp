#include "print/interruption.h"

#include <chrono>

namespace leeway::print {

Interruption::Interruption(const std::stop_token& stop, engines::Session& session) {
  if (stop.stop_possible()) thread_ = std::thread([this, stop, &session] { watch(stop, session); });
}

Interruption::~Interruption() {
  if (!thread_.joinable()) return;
  {
    const std::scoped_lock lock(mutex_);
    over_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void Interruption::watch(const std::stop_token& stop, engines::Session& session) {
  constexpr auto pause = std::chrono::milliseconds(10);
  std::unique_lock lock(mutex_);
  const auto over = [this] { return over_; };
  if (changed_.wait(lock, stop, over)) return;
  do session.interrupt();
  while (!changed_.wait_for(lock, pause, over));
}

Status refuse_stopped(const std::stop_token& stop) {
  if (!stop.stop_requested()) return {};
  return std::unexpected(Error{ErrorCode::interrupted, "stopped", {}});
}

}  // namespace leeway::print
