#include "output/print_diff.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include <nlohmann/json.hpp>

#include "golden.h"
#include "output/print_diff_view.h"
#include "output/print_json.h"
#include "output/unicode.h"
#include "support/schema_check.h"
#include "unit/print/diff_samples.h"

namespace leeway::output {
namespace {

using print::ColumnPrint;
using print::Print;
using ::testing::HasSubstr;
using ::testing::Not;

print::PrintDiff compare(const Print& before, const Print& after,
                         std::vector<std::string> failed = {}) {
  print::DiffInput input;
  input.baseline = &before;
  input.live = &after;
  input.baseline_path = "prints/primary";
  input.generated_at = input.scanned_at = "2026-05-18T06:00:00Z";
  input.failed = std::move(failed);
  return compare_prints(input);
}

ColumnPrint& column(Print& print, std::size_t index) {
  return print.tables[0].statistics->columns[index];
}

// Every kind of event.
Print moved() {
  Print after = print::samples::shop();
  auto extra = print::samples::orders();
  extra.fqn = "shop.main.returns";
  after.tables.push_back(extra);
  auto& statistics = *after.tables[0].statistics;
  statistics.row_count = 1250;
  statistics.grain->keys.push_back({{"state", "at"}, "measured"});
  statistics.physical_layout.reset();
  statistics.columns.erase(statistics.columns.begin() + 3);
  statistics.columns.push_back(print::samples::note_column());
  statistics.columns.back().key = "fresh";
  column(after, 0).sql_type = "BIGINT";
  column(after, 0).nullable = true;
  column(after, 0).sum = print::make_number("170141183460469231731687303715884105727");
  column(after, 0).mean = print::make_real(50.6);
  column(after, 1).values = {{print::make_string("open"), 30, {}},
                             {print::make_string("lost"), 1060, {}}};
  column(after, 1).classification = "text";
  after.tables[0].ddl =
      "CREATE TABLE orders(id INTEGER, state VARCHAR);\nCREATE UNIQUE INDEX b ON orders(id);\n"
      "CREATE INDEX by_state ON orders(state, id);\nCOMMENT ON TABLE orders IS 'Many orders';\n";
  auto& edges = after.tables[0].relationships->refers_to;
  edges[0].on_delete = "RESTRICT";
  edges.push_back(edges[0]);
  edges[1].other_table = "shop.main.returns";
  after.tables[1].statistics->depends_on->push_back("shop.main.returns");
  return after;
}

Print before_moved() {
  Print before = print::samples::shop();
  before.tables.push_back(print::samples::orders());
  before.tables.back().fqn = "shop.main.legacy";
  before.tables.push_back(print::samples::orders());
  before.tables.back().fqn = "shop.main.secret";
  before.tables[0].ddl->append("CREATE INDEX gone ON orders(note);\n");
  auto& edges = before.tables[0].relationships->refers_to;
  edges.push_back(edges[0]);
  edges[1].other_table = "shop.main.legacy";
  return before;
}

std::vector<print::DistributionFinding> findings() {
  using enum print::DistributionTest;
  return {{"shop.main.orders", "state", psi, 0.43, "", 0.2, true},
          {"shop.main.orders", "state", chi_square, 1e-9, "", 0.01, true},
          {"shop.main.orders", "note", psi, std::nullopt, "its values are redacted", 0.2, false},
          {"shop.main.orders", "note", jensen_shannon, std::nullopt, "its values are redacted", 0.1,
           false},
          {"shop.main.orders", "id", psi, 0.01, "estimated from percentiles", 0.2, false}};
}

print::PrintDiff everything() { return compare(before_moved(), moved(), {"shop.main.secret"}); }

std::optional<std::string> schema_error(const std::string& text) {
  return testing::schema_error(
      std::filesystem::path(LEEWAY_SOURCE_DIR) / "schemas" / "print-diff.schema.json", text);
}

TEST(PrintDiffDocument, has_the_shape_of_its_schema) {
  const std::string text = value_to_json(diff_document(everything(), findings()));
  EXPECT_EQ(schema_error(text), std::nullopt);
  expect_golden("print_diff.json", text);
  const auto json = nlohmann::json::parse(text);
  for (const char* key : {"format_version", "baseline", "target", "summary", "changes"}) {
    auto cut = json;
    cut.erase(key);
    EXPECT_TRUE(schema_error(cut.dump())) << key;
  }
  for (std::size_t i = 0; i < json["changes"].size(); ++i) {
    auto grown = json;
    grown["changes"][i]["surprise"] = 1;
    EXPECT_TRUE(schema_error(grown.dump())) << json["changes"][i];
  }
}

TEST(PrintDiffDocument, a_quiet_and_a_first_one_have_it_too) {
  const Print shop = print::samples::shop();
  print::DiffInput first;
  first.live = &shop;
  first.baseline_path = "prints/primary";
  first.generated_at = first.scanned_at = "2026-05-18T06:00:00Z";
  for (const auto& diff : {compare(shop, shop), compare_prints(first)}) {
    EXPECT_EQ(schema_error(value_to_json(encode_diff(diff))), std::nullopt);
    EXPECT_EQ(schema_error(value_to_json(diff_document(diff, {}))), std::nullopt);
  }
}

TEST(PrintDiffDocument, every_kind_is_in_the_sample) {
  std::set<std::string_view> kinds;
  for (const auto& event : everything().events) kinds.insert(to_string(event.kind));
  EXPECT_EQ(kinds.size(), 19U);
}

TEST(PrintDiffText, equals_the_golden_file) {
  const std::string text = print_diff_to_text(everything(), findings(), {}, {});
  expect_golden("print_diff.txt", text);
  for (const auto& line : std::views::split(text, '\n'))
    EXPECT_LE(display_width(std::string_view(line)), 80U) << std::string_view(line);
}

TEST(PrintDiffText, what_thresholds_quiet_is_counted) {
  Print after = print::samples::shop();
  column(after, 0).mean = print::make_real(50.6);
  const auto diff = compare(print::samples::shop(), after);
  EXPECT_THAT(print_diff_to_text(diff, {}, {}, {}), HasSubstr("1 smaller change not shown"));
  const auto all = print_diff_to_text(diff, {}, {0, 0, 0, 0}, {});
  EXPECT_THAT(all, Not(HasSubstr("smaller")));
  EXPECT_THAT(all, HasSubstr("id mean: 50.5 -> 50.6 (+0.1, +0.198 %)"));
}

TEST(PrintDiffText, F125_a_small_share_is_never_shown_as_nothing) {
  Print before = print::samples::shop();
  before.tables[0].statistics->row_count = 4'000'000'000;
  Print after = before;
  after.tables[0].statistics->row_count = 4'000'000'100;
  EXPECT_THAT(print_diff_to_text(compare(before, after), {}, {}, {}),
              HasSubstr("rows: 4,000,000,000 -> 4,000,000,100 (+100, +2.5e-06 %)"));
}

TEST(PrintDiffText, long_lists_are_folded) {
  Print after = print::samples::shop();
  for (int i = 0; i < 30; ++i) {
    after.tables.push_back(print::samples::orders());
    after.tables.back().fqn = "shop.main.t" + std::to_string(i);
    auto extra = print::samples::note_column();
    extra.key = "c" + std::to_string(i);
    after.tables[0].statistics->columns.push_back(extra);
  }
  const auto text = print_diff_to_text(compare(print::samples::shop(), after), {}, {}, {});
  EXPECT_THAT(text, HasSubstr("... and 10 more changes"));
  EXPECT_THAT(text, HasSubstr("... and 11 more tables"));
}

TEST(PrintDiffText, F155_no_line_has_equal_sides) {
  using print::make_number;
  using print::make_string;
  const std::string tail(100, 'x');
  const std::pair<print::Value, print::Value> pairs[] = {
      {make_string("7"), make_number("7")},
      {make_string("none"), print::make_null()},
      {make_string(tail + "a"), make_string(tail + "b")},
      {make_string("a\nb"), make_string("a\\nb")},
      {make_string("true"), print::make_bool(true)}};
  for (const auto& [before, after] : pairs) {
    print::DiffEvent event;
    event.column = "c";
    event.fields = print::make_map();
    event.fields.set("stat", make_string("range.max"));
    event.fields.set("before", before);
    event.fields.set("after", after);
    const std::string text = line_of(event).text;
    const auto arrow = text.find(" -> ");
    ASSERT_NE(arrow, std::string::npos) << text;
    EXPECT_NE(text.substr(0, arrow), text.substr(arrow + 4)) << text;
  }
}

TEST(PrintDiffText, shape_comes_before_data_and_removal_before_addition) {
  const DiffView view = view_of(everything(), {}, {0, 0, 0, 0});
  for (const auto& table : view.tables) {
    EXPECT_TRUE(std::ranges::is_sorted(table.lines, {}, &ChangeLine::mark)) << table.table;
  }
  ASSERT_FALSE(view.tables.empty());
  EXPECT_EQ(view.tables.front().lines.front().mark, ChangeMark::removed);
}

TEST(PrintDiffText, controls_in_names_cannot_drive_a_terminal) {
  Print after = print::samples::shop();
  after.tables[0].fqn = "evil\x1b[31m\nname";
  const auto text = print_diff_to_text(compare(print::samples::shop(), after), {}, {}, {});
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
}

TEST(PrintDiffMarkdown, equals_the_golden_file) {
  expect_golden("print_diff.md", print_diff_to_markdown(everything(), findings(), {}));
}

TEST(PrintDiffMarkdown, fits_a_comment_and_says_what_it_leaves_out) {
  Print after = print::samples::shop();
  for (int i = 0; i < 3000; ++i) {
    after.tables.push_back(print::samples::overview());
    after.tables.back().fqn = "shop.main.table_with_a_long_name_" + std::to_string(i);
  }
  const auto text = print_diff_to_markdown(compare(print::samples::shop(), after), {}, {});
  EXPECT_LE(text.size(), comment_bytes);
  EXPECT_THAT(text, HasSubstr("more change"));
}

TEST(ValueJson, keeps_every_digit_and_the_order_of_keys) {
  print::Value map = print::make_map();
  map.set("z", print::make_number("170141183460469231731687303715884105727"));
  map.set("a", print::make_number("0.10"));
  map.set("list", print::make_list());
  map.set("nan", print::make_number(".nan"));
  map.set("odd", print::make_number("007"));
  map.set("text", print::make_string("a\"\n\xff"));
  EXPECT_EQ(value_to_json_line(map),
            "{\"z\": 170141183460469231731687303715884105727, \"a\": 0.10, \"list\": [], "
            "\"nan\": \".nan\", \"odd\": 7, \"text\": \"a\\\"\\n\xef\xbf\xbd\"}");
  EXPECT_EQ(value_to_json(print::make_map()), "{}\n");
}

}  // namespace
}  // namespace leeway::output
