// Hashes, secrets, errors and the environment.
#include <algorithm>
#include <cstdlib>
#include <vector>

#include <gtest/gtest.h>

#include "base/environment.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/secrets.h"

namespace leeway {
namespace {

// FIPS 180-2, appendix B, and the empty message.
TEST(Hash, known_answers) {
  EXPECT_EQ(sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256_hex(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Secrets, are_replaced_longest_first) {
  Redactor redactor;
  EXPECT_TRUE(redactor.empty());
  redactor.add("pass");
  redactor.add("password1");
  EXPECT_FALSE(redactor.empty());
  EXPECT_EQ(redactor.redact("password1 pass password1pass"), "*** *** ******");
  EXPECT_EQ(redactor.redact("nothing here"), "nothing here");
}

TEST(Secrets, are_replaced_in_urls_too) {
  Redactor redactor;
  redactor.add("p@ss/wörd");
  EXPECT_EQ(redactor.redact("postgresql://u:p%40ss%2Fw%C3%B6rd@host"), "postgresql://u:***@host");
  EXPECT_EQ(redactor.redact("postgresql://u:p%40ss%2fw%c3%b6rd@host"), "postgresql://u:***@host");
  EXPECT_EQ(redactor.redact("is p@ss/wörd"), "is ***");
}

TEST(Secrets, shorter_than_four_bytes_are_not_registered) {
  Redactor redactor;
  redactor.add("");
  redactor.add("abc");
  EXPECT_TRUE(redactor.empty());
  redactor.add("abcd");
  EXPECT_EQ(redactor.redact("abc abcd"), "abc ***");
}

TEST(Errors, text_is_message_and_hint) {
  const Error bare{ErrorCode::io, "cannot read 'f'", ""};
  EXPECT_EQ(bare.text(), "cannot read 'f'");
  const Error helpful{ErrorCode::locked, "run 'r' holds it.", "Wait."};
  EXPECT_EQ(helpful.text(), "run 'r' holds it. Wait.");
}

TEST(Errors, within_keeps_code_and_hint) {
  const Error error{ErrorCode::refused, "no such column", "Look again."};
  EXPECT_EQ(error.within("table 't'"),
            (Error{ErrorCode::refused, "table 't': no such column", "Look again."}));
}

TEST(Errors, fail_formats) {
  const Status status = fail(ErrorCode::not_found, "no '{}' in {}", "x", 3);
  EXPECT_EQ(status.error(), (Error{ErrorCode::not_found, "no 'x' in 3", ""}));
}

Result<int> doubled(const Result<int>& value) {
  LEEWAY_TRY(const int number, value);
  LEEWAY_CHECK(number == 13 ? Status(fail(ErrorCode::policy, "unlucky")) : Status());
  return 2 * number;
}

TEST(Errors, macros_pass_values_on_and_errors_up) {
  EXPECT_EQ(doubled(4).value(), 8);
  EXPECT_EQ(doubled(fail(ErrorCode::io, "gone")).error().code, ErrorCode::io);
  EXPECT_EQ(doubled(13).error().code, ErrorCode::policy);
}

TEST(Errors, every_code_has_a_spelling_of_its_own) {
  const auto last = static_cast<int>(ErrorCode::internal);
  std::vector<std::string_view> spellings;
  for (int code = 0; code <= last; ++code)
    spellings.push_back(to_string(static_cast<ErrorCode>(code)));
  EXPECT_EQ(spellings[static_cast<int>(ErrorCode::not_found)], "not_found");
  std::ranges::sort(spellings);
  EXPECT_EQ(std::ranges::adjacent_find(spellings), spellings.end());
}

TEST(Environment, tells_empty_from_absent) {
  ::setenv("LEEWAY_TEST_EMPTY", "", 1);
  ::setenv("LEEWAY_TEST_FULL", "a b", 1);
  ::unsetenv("LEEWAY_TEST_ABSENT");
  const Environment environment = process_environment();
  EXPECT_EQ(environment("LEEWAY_TEST_EMPTY"), "");
  EXPECT_EQ(environment("LEEWAY_TEST_FULL"), "a b");
  EXPECT_EQ(environment("LEEWAY_TEST_ABSENT"), std::nullopt);
}

}  // namespace
}  // namespace leeway
