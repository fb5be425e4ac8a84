// Files that hold the whole of what was meant or the whole of what was there before.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/error.h"

namespace leeway {

// The whole content. Errors: not_found, io (also for a folder, and for a read that ends early).
Result<std::string> read_file(const std::filesystem::path& path);

// Writes to a private temporary file beside `path` (mode 0600), syncs it, and renames it over
// `path`. After a crash at any point `path` holds the old content or the new one, whole.
Status write_file_atomically(const std::filesystem::path& path, std::string_view content);

}  // namespace leeway
