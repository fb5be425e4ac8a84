#include <gtest/gtest.h>

#include <iterator>
#include <string>

#include "print/check.h"
#include "print/decode.h"
#include "print/diff.h"
#include "unit/print/memory_source.h"
#include "unit/print/print_generator.h"
#include "unit/print/text_mutation.h"

namespace leeway::print {
namespace {

using testing_support::FileMap;
using testing_support::files_of;
using testing_support::memory_source;
using testing_support::mutated;
using testing_support::PrintGenerator;
using testing_support::ValueGenerator;

// Everything that reads a committed print, over the files as they are.
void read_whole(const FileMap& files, const Print& baseline, int& decoded) {
  const PrintFiles loaded = load_files(memory_source(files), 1);
  for (const Issue& issue : validate_print(loaded, "duckdb")) {
    EXPECT_FALSE(issue.code.empty());
    EXPECT_FALSE(issue.path.empty()) << issue.code;
  }
  const auto print = decode(loaded);
  if (!print) {
    EXPECT_TRUE(print.error().code == ErrorCode::integrity ||
                print.error().code == ErrorCode::not_found)
        << print.error().text();
    return;
  }
  ++decoded;
  DiffInput input;
  input.baseline = &baseline;
  input.live = &*print;
  (void)encode_diff(compare_prints(input));
  std::swap(input.baseline, input.live);
  (void)encode_diff(compare_prints(input));
}

TEST(PrintMutation, DamagedFilesAreJudgedAndNeverMoreThanThat) {
  constexpr std::uint64_t prints = 60;
  constexpr int cases = 50;
  int decoded = 0;
  for (std::uint64_t seed = 0; seed < prints; ++seed) {
    const Print print = PrintGenerator(seed).print(2);
    const FileMap whole = files_of(print);
    ValueGenerator random(seed);
    for (int i = 0; i < cases; ++i) {
      FileMap files = whole;
      for (std::size_t edits = 1 + random.below(4); edits > 0; --edits) {
        const auto at =
            std::next(files.begin(), static_cast<std::ptrdiff_t>(random.below(files.size())));
        at->second = mutated(at->second, random);
      }
      SCOPED_TRACE(testing::Message() << "print " << seed << ", case " << i);
      read_whole(files, print, decoded);
    }
  }
  EXPECT_GT(decoded, 500);
}

}  // namespace
}  // namespace leeway::print
