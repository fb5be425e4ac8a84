#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>

#include "base/text.h"
#include "print/shape_parts.h"
#include "print/sketch.h"
#include "print/table_keys.h"

namespace leeway::print {
namespace {

constexpr std::size_t kColumnsInStatement = 32;
constexpr std::size_t kMostRows = kColumnsInStatement * sketch_size;
// Distinct values that one statement may hold in memory.
constexpr std::int64_t kValuesInStatement = 4'000'000;

struct Task {
  std::size_t position = 0;  // in the columns
  std::int64_t values = 0;   // distinct, as far as known
  dialects::SketchTask work;
};

// A bound below which four times the hashes that are wanted are to be expected, where the column
// has many more.
std::optional<std::uint64_t> hash_bound(std::int64_t values) {
  constexpr double hashes = 18446744073709551616.0;  // 2^64
  constexpr double expected = 4.0 * sketch_size;
  const auto distinct = static_cast<double>(values);
  if (distinct <= 2 * expected) return std::nullopt;
  return static_cast<std::uint64_t>(hashes / distinct * expected);
}

class SketchMeasure {
 public:
  SketchMeasure(const ShapeRequest& request, Statistics& statistics,
                std::vector<std::string>& warnings)
      : request_(request), statistics_(statistics), warnings_(warnings) {}

  std::vector<std::string> measure(const std::set<std::string>& keys) {
    const auto tasks = tasks_for(keys);
    for (std::size_t first = 0; first < tasks.size();) {
      const std::size_t end = batch_end(tasks, first);
      const std::span batch(tasks.data() + first, end - first);
      // One bad column costs nothing but itself.
      if (!hash(batch))
        for (const auto& task : batch) hash_alone(task);
      first = end;
    }
    return std::move(failed_);
  }

 private:
  std::vector<Task> tasks_for(const std::set<std::string>& keys) const {
    std::vector<Task> tasks;
    for (const auto& column : readable_columns(request_, statistics_)) {
      const catalog::Column* known = catalog_column(request_, column.print->key);
      if (!keys.contains(column.print->key) || known == nullptr) continue;
      const std::int64_t values = column.print->cardinality.value_or(0);
      const bool repeats = values * 2 < statistics_.row_count.value_or(0);
      tasks.push_back({static_cast<std::size_t>(column.print - statistics_.columns.data()),
                       values,
                       {column.name, known->type, repeats, hash_bound(values)}});
    }
    return tasks;
  }

  static std::size_t batch_end(const std::vector<Task>& tasks, std::size_t first) {
    std::int64_t values = 0;
    std::size_t end = first;
    while (end < tasks.size() && end - first < kColumnsInStatement) {
      if (tasks[end].work.repeats) values += tasks[end].values;
      if (values > kValuesInStatement && end > first) break;
      ++end;
    }
    return end;
  }

  Status hash(std::span<const Task> tasks) {
    std::vector<dialects::SketchTask> work;
    for (const auto& task : tasks) work.push_back(task.work);
    auto& session = *request_.session;
    LEEWAY_TRY(const auto rows,
               session.query(
                   dialects::sketch_hashes(session.dialect(), request_.source, work, sketch_size),
                   kMostRows));
    std::vector<Sketch> sketches(tasks.size());
    for (const auto& row : rows.rows)
      if (row[1])
        sketches[static_cast<std::size_t>(integer_of(row[0]))].hashes.push_back(
            std::strtoull(row[1]->c_str(), nullptr, 16));
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      std::ranges::sort(sketches[i].hashes);
      // Fewer below the bound than the number of values promised: the number was wrong.
      if (tasks[i].work.below && sketches[i].hashes.size() < sketch_size) {
        hash_alone(unbounded(tasks[i]));
        continue;
      }
      statistics_.columns[tasks[i].position].sketch = std::move(sketches[i]);
    }
    return {};
  }

  static Task unbounded(Task task) {
    task.work.below.reset();
    return task;
  }

  void hash_alone(const Task& task) {
    const auto done = hash(std::span(&task, 1));
    if (done) return;
    const std::string& key = statistics_.columns[task.position].key;
    warnings_.push_back(failure(request_, "sketch of column " + key, done.error()));
    failed_.push_back(key);
  }

  const ShapeRequest& request_;
  Statistics& statistics_;
  std::vector<std::string>& warnings_;
  std::vector<std::string> failed_;
};

}  // namespace

std::vector<std::string> measure_sketches(const ShapeRequest& request,
                                          const std::set<std::string>& keys, Statistics& statistics,
                                          std::vector<std::string>& warnings) {
  if (request.scoped || statistics.scope) return {};
  return SketchMeasure(request, statistics, warnings).measure(keys);
}

std::set<std::string> sketch_columns(const Statistics& statistics, const catalog::Table& table,
                                     const std::set<std::string>& edge_columns,
                                     const std::set<std::string>& redacted_columns,
                                     bool all_columns) {
  std::set<std::string> result;
  if (statistics.scope || statistics.catalog_only) return result;
  const DeclaredKeys declared = declared_keys(table);
  const auto key = single_key_column(declared.keys, declared.has_primary_key);
  for (const auto& column : statistics.columns) {
    if (redacted_columns.contains(column.key) || !column.cardinality) continue;
    if (sketch_kind(column.sql_type) == SketchKind::none) continue;
    const bool small = *column.cardinality <= static_cast<std::int64_t>(sketch_size);
    if (all_columns || small || column.inferred.candidate_key || key == column.key ||
        edge_columns.contains(column.key))
      result.insert(column.key);
  }
  return result;
}

}  // namespace leeway::print
