// What the engine said about the columns of one table, before it is put into the format's words.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "catalog/table.h"
#include "dialects/profile_columns.h"
#include "engines/session.h"
#include "print/classify.h"
#include "print/profile.h"

namespace leeway::print {

struct ListedValue {
  std::string text;
  std::string fold;  // of words: lower case, no blanks around
  std::int64_t count = 0;
};

struct ColumnReading {
  const catalog::Column* column = nullptr;
  std::string key;
  dialects::MeasuredColumn measured;
  TypeFamily family = TypeFamily::words;
  bool unique = false;       // a declared key by itself
  bool foreign_key = false;  // a referencing end
  bool edge = false;         // any end

  std::optional<std::int64_t> present;  // rows with a value
  std::int64_t longest = 0;             // bytes, of words and documents
  std::optional<double> reach;          // of reals: the largest finite magnitude
  std::optional<std::string> sum;       // of exact numbers

  std::optional<std::int64_t> cardinality;
  std::map<dialects::Figure, std::string> figures;  // what is NULL is not in it
  std::vector<ListedValue> listed;                  // most frequent first
  std::vector<std::string> sample;
  std::map<int, std::string> percentiles;
  std::optional<std::int64_t> folded;  // normalized_cardinality
  bool failed = false;                 // something could not be measured

  std::optional<std::string> figure(dialects::Figure figure) const;
  std::int64_t count(dialects::Figure figure) const;  // 0 where it was not asked
  Classification classification(int enumeration_threshold) const;
};

struct TableReading {
  std::int64_t rows = 0;
  std::vector<ColumnReading> columns;
};

// The columns of a table and what is to be asked of them; nothing is sent.
std::vector<ColumnReading> columns_to_read(const ProfileRequest& request);

struct ReadingRequest {
  engines::Session* session = nullptr;
  dialects::ScanSource source;
  std::string table;  // for people
  StatisticsParams params;
};

// Errors: what makes the table unreadable, and an interrupt. A column that fails is marked and told
// in `warnings`; the others do not notice.
Result<TableReading> read_columns(const ReadingRequest& request, std::vector<ColumnReading> columns,
                                  std::vector<std::string>& warnings);

// Percentiles of the temporal and numeric columns that have too many values for a running count.
Status read_percentiles(const ReadingRequest& request, TableReading& table,
                        std::vector<std::string>& warnings);

}  // namespace leeway::print
