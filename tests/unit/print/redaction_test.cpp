#include "print/redaction.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace leeway::print {
namespace {

using config::RedactRule;
using Rules = std::vector<RedactRule>;

RedactRule by_column(std::string glob, std::string with = "mask") {
  return {{std::move(glob)}, {}, {}, std::move(with)};
}
RedactRule by_sensitivity(std::string word, std::string with = "mask") {
  return {{}, {std::move(word)}, {}, std::move(with)};
}
RedactRule by_shape(std::string word, std::string with = "mask") {
  return {{}, {}, {std::move(word)}, std::move(with)};
}

// A text column that publishes values, of 10 rows of which one is NULL.
ColumnPrint mail_column() {
  ColumnPrint column;
  column.key = "email";
  column.sql_type = "VARCHAR";
  column.classification = "categorical";
  column.null_count = 1;
  column.cardinality = 3;
  column.cardinality_ratio = 0.3;
  column.values_coverage = 1;
  column.distribution = "skewed";
  column.inferred.looks_like = "email";
  column.inferred.sensitivity = "contact";
  column.values = {{{make_string("anna@example.org"), 5, {}},
                    {make_string("ANNA@example.org"), 2, "anna@example.org"},
                    {make_string("bert@example.org"), 2, {}}}};
  column.length = Length{16, 16, 16, 16};
  column.sketch = Sketch{"kmv_md5_lo64", {1, 2, 3}};
  return column;
}

ColumnPrint moment_column() {
  ColumnPrint column;
  column.key = "born_on";
  column.sql_type = "DATE";
  column.classification = "temporal";
  column.null_count = 0;
  column.inferred.sensitivity = "date_of_birth";
  column.range = Range{make_string("1990-01-01"), make_string("1990-12-31"), 364};
  column.percentiles = {{{"p50", make_string("1990-06-01")}}};
  column.freshness = Freshness{100, "dormant"};
  column.unrepresentable = {"max"};
  return column;
}

TablePrint table_of(std::vector<ColumnPrint> columns) {
  TablePrint table;
  table.fqn = "shop.main.users";
  table.statistics.emplace();
  table.statistics->row_count = 10;
  table.statistics->columns = std::move(columns);
  return table;
}

ColumnPrint redacted(const ColumnPrint& column, const Rules& rules,
                     const std::string& salt = "pepper") {
  TablePrint table = table_of({column});
  redact(table, rules, salt);
  return table.statistics->columns[0];
}

std::string shown(const std::optional<Value>& value) { return value ? value->text : "none"; }

TEST(Redaction, AnyCriterionCoversAndTheLastRuleDecides) {
  const ColumnPrint mail = mail_column();
  for (const auto& [rules, expected] : std::vector<std::pair<Rules, std::string>>{
           {{}, ""},
           {{by_column("shop.main.users.email", "drop")}, "drop"},
           {{by_column("*.EMAIL", "drop")}, "drop"},
           {{by_column("email", "drop")}, ""},
           {{by_column("*.e?ail")}, "mask"},
           {{by_sensitivity("contact")}, "mask"},
           {{by_sensitivity("health")}, ""},
           {{by_shape("email", "hash")}, "hash"},
           {{by_shape("url", "hash")}, ""},
           {{{{"*.other"}, {"health"}, {"email"}, "drop"}}, "drop"},
           {{by_column("*", "hash"), by_shape("email", "drop")}, "drop"},
           {{by_shape("email", "drop"), by_column("*", "mask")}, "mask"},
           {{by_shape("email", "drop"), by_column("*.id", "mask")}, "drop"},
       })
    EXPECT_EQ(redaction_of("shop.main.users", mail, rules), expected);
}

TEST(Redaction, ANearMissIsNotCoveredByItsCandidate) {
  ColumnPrint mail = mail_column();
  mail.inferred.looks_like.reset();
  mail.inferred.looks_like_candidate = "email";
  EXPECT_EQ(redaction_of("a.b", mail, {by_shape("email")}), "");
}

TEST(Redaction, JsonAndUnsupportedColumnsAreNeverCovered) {
  for (const auto* classification : {"json", "unsupported"}) {
    ColumnPrint column = mail_column();
    column.classification = classification;
    EXPECT_EQ(redaction_of("a.b", column, {by_column("*")}), "");
    EXPECT_EQ(redacted(column, {by_column("*")}), column);
  }
}

TEST(Redaction, WhatNoRuleCoversStaysAsItIs) {
  EXPECT_EQ(redacted(mail_column(), {by_column("*.id")}), mail_column());
}

TEST(Redaction, AMaskHidesValuesAndKeepsCounts) {
  ColumnPrint expected = mail_column();
  expected.redacted = "mask";
  expected.sketch.reset();
  for (auto& entry : *expected.values) {
    entry.value = make_string("[redacted]");
    entry.spelling_of.reset();
  }
  EXPECT_EQ(redacted(mail_column(), {by_column("*")}), expected);
}

TEST(Redaction, DropLeavesCountsOnly) {
  ColumnPrint expected = mail_column();
  expected.redacted = "drop";
  expected.sketch.reset();
  for (auto& entry : *expected.values) {
    entry.value.reset();
    entry.spelling_of.reset();
  }
  EXPECT_EQ(redacted(mail_column(), {by_column("*", "drop")}), expected);
}

TEST(Redaction, AHashIsTheSaltedDigest) {
  EXPECT_EQ(salted_digest("pepper", "anna@example.org"), "581b9c173ab953fa");
  EXPECT_EQ(salted_digest("pepper", "7"), "dce3e7976d0af877");
  EXPECT_EQ(salted_digest("salt", "\u00e4"), "eb65f39e27adb9e5");
  EXPECT_EQ(salted_digest("", "x"), "f032539e45730627");
  ColumnPrint column = mail_column();
  column.values = {{{make_string("anna@example.org"), 5, {}},
                    {make_number("7"), 3, {}},
                    {make_bool(true), 1, {}}}};
  const ColumnPrint hashed = redacted(column, {by_column("*", "hash")});
  EXPECT_EQ(hashed.redacted, "hash");
  EXPECT_EQ(hashed.values->at(0).value, make_string("581b9c173ab953fa"));
  EXPECT_EQ(hashed.values->at(1).value, make_string("dce3e7976d0af877"));
  EXPECT_EQ(hashed.values->at(2).value, make_string("7329ad06f988e940"));
}

TEST(Redaction, EquallyFrequentValuesKeepNoOrderOfTheirOwn) {
  ColumnPrint column = mail_column();
  column.values->clear();
  for (const auto* text : {"a", "b", "c", "d", "e"})
    column.values->push_back({make_string(text), 2, {}});
  column.values->front().count = 3;
  const ColumnPrint hashed = redacted(column, {by_column("*", "hash")});
  EXPECT_EQ(hashed.values->front().value, make_string(salted_digest("pepper", "a")));
  for (std::size_t i = 2; i < hashed.values->size(); ++i)
    EXPECT_LT(shown(hashed.values->at(i - 1).value), shown(hashed.values->at(i).value));
}

TEST(Redaction, OfMomentsDayCountsAreCoarse) {
  const ColumnPrint masked = redacted(moment_column(), {by_sensitivity("date_of_birth")});
  EXPECT_EQ(masked.range->min, make_string("[redacted]"));
  EXPECT_EQ(masked.range->max, make_string("[redacted]"));
  EXPECT_EQ(masked.range->span_days, 360);
  EXPECT_EQ(masked.percentiles->front().second, make_string("[redacted]"));
  EXPECT_EQ(masked.freshness, (Freshness{90, "dormant"}));

  const ColumnPrint dropped = redacted(moment_column(), {by_column("*", "drop")});
  EXPECT_FALSE(dropped.range || dropped.percentiles);
  EXPECT_TRUE(dropped.unrepresentable.empty());
  EXPECT_EQ(dropped.freshness, (Freshness{90, "dormant"}));
  EXPECT_EQ(dropped.redacted, "drop");
}

TEST(Redaction, DayCountsAreFloored) {
  for (const auto& [days, floor] : std::vector<std::pair<std::int64_t, std::int64_t>>{
           {0, 0}, {89, 0}, {90, 90}, {179, 90}, {180, 180}, {-1, -90}, {-90, -90}, {-91, -180}}) {
    ColumnPrint column = moment_column();
    column.range->span_days = days;
    column.freshness->max_age_days = days;
    const ColumnPrint masked = redacted(column, {by_column("*")});
    EXPECT_EQ(masked.range->span_days, floor) << days;
    EXPECT_EQ(masked.freshness->max_age_days, floor) << days;
  }
}

TEST(Redaction, AColumnThatPublishesNothingHasNoMarker) {
  ColumnPrint column = mail_column();
  column.values.reset();
  const ColumnPrint covered = redacted(column, {by_column("*")});
  EXPECT_EQ(covered.redacted, std::nullopt);
  EXPECT_FALSE(covered.sketch);
}

TEST(Redaction, NothingIsToldOfASingleValue) {
  struct Case {
    std::optional<std::int64_t> nulls;
    bool told;
  };
  for (const auto& [nulls, told] :
       {Case{8, true}, Case{9, false}, Case{10, false}, Case{{}, false}}) {
    ColumnPrint column = mail_column();
    column.null_count = nulls;
    column.mean = make_real(1);
    column.sum = make_real(1);
    const ColumnPrint masked = redacted(column, {by_column("*")});
    EXPECT_EQ(masked.length.has_value(), told);
    EXPECT_EQ(masked.mean.has_value(), told);
    EXPECT_EQ(masked.sum.has_value(), told);
  }
}

TEST(Redaction, OfATableReadInPartTheRowsReadCount) {
  TablePrint table = table_of({mail_column()});
  table.statistics->row_count = 1000;
  table.statistics->scope = Scope{2, 0.002, {}};
  redact(table, {by_column("*")}, "");
  EXPECT_FALSE(table.statistics->columns[0].length);
}

TEST(Redaction, TheTimelineOfAWithheldAnchorGoesWithWhatRestsOnIt) {
  for (const auto* anchor : {"born_on", "seen_at"}) {
    ColumnPrint mail = mail_column();
    mail.populated = Populated{make_string("2020-01-01"), make_string("2020-02-01")};
    TablePrint table = table_of({mail, moment_column()});
    table.statistics->timeline = Timeline{anchor, "day", {}, 1};
    redact(table, {by_column("*.born_on")}, "");
    const bool kept = anchor == std::string("seen_at");
    EXPECT_EQ(table.statistics->timeline.has_value(), kept);
    EXPECT_EQ(table.statistics->columns[0].populated.has_value(), kept);
  }
}

TEST(Redaction, ATableWithoutMeasurementsStaysAsItIs) {
  TablePrint table = table_of({mail_column()});
  table.statistics->catalog_only = true;
  const TablePrint before = table;
  redact(table, {by_column("*")}, "");
  EXPECT_EQ(table, before);
  table.statistics.reset();
  redact(table, {by_column("*")}, "");
  EXPECT_FALSE(table.statistics);
}

}  // namespace
}  // namespace leeway::print
