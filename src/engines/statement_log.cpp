#include "engines/statement_log.h"

#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

namespace leeway::engines {

Result<std::shared_ptr<StatementLog>> StatementLog::open(const std::string& path, long kill_at) {
  if (path.empty() && kill_at == 0) return nullptr;
  if (path.empty()) return std::make_shared<StatementLog>(-1, kill_at);
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (file < 0)
    return fail(ErrorCode::io, "cannot write the statement log '{}': {}", path,
                std::strerror(errno));
  return std::make_shared<StatementLog>(file, kill_at);
}

StatementLog::~StatementLog() {
  if (file_ >= 0) ::close(file_);
}

void StatementLog::add(std::string_view statement) {
  if (++statements_ == kill_at_) ::kill(::getpid(), SIGKILL);
  if (file_ < 0) return;
  std::string line;
  line.reserve(statement.size() + 1);
  for (const char c : statement) {
    if (c == '\n')
      line += "\\n";
    else if (c == '\r')
      line += "\\r";
    else if (c == '\\')
      line += "\\\\";
    else
      line += c;
  }
  line += '\n';
  // The log is a witness, not a part of the work: a full disk must not stop a run.
  [[maybe_unused]] const auto written = ::write(file_, line.data(), line.size());
}

}  // namespace leeway::engines
