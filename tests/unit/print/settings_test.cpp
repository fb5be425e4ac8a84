#include "print/settings.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace leeway::print {
namespace {

using config::PrintConnection;
using config::PrintRule;
using Estimate = std::optional<std::int64_t>;
using Names = std::vector<std::string>;

PrintRule rule(std::string name, std::vector<std::string> include = {"*"}) {
  PrintRule made;
  made.name = std::move(name);
  made.include = std::move(include);
  return made;
}
PrintRule sampling(double fraction, std::vector<std::string> include = {"*"}) {
  PrintRule made = rule("the sample", std::move(include));
  made.sample = fraction;
  return made;
}
PrintRule filtering(std::string predicate) {
  PrintRule made = rule("the filter");
  made.filter = std::move(predicate);
  return made;
}
PrintRule capping(std::int64_t rows) {
  PrintRule made = rule("the ceiling");
  made.max_rows_scanned = rows;
  return made;
}

PrintConnection with_rules(std::vector<PrintRule> rules) {
  PrintConnection connection;
  connection.rules = std::move(rules);
  return connection;
}

TableSettings resolved(const PrintConnection& connection, Estimate rows = {},
                       std::string_view fqn = "shop.main.orders") {
  const auto settings = resolve_settings(connection, fqn, rows);
  EXPECT_TRUE(settings);
  return settings ? *settings : TableSettings{};
}

TEST(Globs, MatchTheWholeNameWithoutCase) {
  struct Case {
    const char* pattern;
    const char* name;
    bool matches;
  };
  for (const auto& [pattern, name, matches] : std::vector<Case>{
           {"*", "", true},
           {"", "", true},
           {"", "a", false},
           {"shop.*", "shop.main.orders", true},
           {"SHOP.*.Orders", "shop.main.orders", true},
           {"*orders", "shop.main.orders", true},
           {"orders", "shop.main.orders", false},
           {"*.order", "shop.main.orders", false},
           {"*a*b*", "xxaxxbxx", true},
           {"*ab", "aab", true},
           {"?", "a", true},
           {"?", "", false},
           {"?", "ab", false},
           {"a.?.c", "a.b.c", true},
           {"caf?", "caf\u00e9", true},
           {"caf[\u00e8-\u00ea]", "caf\u00e9", true},
           {"caf[!x]", "caf\u00e9", true},
           {"[abc]", "b", true},
           {"[abc]", "d", false},
           {"[a-c]x", "bx", true},
           {"[a-c]x", "dx", false},
           {"[!a-c]", "d", true},
           {"[!a-c]", "b", false},
           {"[^a]", "^", true},
           {"[^a]", "b", false},
           {"[]a]", "]", true},
           {"[!]a]", "b", true},
           {"[!]a]", "]", false},
           {"[a-]", "-", true},
           {"[a", "[a", true},
           {"[", "[", true},
           {"[!]", "[!]", true},
           {"[c-a]", "b", false},
           {"a\\*", "a\\b", true},
           {"*[0-9]", "t1", true},
           {"*[0-9]", "ta", false},
       })
    EXPECT_EQ(name_matches(pattern, name), matches) << pattern << " " << name;
}

TEST(Selectors, IncludeAndNoExcludeAndTheNarrowing) {
  PrintConnection connection;
  connection.include = {"shop.*", "crm.*"};
  connection.exclude = {"*.tmp_*"};
  const TableSelector plain(connection, {}, {});
  EXPECT_TRUE(plain.selects("shop.main.orders"));
  EXPECT_FALSE(plain.selects("shop.main.tmp_1"));
  EXPECT_FALSE(plain.selects("hr.main.people"));
  EXPECT_EQ(plain.recorded(), (Selectors{{"shop.*", "crm.*"}, {"*.tmp_*"}}));

  const TableSelector narrowed(connection, {"*.orders", "hr.*"}, {"crm.*"});
  EXPECT_TRUE(narrowed.selects("shop.main.orders"));
  EXPECT_FALSE(narrowed.selects("shop.main.items"));
  EXPECT_FALSE(narrowed.selects("crm.main.orders"));
  EXPECT_FALSE(narrowed.selects("hr.main.people"));
  EXPECT_EQ(narrowed.recorded(), (Selectors{{"*.orders", "hr.*"}, {"*.tmp_*", "crm.*"}}));
}

TEST(Selectors, AnEmptyIncludeMatchesNothing) {
  PrintConnection connection;
  connection.include.clear();
  EXPECT_FALSE(TableSelector(connection, {}, {}).selects("a.b"));
  EXPECT_FALSE(TableSelector(connection, {"*"}, {}).selects("a.b"));
}

TEST(Rules, EveryMatchingRuleAppliesAndTheLastStands) {
  PrintRule first = rule("1");
  first.max_age_days = 1;
  first.statistics.top_n_values = 5;
  first.statistics.enumeration_threshold = 10;
  PrintRule second = rule("2", {"shop.*"});
  second.max_age_days = 0;
  second.statistics.top_n_values = 6;
  PrintRule elsewhere = rule("3", {"crm.*"});
  elsewhere.max_age_days = 30;
  PrintRule excepted = rule("4");
  excepted.exclude = {"*.orders"};
  excepted.max_age_days = 31;
  PrintConnection connection = with_rules({first, second, elsewhere, excepted});
  connection.statistics.percentiles = {{5, 95}};
  TableSettings expected;
  expected.max_age_days = 0;
  expected.statistics.top_n_values = 6;
  expected.statistics.enumeration_threshold = 10;
  expected.statistics.percentiles = {5, 95};
  EXPECT_EQ(resolved(connection), expected);
  EXPECT_EQ(connection_params(connection).top_n_values, 20);
  EXPECT_EQ(connection_params(connection).percentiles, (std::vector{5, 95}));
}

TEST(Rules, WithoutAnyTheDefaultsHold) {
  TableSettings expected;
  expected.max_age_days = 7;
  EXPECT_EQ(resolved({}), expected);
}

TEST(Rules, TheLaterOfTwoFiltersOrSamplesStands) {
  EXPECT_EQ(resolved(with_rules({filtering("a = 1"), filtering("b = 2")})).filter, "b = 2");
  EXPECT_EQ(resolved(with_rules({sampling(0.5), sampling(0.25)})).sample, 0.25);
}

TEST(Rules, ASampleAndAFilterThatMeetAreRefusedByName) {
  for (const auto& rules :
       {std::vector{sampling(0.5), filtering("a")}, std::vector{filtering("a"), sampling(0.5)}}) {
    const auto settings = resolve_settings(with_rules(rules), "shop.main.orders", {});
    ASSERT_FALSE(settings);
    EXPECT_EQ(settings.error().code, ErrorCode::config);
    for (const auto* named : {"shop.main.orders", "the sample", "the filter"})
      EXPECT_TRUE(settings.error().message.contains(named)) << named;
  }
  EXPECT_TRUE(resolve_settings(with_rules({sampling(0.5, {"crm.*"}), filtering("a")}),
                               "shop.main.orders", {}));
}

TEST(Rules, MinRowsNeedsAnEstimateThatReachesIt) {
  PrintRule large = sampling(0.5);
  large.min_rows = 1000;
  const PrintConnection connection = with_rules({large});
  EXPECT_EQ(resolved(connection, 1000).sample, 0.5);
  EXPECT_EQ(resolved(connection, 999).sample, std::nullopt);
  EXPECT_TRUE(resolved(connection, 999).warnings.empty());
  EXPECT_EQ(resolved(connection, 0).sample, std::nullopt);
  const TableSettings unknown = resolved(connection);
  EXPECT_EQ(unknown.sample, std::nullopt);
  EXPECT_EQ(unknown.warnings.size(), 1U);
  large.include = {"crm.*"};
  EXPECT_TRUE(resolved(with_rules({large})).warnings.empty());
}

TEST(Ceiling, ComesToAPowerThatDoesNotExceedIt) {
  EXPECT_DOUBLE_EQ(*ceiling_fraction(1'000'000, 10'000'000), 0.09229599817706402);
  EXPECT_DOUBLE_EQ(*ceiling_fraction(100, 101), 0.9090909090909091);
  EXPECT_DOUBLE_EQ(*ceiling_fraction(500, 1000), 0.4665073802097331);
  for (const auto& [ceiling, rows] :
       std::vector<std::pair<std::int64_t, std::int64_t>>{{100, 100}, {101, 100}, {1, 0}, {1, -1}})
    EXPECT_EQ(ceiling_fraction(ceiling, rows), std::nullopt) << ceiling;
  for (const std::int64_t rows : {2LL, 10LL, 11LL, 12LL, 121LL, 1'000'000'000'000LL}) {
    const double fraction = *ceiling_fraction(1, rows);
    EXPECT_LE(fraction, 1.0 / static_cast<double>(rows)) << rows;
    EXPECT_GT(fraction * 1.1 * 1.0001, 1.0 / static_cast<double>(rows)) << rows;
  }
}

TEST(Ceiling, NarrowsOnlyWhatIsKnownToBeLarger) {
  PrintConnection connection;
  connection.max_rows_scanned = 500;
  EXPECT_DOUBLE_EQ(*resolved(connection, 1000).sample, 0.4665073802097331);
  EXPECT_EQ(resolved(connection, 500).sample, std::nullopt);
  EXPECT_TRUE(resolved(connection, 500).warnings.empty());
  const TableSettings unknown = resolved(connection);
  EXPECT_EQ(unknown.sample, std::nullopt);
  EXPECT_EQ(unknown.warnings.size(), 1U);
}

TEST(Ceiling, TheLaterOfCeilingAndSampleStands) {
  const double capped = 0.4665073802097331;
  PrintConnection connection = with_rules({sampling(0.25)});
  connection.max_rows_scanned = 500;
  EXPECT_EQ(resolved(connection, 1000).sample, 0.25);
  EXPECT_EQ(resolved(with_rules({capping(500), sampling(0.25)}), 1000).sample, 0.25);
  EXPECT_DOUBLE_EQ(*resolved(with_rules({sampling(0.25), capping(500)}), 1000).sample, capped);
  EXPECT_EQ(resolved(with_rules({sampling(0.25), capping(5000)}), 1000).sample, std::nullopt);
  EXPECT_EQ(resolved(with_rules({sampling(0.25), capping(500)})).sample, std::nullopt);
  PrintRule both = capping(500);
  both.sample = 0.25;
  EXPECT_EQ(resolved(with_rules({both}), 1000).sample, 0.25);
}

TEST(Ceiling, AFilterStandsOverItWithAWarning) {
  for (const auto& rules :
       {std::vector{filtering("a"), capping(500)}, std::vector{capping(500), filtering("a")}}) {
    const TableSettings settings = resolved(with_rules(rules), 1000);
    EXPECT_EQ(settings.filter, "a");
    EXPECT_EQ(settings.sample, std::nullopt);
    EXPECT_EQ(settings.warnings.size(), 1U);
  }
}

TEST(Estimates, AreAskedForWhenARuleOrKeyNeedsThem) {
  EXPECT_FALSE(needs_estimates({}));
  EXPECT_FALSE(needs_estimates(with_rules({sampling(0.5), filtering("a")})));
  EXPECT_TRUE(needs_estimates(with_rules({capping(5)})));
  PrintRule large = sampling(0.5);
  large.min_rows = 5;
  EXPECT_TRUE(needs_estimates(with_rules({large})));
  PrintConnection connection;
  connection.max_rows_scanned = 5;
  EXPECT_TRUE(needs_estimates(connection));
}

TEST(Age, IsInFractionsOfDays) {
  EXPECT_DOUBLE_EQ(*age_days("2026-01-01T00:00:00Z", "2026-01-02T12:00:00Z"), 1.5);
  EXPECT_DOUBLE_EQ(*age_days("2026-01-01T02:00:00+02:00", "2026-01-01T00:00:00Z"), 0);
  EXPECT_LT(*age_days("2026-01-02T00:00:00Z", "2026-01-01T00:00:00Z"), 0);
  for (const auto* broken : {"", "yesterday", "2026-13-01T00:00:00Z"})
    EXPECT_EQ(age_days(broken, "2026-01-01T00:00:00Z"), std::nullopt) << broken;
}

}  // namespace
}  // namespace leeway::print
