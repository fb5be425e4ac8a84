// Comparison with a file below golden/, byte for byte. LEEWAY_UPDATE_GOLDEN=1 writes it instead.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/files.h"

namespace leeway::output {

inline void expect_golden(const std::string& name, std::string_view text) {
  const auto file =
      std::filesystem::path(LEEWAY_SOURCE_DIR) / "tests" / "unit" / "output" / "golden" / name;
  if (std::getenv("LEEWAY_UPDATE_GOLDEN") != nullptr) {
    ASSERT_TRUE(write_file_atomically(file, text));
    return;
  }
  const auto wanted = read_file(file);
  ASSERT_TRUE(wanted) << wanted.error().text();
  EXPECT_EQ(*wanted, text) << name;
}

}  // namespace leeway::output
