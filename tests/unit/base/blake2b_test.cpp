#include <gtest/gtest.h>

#include "base/hash.h"

namespace leeway {
namespace {

struct Case {
  std::string bytes;
  std::size_t size;
  std::string_view digest;
};

class Blake2b : public ::testing::TestWithParam<Case> {};

TEST_P(Blake2b, GivesTheDigest) {
  EXPECT_EQ(blake2b_hex(GetParam().bytes, GetParam().size), GetParam().digest);
}

// The first is appendix A of RFC 7693; the others are of its reference implementation.
INSTANTIATE_TEST_SUITE_P(
    Vectors, Blake2b,
    ::testing::Values(Case{"abc", 64,
                           "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
                           "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923"},
                      Case{"", 64,
                           "786a02f742015903c6c6fd852552d272912f4740e15847618a86e217f71f5419"
                           "d25e1031afee585313896444934eb04b903a685b1448b755d56f701afe9be2ce"},
                      Case{"abc", 8, "d8bb14d833d59559"}, Case{"", 8, "e4a6a0577479b2b4"},
                      Case{std::string(128, 'a'), 8, "f06643fe9c7e18da"},
                      Case{std::string(129, 'a'), 8, "e462535bb0c5a299"},
                      Case{std::string(300, 'a'), 32,
                           "3c1292de00a518e36823f9ff908ac2da46be38718c018713403461df077e15f6"}));

}  // namespace
}  // namespace leeway
