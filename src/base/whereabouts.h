// Where a run takes place: the machine, and the state of the project's repository.
#pragma once

#include <filesystem>
#include <string>

namespace leeway {

// The machine's name; empty where the system does not tell.
std::string host_name();

struct GitHead {
  std::string commit;  // 40 or 64 hex digits; empty when not known
  std::string branch;  // empty when not known, or on no branch

  bool operator==(const GitHead&) const = default;
};

// What HEAD of the Git repository around the folder points at, read from its files; nothing is run.
// Empty outside of a repository, and where refs are kept in a form other than files (reftable).
// The files: https://git-scm.com/docs/gitrepository-layout
GitHead git_head(const std::filesystem::path& folder);

}  // namespace leeway
