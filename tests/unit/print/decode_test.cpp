#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "print/base64.h"
#include "print/decode.h"
#include "print/encode.h"
#include "unit/print/memory_source.h"
#include "unit/print/print_generator.h"

namespace leeway::print {
namespace {

using testing_support::FileMap;
using testing_support::files_of;
using testing_support::memory_source;
using testing_support::PrintGenerator;

Result<Print> read(const FileMap& files, unsigned threads = 2) {
  return decode(load_files(memory_source(files), threads));
}

// ---- both ways ------------------------------------------------------------------------------

TEST(Decode, APrintIsReadAsItWasWritten) {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const Print print = PrintGenerator(seed).print(seed % 7);
    const auto again = read(files_of(print), 1 + static_cast<unsigned>(seed % 3));
    ASSERT_TRUE(again) << again.error().text();
    ASSERT_EQ(again->tables.size(), print.tables.size());
    for (std::size_t i = 0; i < print.tables.size(); ++i) {
      ASSERT_EQ(again->tables[i].statistics, print.tables[i].statistics)
          << to_yaml(encode_statistics(print.tables[i]));
      ASSERT_EQ(again->tables[i].relationships, print.tables[i].relationships);
    }
    ASSERT_EQ(*again, print) << to_yaml(encode_manifest(print));
    ASSERT_EQ(files_of(*again), files_of(print));
  }
}

TEST(Base64, IsTheStandardOne) {
  struct Case {
    const char* bytes;
    const char* text;
  };
  for (const auto& [bytes, text] : std::vector<Case>{{"", ""},
                                                     {"f", "Zg=="},
                                                     {"fo", "Zm8="},
                                                     {"foo", "Zm9v"},
                                                     {"foob", "Zm9vYg=="},
                                                     {"\xff\xfe\xfd", "//79"}}) {
    EXPECT_EQ(to_base64(bytes), text);
    EXPECT_EQ(from_base64(text), bytes);
  }
  for (const char* const bad : {"Z", "Zg", "Zg=", "Zg=a", "Z===", "====", "Zm9-", "Zm 9", "Zh=="})
    EXPECT_EQ(from_base64(bad), std::nullopt) << bad;
}

// ---- reading what others wrote --------------------------------------------------------------

const char* const kManifest =
    "format_version: 1\nadapter: postgres\nfailed_tables: [x]\nprofiling_params: {a: 1}\n"
    "tables:\n  a.t: {type: table, path: a/t, artifacts: {ddl: ddl.sql}, future: [1]}\n";

TEST(Decode, UnknownFieldsAndWordsAreTolerated) {
  const auto print = read({{"manifest.yaml", kManifest},
                           {"a/t/ddl.sql", "X"},
                           {"a/t/statistics.yaml",
                            "format_version: 1\nexternal: {a: b}\ncolumns:\n"
                            "  geo: {sql_type: g, classification: geographic, extent: [1, 2]}\n"}});
  ASSERT_TRUE(print) << print.error().text();
  const TablePrint* const table = print->find("a.t");
  ASSERT_NE(table, nullptr);
  ASSERT_TRUE(table->statistics);
  EXPECT_EQ(table->statistics->find("geo")->classification, "geographic");
  EXPECT_EQ(table->ddl, "X");
  EXPECT_FALSE(table->relationships);
}

TEST(Decode, FieldsOfAnotherTypeAreAbsent) {
  const auto print = read(
      {{"manifest.yaml", kManifest},
       {"a/t/statistics.yaml",
        "format_version: 1\nrow_count: many\ndependencies: {}\nscope: 3\ncolumns:\n"
        "  c:\n    sql_type: 5\n    nullable: 1\n    null_count: 1.5\n    null_rate: x\n"
        "    cardinality: 99999999999999999999\n    values: [{value: 1}]\n    range: {min: 1}\n"
        "    sketch: {method: m, values: '****'}\n    inferred: [1]\n    unmeasured: [1, mean]\n"
        "  d: 7\n"}});
  ASSERT_TRUE(print);
  const auto& statistics = print->tables.at(0).statistics;
  ASSERT_TRUE(statistics);
  EXPECT_EQ(statistics->row_count, std::nullopt);
  EXPECT_EQ(statistics->dependencies, std::nullopt);
  EXPECT_EQ(statistics->scope, std::nullopt);
  ColumnPrint expected;
  expected.key = "c";
  expected.unmeasured = {"mean"};
  EXPECT_EQ(statistics->columns.at(0), expected);
  EXPECT_EQ(statistics->columns.at(1).key, "d");
}

TEST(Decode, APartThatCannotBeReadIsAbsentAndTheRestIsThere) {
  const FileMap files = {{"manifest.yaml", kManifest},
                         {"a/t/ddl.sql", "X"},
                         {"a/t/statistics.yaml", "columns: [\n"},
                         {"a/t/relationships.yaml", "format_version: 2\n"}};
  const PrintFiles loaded = load_files(memory_source(files));
  ASSERT_EQ(loaded.tables.size(), 1U);
  EXPECT_TRUE(loaded.tables[0].statistics.present);
  ASSERT_TRUE(loaded.tables[0].statistics.error);
  EXPECT_THAT(loaded.tables[0].statistics.error->message, testing::HasSubstr("a/t/statistics"));
  const auto print = decode(loaded);
  ASSERT_TRUE(print);
  EXPECT_FALSE(print->tables[0].statistics);
  EXPECT_FALSE(print->tables[0].relationships);
  EXPECT_EQ(print->tables[0].ddl, "X");
}

TEST(Decode, WithoutAManifestThereIsNoPrint) {
  struct Case {
    FileMap files;
    ErrorCode code;
  };
  for (const auto& [files, code] : std::vector<Case>{
           {{}, ErrorCode::not_found},
           {{{"a/t/ddl.sql", "X"}}, ErrorCode::not_found},
           {{{"manifest.yaml", "tables: [\n"}}, ErrorCode::integrity},
           {{{"manifest.yaml", "tables: {}\n"}}, ErrorCode::integrity},
           {{{"manifest.yaml", "format_version: 2\ntables: {}\n"}}, ErrorCode::integrity},
           {{{"manifest.yaml", "format_version: '1'\ntables: {}\n"}}, ErrorCode::integrity},
           {{{"manifest.yaml", "format_version: 1\n"}}, ErrorCode::integrity},
           {{{"manifest.yaml", "[]\n"}}, ErrorCode::integrity},
           {{{"manifest.yaml", "format_version: 1\ntables: [a]\n"}}, ErrorCode::integrity},
       }) {
    const auto print = read(files);
    ASSERT_FALSE(print);
    EXPECT_EQ(print.error().code, code);
  }
}

TEST(Decode, ATableWhosePathLeadsOutOfTheRootHasNoFiles) {
  for (const char* const path : {"../x", "/etc", "a/../../x", ".leeway-run/stage", "a//t", ""}) {
    const PrintFiles files = load_files(memory_source(
        {{"manifest.yaml", fmt::format("format_version: 1\ntables: {{t: {{path: '{}'}}}}\n", path)},
         {std::string(path) + "/ddl.sql", "X"}}));
    ASSERT_EQ(files.tables.size(), 1U);
    EXPECT_FALSE(files.tables[0].ddl.present) << path;
  }
}

TEST(Decode, FilesOfPeopleAreThoseThatAreThere) {
  const auto print = read({{"manifest.yaml", kManifest},
                           {"manifest.annotations.yaml", "format_version: 1\n"},
                           {"a/t/description.md", "It counts."},
                           {"a/t/relationships.annotations.yaml", "x: ["}});
  ASSERT_TRUE(print);
  EXPECT_TRUE(print->has_annotations);
  EXPECT_TRUE(print->tables[0].has_description);
  EXPECT_FALSE(print->tables[0].has_statistics_annotations);
  EXPECT_TRUE(print->tables[0].has_relationships_annotations);
}

// Damaged artifacts never do worse than losing fields.
TEST(Decode, DamagedFilesAreNoTrouble) {
  testing_support::ValueGenerator random(3);
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    FileMap files = files_of(PrintGenerator(seed).print(2));
    for (auto& [path, text] : files) {
      for (int edits = 0; edits < 3 && !text.empty(); ++edits) {
        const std::size_t at = random.below(text.size());
        if (random.chance(2))
          text.erase(at, 1 + random.below(40));
        else
          text.insert(at, text.substr(random.below(text.size()), 40));
      }
    }
    const auto print = read(files);
    if (!print) continue;
    EXPECT_LE(print->tables.size(), 4U);
  }
}

}  // namespace
}  // namespace leeway::print
