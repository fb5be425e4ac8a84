#include "output/print_context.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "golden.h"
#include "output/print_json.h"
#include "support/schema_check.h"
#include "unit/print/validate_support.h"

namespace leeway::output {
namespace {

using print::ContextOptions;
using print::testing_support::edit_file;
using print::testing_support::FileMap;
using ::testing::HasSubstr;
using ::testing::Not;

// A print and its context live together: the one points into the other.
struct Collected {
  FileMap files;
  print::PrintFiles loaded;
  print::Print print;
  print::Context context;
};

std::unique_ptr<Collected> collect(const ContextOptions& options,
                                   FileMap files = print::testing_support::wellformed_print()) {
  auto made = std::make_unique<Collected>();
  made->files = std::move(files);
  const auto source = print::testing_support::memory_source(made->files);
  made->loaded = load_files(source);
  made->print = *decode(made->loaded);
  auto context = collect_context(made->print, made->loaded, source, options);
  EXPECT_TRUE(context);
  if (context) made->context = *std::move(context);
  return made;
}

std::string markdown(const Collected& collected) {
  return context_to_markdown(collected.context)->text;
}

TEST(PrintContext, Profile) {
  const auto collected = collect({});
  expect_golden("print_context.md", markdown(*collected));
  const auto text = value_to_json(encode_context(collected->context));
  EXPECT_EQ(
      testing::schema_error(
          std::filesystem::path(LEEWAY_SOURCE_DIR) / "schemas/print-context.schema.json", text),
      std::nullopt);
  EXPECT_THAT(text, Not(HasSubstr("kmv_md5_lo64")));
}

TEST(PrintContext, QueryHoldsNoStatistics) {
  ContextOptions options;
  options.purpose = print::ContextPurpose::query;
  const auto collected = collect(options);
  expect_golden("print_context_query.md", markdown(*collected));
  EXPECT_THAT(value_to_json(encode_context(collected->context)), Not(HasSubstr("null_count")));
}

TEST(PrintContext, EverySectionCanBeLeftOut) {
  ContextOptions options;
  options.ddl = options.relationships = options.description = options.annotations = options.stats =
      false;
  const auto text = markdown(*collect(options));
  for (const char* const heading :
       {"### Definition", "### Relationships", "### Description", "### Columns", "The shop."})
    EXPECT_THAT(text, Not(HasSubstr(heading)));
  EXPECT_THAT(text, HasSubstr("## shop.main.customers"));
}

TEST(PrintContext, ATableByNameOrPattern) {
  ContextOptions options;
  options.target = "SHOP.MAIN.ORDERS";
  EXPECT_EQ(collect(options)->context.tables.size(), 1U);
  options.target = "shop.*.n*";
  EXPECT_EQ(collect(options)->context.tables.size(), 2U);
  const auto collected = collect({});
  options.target = "shop.main.order";
  const auto none =
      collect_context(collected->print, collected->loaded,
                      print::testing_support::memory_source(collected->files), options);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::not_found);
  EXPECT_THAT(none.error().text(), HasSubstr("shop.main.orders"));
}

TEST(PrintContext, ABudget) {
  const auto collected = collect({});
  const std::size_t whole = markdown(*collected).size();
  for (const std::size_t budget : {20U, 100U, 300U, 1000U}) {
    const auto part = context_to_markdown(collected->context, budget);
    ASSERT_TRUE(part) << budget;
    EXPECT_LE(part->text.size() / 4, budget);
    EXPECT_EQ(part->left_out == 0, part->text.size() == whole) << budget;
  }
  const auto nothing = context_to_markdown(collected->context, 0);
  EXPECT_TRUE(!nothing || nothing->text.size() < 4);
}

TEST(PrintContext, CellsStayCells) {
  auto files = print::testing_support::wellformed_print();
  edit_file(files, {"shop/main/customers/statistics.yaml", "  city:", "{value: paris,",
                    "{value: \"a|b\\nc\","});
  const auto text = markdown(*collect({}, files));
  EXPECT_THAT(text, HasSubstr("a\\|b"));
  EXPECT_THAT(text, Not(HasSubstr("b\nc")));
}

TEST(PrintContext, NothingBehindARedactionIsShown) {
  const auto text = markdown(*collect({}));
  EXPECT_THAT(text, HasSubstr("redacted: mask"));
  EXPECT_THAT(text, HasSubstr("redacted: hash"));
}

TEST(PrintContext, ARejectedRelationshipIsMarked) {
  EXPECT_THAT(markdown(*collect({})), HasSubstr("rejected by a person: a coincidence"));
}

}  // namespace
}  // namespace leeway::output
