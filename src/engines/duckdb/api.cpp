#include "engines/duckdb/api.h"

#include <filesystem>
#include <vector>

#include <dlfcn.h>
#ifdef __APPLE__
#include <array>
#include <climits>
#include <cstdint>

#include <mach-o/dyld.h>
#endif

#include "base/environment.h"

namespace leeway::engines::duckdb {
namespace {

#ifdef __APPLE__
constexpr const char* kLibrary = "libduckdb.dylib";
#else
constexpr const char* kLibrary = "libduckdb.so";
#endif

// The file this program runs from; empty where the system does not tell.
std::filesystem::path program_file() {
  std::error_code failed;
#ifdef __APPLE__
  std::array<char, PATH_MAX> buffer{};
  auto size = static_cast<std::uint32_t>(buffer.size());
  if (::_NSGetExecutablePath(buffer.data(), &size) != 0) return {};
  auto program = std::filesystem::canonical(buffer.data(), failed);
#else
  auto program = std::filesystem::read_symlink("/proc/self/exe", failed);
#endif
  return failed ? std::filesystem::path() : program;
}

std::vector<std::string> places() {
  if (const auto chosen = process_environment()("LEEWAY_DUCKDB_LIBRARY");
      chosen && !chosen->empty())
    return {*chosen};
  std::vector<std::string> result;
  if (const auto program = program_file(); !program.empty()) {
    const auto folder = program.parent_path();
    result.push_back(folder / kLibrary);
    result.push_back((folder / "../lib/leeway" / kLibrary).lexically_normal());
  }
  result.push_back(std::filesystem::path(LEEWAY_DUCKDB_DIR) / kLibrary);
  result.emplace_back(kLibrary);
  return result;
}

bool may_be_tried(const std::string& place) {
  std::error_code ignored;
  return place.find('/') == std::string::npos || std::filesystem::exists(place, ignored);
}

Error no_library(const std::vector<std::string>& tried, const std::string& reason) {
  Error error{ErrorCode::connection, "the DuckDB library could not be loaded; tried", {}};
  for (const auto& place : tried) error.message += fmt::format(" {}", place);
  if (!reason.empty()) error.message += fmt::format(" ({})", reason);
  error.message += ".";
  error.hint = fmt::format(
      "Put {} beside the leeway program, or set LEEWAY_DUCKDB_LIBRARY to its path.", kLibrary);
  return error;
}

template <typename Function>
bool resolve(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  return function != nullptr;
}

Result<Api> resolve_all(void* library, const std::string& place) {
  Api api;
  const char* missing = nullptr;
#define LEEWAY_DUCKDB_RESOLVE(name) \
  if (!missing && !resolve(library, "duckdb_" #name, api.name)) missing = "duckdb_" #name;
  LEEWAY_DUCKDB_FUNCTIONS(LEEWAY_DUCKDB_RESOLVE)
#undef LEEWAY_DUCKDB_RESOLVE
  if (missing)
    return std::unexpected(
        Error{ErrorCode::connection,
              fmt::format("the DuckDB library {} has no function {}.", place, missing),
              "Use DuckDB 1.4 or newer."});
  return api;
}

}  // namespace

Result<Api> load_api() {
  const std::vector<std::string> tried = places();
  std::string reason;
  for (const auto& place : tried) {
    if (!may_be_tried(place)) continue;
    // Never unloaded: the library's own threads and thread-local data outlive every database.
    if (void* library = ::dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE))
      return resolve_all(library, place);
    reason = ::dlerror();
  }
  return std::unexpected(no_library(tried, reason));
}

std::string take_text(const Api& api, char* text) {
  std::string result = text ? text : "";
  api.free(text);
  return result;
}

}  // namespace leeway::engines::duckdb
