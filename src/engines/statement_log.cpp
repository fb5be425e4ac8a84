#include "engines/statement_log.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

namespace leeway::engines {

Result<std::shared_ptr<StatementLog>> StatementLog::open(const std::string& path) {
  if (path.empty()) return nullptr;
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (file < 0)
    return fail(ErrorCode::io, "cannot write the statement log '{}': {}", path,
                std::strerror(errno));
  return std::make_shared<StatementLog>(file);
}

StatementLog::~StatementLog() { ::close(file_); }

void StatementLog::add(std::string_view statement) const {
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
