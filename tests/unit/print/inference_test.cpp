#include "print/inference.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace leeway::print {
namespace {

using Cases = std::vector<std::pair<std::string, std::string>>;

void expect_patterns(const Cases& cases) {
  for (const auto& [value, pattern] : cases) EXPECT_EQ(match_pattern(value), pattern) << value;
}

std::vector<std::string> mixed(const std::string& often, int hits, const std::string& other,
                               int misses) {
  std::vector<std::string> sample(static_cast<std::size_t>(hits), often);
  sample.insert(sample.end(), static_cast<std::size_t>(misses), other);
  return sample;
}

TEST(Patterns, IdentifiersOfTheNet) {
  expect_patterns({{"550e8400-e29b-41d4-a716-446655440000", "uuid"},
                   {"550E8400-E29B-71D4-B716-446655440000", "uuid"},
                   {"550e8400-e29b-81d4-a716-446655440000", ""},
                   {"550e8400-e29b-41d4-c716-446655440000", ""},
                   {"{550e8400-e29b-41d4-a716-446655440000}", ""},
                   {"00000000-0000-0000-0000-000000000000", ""},
                   {"550e8400e29b41d4a716446655440000", "hex"},
                   {"urn:uuid:550e8400-e29b-41d4-a716-446655440000", "urn"},
                   {"a.b+c%d@x-y.example.org", "email"},
                   {"a@b.co", "email"},
                   {"a@b", ""},
                   {"a@b.c", "filename"},
                   {"a@@b.co", "filename"},
                   {"a@b.c1", "filename"},
                   {"a b@example.org", ""},
                   {"https://x", "url"},
                   {"http://example.org/a?b=c", "url"},
                   {"HTTP://example.org", ""},
                   {"http://", ""},
                   {"http://a b", ""},
                   {"ftp://example.org/a", ""},
                   {"urn:isbn:0451450523", "urn"},
                   {"URN:a:b", "urn"},
                   {"urn::b", ""},
                   {"urn:-a:b", ""},
                   {"urn:a:", ""},
                   {"urn:" + std::string(32, 'a') + ":b", ""},
                   {"urn:" + std::string(31, 'a') + ":b", "urn"},
                   {"1.2.3.4", "ip"},
                   {"::ffff:1.2.3.4", "ip"},
                   {"fe80::1", "ip"},
                   {"1.2.3.04", ""},
                   {"1.2.3.256", ""},
                   {"1.2.3.4:80", ""},
                   {"[::1]", ""},
                   {"fe80::1%eth0", ""},
                   {"10.0.0.1/8", ""},
                   {"::1/128", ""},
                   {"00:1A:2b:3c:4d:5e", "mac_address"},
                   {"00-11-22-33-44-55", "mac_address"},
                   {"00:1a-2b:3c:4d:5e", ""},
                   {"00:1a:2b:3c:4d", ""}});
}

TEST(Patterns, ContentTypes) {
  expect_patterns({{"text/html", "content_type"},
                   {"TEXT/HTML", "content_type"},
                   {"text/html ; charset=utf-8", "content_type"},
                   {"application/vnd.api+json", "content_type"},
                   {"x-world/x-3dmf", "content_type"},
                   {"X-!/y", "content_type"},
                   {"x-/y", "path"},
                   {"texts/html", "path"},
                   {"text/html;", "path"},
                   {"text/-html", "path"},
                   {"text/ html; a", ""},
                   {"text/" + std::string(127, 'a'), "content_type"},
                   {"text/" + std::string(128, 'a'), "path"}});
}

TEST(Patterns, RegistriesOfCodes) {
  expect_patterns({{"DE", "country_code"},
                   {"de", "country_code"},
                   {"UK", ""},
                   {"EU", ""},
                   {"D", ""},
                   {"D ", ""},
                   {"EUR", "currency_code"},
                   {"xau", "currency_code"},
                   {"SLE", "currency_code"},
                   {"BGN", ""},
                   {"HRK", ""},
                   {"ZWL", ""},
                   {"DEU", ""},
                   {"SW1A 1AA", "postal_code"},
                   {"m11ae", "postal_code"},
                   {"K1A 0B6", "postal_code"},
                   {"1012 AB", "postal_code"},
                   {"1012AB", "postal_code"},
                   {"10117", "numeric_string"},
                   {"K1A-0B6", ""},
                   {"K1A  0B6", ""},
                   {"Europe/Berlin", "timezone"},
                   {"UTC", "timezone"},
                   {"europe/berlin", "path"},
                   {"Europe/Nowhere", "path"}});
}

TEST(Patterns, CodesWithACheck) {
  expect_patterns({{"978-0-306-40615-7", "isbn"},
                   {"9780306406157", "isbn"},
                   {"978-0-306-40615-8", "phone"},
                   {"0-306-40615-2", "isbn"},
                   {"080442957x", "isbn"},
                   {"0306406153", "numeric_string"},
                   {"4006381333931", "ean"},
                   {"96385074", "ean"},
                   {"036000291452", "ean"},
                   {"10012345678902", "ean"},
                   {"12345678", "numeric_string"},
                   {"490154203237518", "imei"},
                   {"490154203237519", "numeric_string"},
                   {"378282246310005", "card_number"},
                   {"4111111111111111", "card_number"},
                   {"4111-1111 1111-1111", "card_number"},
                   {"4111111111111112", "numeric_string"},
                   {"4111 1111 1111 1112", ""},
                   {"GB82 WEST 1234 5698 7654 32", "iban"},
                   {"gb82west12345698765432", "iban"},
                   {"GB83WEST12345698765432", ""},
                   {"DEUTDEFF", "bic"},
                   {"DEUTDEFF500", "bic"},
                   {"DEADBEEF", "bic"},
                   {"deutdeff", ""},
                   {"DEUTXXFF", ""},
                   {"DEUTDEFF50", ""},
                   {"1M8GDM9AXKP042788", "vin"},
                   {"1m8gdm9axkp042788", "vin"},
                   {"11111111111111111", "vin"},
                   {"1M8GDM9A1KP042788", ""},
                   {"1M8GDM9AXKPO42788", ""}});
}

TEST(Patterns, PhonesAndNumbers) {
  expect_patterns({{"+49 30 1234567", "phone"},
                   {"+12345678", "phone"},
                   {"+1234567", ""},
                   {"+1234567890123456", ""},
                   {"(030) 123-4567", "phone"},
                   {"030-123456", ""},
                   {"030.123.4567", ""},
                   {"1234567890", "numeric_string"},
                   {"-12.5", "numeric_string"},
                   {"007", "numeric_string"},
                   {"1.", ""},
                   {".5", ""},
                   {"+5", ""},
                   {"1e5", ""},
                   {"1,5", ""},
                   {"", ""},
                   {" ", ""}});
}

TEST(Patterns, EncodedTexts) {
  expect_patterns({{"{}", "json"},
                   {" [1, 2]\n", "json"},
                   {"[1, 2", ""},
                   {"\"text\"", ""},
                   {"deadbeef", "hex"},
                   {"#ff00aa", "hex"},
                   {"ff00a", ""},
                   {"123456", "numeric_string"},
                   {"eyJhbGciOiJub25lIn0.e30.", "jwt"},
                   {"eyJ0eXAiOiJKV1QifQ.e30.", ""},
                   {"eyJhbGciOiJub25lIn0..", ""},
                   {"eyJhbGciOiJub25lIn0.e30", "filename"},
                   {"SGVsbG8gV29ybGQhIQ==", "base64"},
                   {"SGVsbG8tV29ybGQ_", "base64"},
                   {"SGVsbG8gV29ybGQhI", ""},
                   {"SGVsbG8gV29y", ""},
                   {"ABCDEFGHIJKLMNOP", ""},
                   {"SGVsbG8=V29ybGQh", ""}});
}

TEST(Patterns, PlacesAndMoments) {
  expect_patterns({{"52.52, 13.40", "latlon"},
                   {"-90.0,180.0", "latlon"},
                   {"90.1,0.0", ""},
                   {"0.0,-180.1", ""},
                   {"52,13", ""},
                   {"52.5,  13.4", ""},
                   {"P1Y2M3DT4H5M6S", "iso8601_duration"},
                   {"P2W", "iso8601_duration"},
                   {"PT1S", "iso8601_duration"},
                   {"P", ""},
                   {"PT", "country_code"},
                   {"P1DT", ""},
                   {"P1S", ""},
                   {"PT1D", ""},
                   {"P1M1Y", ""},
                   {"P1W2D", ""},
                   {"2024-02-29", "iso8601_date"},
                   {"2023-02-29", ""},
                   {"0000-01-01", ""},
                   {"2024-2-29", ""},
                   {"2024-02-29T10:11", "iso8601_datetime"},
                   {"2024-02-29 10:11:12.123456+02:00", "iso8601_datetime"},
                   {"2024-02-29T99:99:99Z", "iso8601_datetime"},
                   {"2024-02-29T10", ""},
                   {"2024-02-29T10:11:12.1234567", ""},
                   {"2024-02-29T10:11:12.", ""},
                   {"2024-02-29T10:11z", ""},
                   {"2024-02-29T10:11+0200", ""},
                   {"2023-02-29T10:11", ""}});
}

TEST(Patterns, VersionsPathsAndProse) {
  expect_patterns({{"1.2.3", "semver"},
                   {"v1.0.0-alpha.1+build.05", "semver"},
                   {"01.2.3", ""},
                   {"1.2.3-01", ""},
                   {"1.2.3-", ""},
                   {"1.2", "numeric_string"},
                   {"vv1.2.3", ""},
                   {"a/b", "path"},
                   {"/usr/bin/", "path"},
                   {"/usr", ""},
                   {"/", ""},
                   {"//a/b", ""},
                   {"a//b", ""},
                   {"a b/c", ""},
                   {"report.tar.gz", "filename"},
                   {".gitignore", ""},
                   {"x.7z", ""},
                   {"x.abcdefghij", "filename"},
                   {"x.abcdefghijk", ""},
                   {"my report.pdf", ""},
                   {"The cat sat, on a mat", "prose"},
                   {"It is late", ""},
                   {"one two three four five", ""},
                   {"other wither anda isx beta", ""}});
}

TEST(Verdict, StandsFromNinetyFivePercentAndACandidateFromHalf) {
  const std::string mail = "a@b.co";
  struct Case {
    int hits;
    int misses;
    std::optional<std::string> verdict;
    std::optional<std::string> candidate;
  };
  for (const auto& [hits, misses, verdict, candidate] : std::vector<Case>{
           {1, 0, "email", {}},
           {19, 1, "email", {}},
           {950, 50, "email", {}},
           {57, 3, "email", {}},
           {949, 51, {}, "email"},
           {18, 1, {}, "email"},
           {1, 1, {}, "email"},
           {499, 501, {}, {}},
       }) {
    const LooksLike judged = judge_sample(mixed(mail, hits, "??", misses), false);
    EXPECT_EQ(judged.verdict, verdict) << hits;
    EXPECT_EQ(judged.candidate, candidate) << hits;
    EXPECT_EQ(judged.matched, verdict ? hits : 0) << hits;
    EXPECT_EQ(judged.sampled, verdict ? hits + misses : 0) << hits;
    EXPECT_DOUBLE_EQ(judged.candidate_share,
                     candidate ? static_cast<double>(hits) / (hits + misses) : 0);
  }
}

TEST(Verdict, ATieGoesToThePatternThatComesFirst) {
  EXPECT_EQ(judge_sample(mixed("report.pdf", 1, "a@b.co", 1), false).candidate, "email");
}

TEST(Verdict, AnEmptySampleSaysNothing) { EXPECT_EQ(judge_sample({}, false), LooksLike{}); }

TEST(Verdict, NumericStringIsWithheldFromNumbersWithoutAFallback) {
  EXPECT_EQ(judge_sample(mixed("12", 10, "x", 0), false).verdict, "numeric_string");
  EXPECT_EQ(judge_sample(mixed("12", 10, "x", 0), true), LooksLike{});
  EXPECT_EQ(judge_sample(mixed("12", 6, "x", 4), true), LooksLike{});
  EXPECT_EQ(judge_sample(mixed("12", 5, "96385074", 5), true).candidate, "ean");
  EXPECT_EQ(judge_sample(mixed("96385074", 20, "12", 1), true).verdict, "ean");
}

TEST(Epoch, OfASampleNeedsNinetyFivePercentInOneWindow) {
  const std::string moment = "1700000000";
  EXPECT_EQ(epoch_unit_of_sample({}), std::nullopt);
  EXPECT_EQ(epoch_unit_of_sample({"1000000000", "2000000000"}), "seconds");
  EXPECT_EQ(epoch_unit_of_sample({"1000000000000", "2000000000000"}), "milliseconds");
  for (const auto* outside : {"999999999", "2000000001", "999999999999", "2000000000001",
                              "1700000000.0", "+1700000000", "17e8", "-1700000000", ""})
    EXPECT_EQ(epoch_unit_of_sample({outside}), std::nullopt) << outside;
  for (const int scale : {1, 2, 3, 7, 50}) {
    EXPECT_EQ(epoch_unit_of_sample(mixed(moment, 19 * scale, "x", scale)), "seconds") << scale;
    EXPECT_EQ(epoch_unit_of_sample(mixed(moment, 19 * scale - 1, "x", scale)), std::nullopt);
  }
  EXPECT_EQ(epoch_unit_of_sample(mixed(moment, 9, "1700000000000", 9)), std::nullopt);
}

TEST(Epoch, OfARangeNeedsBothEndsWholeAndInOneWindow) {
  const auto unit = [](const char* min, const char* max) {
    return epoch_unit_of_range(make_number(min), make_number(max));
  };
  EXPECT_EQ(unit("1000000000", "2000000000"), "seconds");
  EXPECT_EQ(unit("1000000000.00", "2000000000.0"), "seconds");
  EXPECT_EQ(unit("1000000000000", "2000000000000"), "milliseconds");
  EXPECT_EQ(unit("999999999", "1500000000"), std::nullopt);
  EXPECT_EQ(unit("1500000000", "2000000001"), std::nullopt);
  EXPECT_EQ(unit("1500000000.5", "1600000000"), std::nullopt);
  EXPECT_EQ(unit("1500000000", "1500000000000"), std::nullopt);
  EXPECT_EQ(unit("1500000000", ".inf"), std::nullopt);
  EXPECT_EQ(epoch_unit_of_range(make_string("1500000000"), make_string("1500000001")),
            std::nullopt);
}

}  // namespace
}  // namespace leeway::print
