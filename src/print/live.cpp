#include "print/live.h"

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/ranges.h>

#include "base/text.h"
#include "print/ddl_facts.h"
#include "print/files.h"
#include "print/interruption.h"
#include "print/profile.h"
#include "print/redaction.h"
#include "print/relationships.h"

namespace leeway::print {
namespace {

struct Listed {
  catalog::TableName name;
  std::string fqn;
  std::string path;
  std::optional<std::int64_t> estimated_rows;
  const catalog::Table* table = nullptr;  // null: listed, not readable
  std::string unreadable;
};

std::string_view type_of(catalog::ObjectKind kind) {
  switch (kind) {
    case catalog::ObjectKind::view:
      return "view";
    case catalog::ObjectKind::materialized_view:
      return "matview";
    default:
      return "table";
  }
}

std::vector<std::string> parts_of(const catalog::TableName& name) {
  std::vector<std::string> parts;
  for (const auto& part : {name.catalog, name.schema, name.table})
    if (!part.empty()) parts.push_back(part);
  return parts;
}

std::string fqn_of(const catalog::TableName& name) { return to_lower(join(parts_of(name), ".")); }

// The instant in whole seconds, as clock fields of artifacts are written.
std::string clock_text(TimePoint time) {
  return to_rfc3339(time).substr(0, std::string_view("2026-11-30T23:35:16").size()) + "Z";
}

class Reader {
 public:
  explicit Reader(const LiveRequest& request) : request_(request) {}

  Result<LiveReading> read() {
    LEEWAY_TRY(session_, request_.database->connect());
    const Interruption interruption(request_.stop, *session_);
    const TimePoint started = request_.clock.now();
    reading_.scanned_at = clock_text(started);
    LEEWAY_CHECK(list());
    describe_print();
    keep_the_rest_of_the_baseline();
    find_all_edges();
    LEEWAY_CHECK(read_tables());
    complete_all_edges();
    return std::move(reading_);
  }

 private:
  Status list() {
    LEEWAY_TRY(const auto schemas,
               session_->list_schemas(request_.database->default_catalog(), ""));
    std::vector<catalog::SchemaName> wanted;
    for (const auto& listing : schemas) {
      const std::size_t before = listed_.size();
      for (const auto& entry : listing.tables)
        LEEWAY_CHECK(
            add({listing.schema.catalog, listing.schema.schema, entry.name}, entry.estimated_rows));
      if (listed_.size() > before) wanted.push_back(listing.schema);
    }
    LEEWAY_CHECK(refuse_collisions());
    return read_catalog(wanted);
  }

  Status add(catalog::TableName name, std::optional<std::int64_t> estimated_rows) {
    Listed listed{std::move(name), {}, {}, estimated_rows, nullptr, {}};
    listed.fqn = fqn_of(listed.name);
    if (!request_.selector->selects(listed.fqn)) return {};
    LEEWAY_TRY(listed.path, print_path(parts_of(listed.name)));
    listed_.push_back(std::move(listed));
    return {};
  }

  Status refuse_collisions() const {
    std::map<std::string, const Listed*> by_path;
    for (const auto& listed : listed_) {
      const auto [found, added] = by_path.emplace(listed.path, &listed);
      if (!added) return std::unexpected(collision(*found->second, listed));
    }
    return {};
  }

  static Error collision(const Listed& first, const Listed& second) {
    return rejected_identifier(second.name.display(), "case-collides-with-" + first.name.display(),
                               "both would be kept in the folder " + first.path);
  }

  Status read_catalog(const std::vector<catalog::SchemaName>& wanted) {
    LEEWAY_TRY(reads_, session_->read_schemas(wanted));
    std::map<catalog::TableName, const engines::Session::TableRead*> by_name;
    for (const auto& read : reads_) by_name.emplace(read.name, &read);
    std::erase_if(listed_, [&](Listed& listed) {
      const auto found = by_name.find(listed.name);
      if (found == by_name.end()) return true;  // dropped since it was listed
      listed.table = catalog::present(found->second->presence);
      if (const auto* why = std::get_if<catalog::Unreadable>(&found->second->presence))
        listed.unreadable = why->reason;
      return false;
    });
    return {};
  }

  void describe_print() {
    Print& print = reading_.print;
    print.generated_at = reading_.scanned_at;
    print.connection = request_.connection->name;
    print.adapter = request_.connection->adapter;
    print.producer_version = LEEWAY_VERSION;
    print.complete_ddl = true;
    print.statistics_params = connection_params(*request_.connection);
    print.selectors = request_.selector->recorded();
    print.redaction_rules_configured = static_cast<int>(request_.connection->redact.size());
    print.default_collation = std::string(request_.database->dialect().default_collation);
  }

  // What the baseline holds and this run does not list: out of its scope, or gone.
  void keep_the_rest_of_the_baseline() {
    if (!request_.baseline) return;
    std::set<std::string> listed;
    for (const auto& table : listed_) listed.insert(table.fqn);
    for (const auto& table : request_.baseline->tables) {
      if (listed.contains(table.fqn)) continue;
      if (request_.selector->selects(table.fqn)) {
        reading_.removed.push_back(table.fqn);
      } else {
        reading_.out_of_scope.push_back(table);
        reading_.out_of_scope.back().carried = true;
      }
    }
  }

  void find_all_edges() {
    std::map<catalog::TableName, std::string> fqns;
    for (const auto& read : reads_) fqns.emplace(read.name, fqn_of(read.name));
    std::vector<EdgeTable> tables;
    for (const auto& listed : listed_)
      if (listed.table) tables.push_back(edge_table(listed.fqn, *listed.table, fqns));
    for (const auto& table : reading_.out_of_scope) tables.push_back(edge_table(table));
    edges_ = find_edges(tables, request_.connection->infer_relationships);
  }

  // Tables outside a narrowed run take part: an edge has two ends.
  void complete_all_edges() {
    auto& tables = reading_.print.tables;
    const auto in_scope = static_cast<std::ptrdiff_t>(tables.size());
    std::ranges::move(reading_.out_of_scope, std::back_inserter(tables));
    complete_edges(reading_.print, request_.sketches);
    reading_.out_of_scope.assign(std::move_iterator(tables.begin() + in_scope),
                                 std::move_iterator(tables.end()));
    tables.erase(tables.begin() + in_scope, tables.end());
  }

  Status read_tables() {
    const auto total = static_cast<long long>(listed_.size());
    long long done = 0;
    tell({ProgressEvent::Kind::started, request_.connection->name, "", 0, total, 0});
    for (const auto& listed : listed_) {
      if (request_.stop.stop_requested())
        return fail(ErrorCode::interrupted, "stopped before {}", listed.fqn);
      if (request_.fail_fast && !reading_.failed.empty()) {
        reading_.unattempted.push_back(listed.fqn);
        continue;
      }
      tell({ProgressEvent::Kind::table_started, listed.fqn, "", done, total, rows_});
      LEEWAY_CHECK(take(listed));
      tell({ProgressEvent::Kind::table_finished, listed.fqn, "", ++done, total, rows_});
    }
    tell({ProgressEvent::Kind::finished, request_.connection->name, "", done, total, rows_});
    return {};
  }

  // Reads one table, or carries it over. Only an interruption or a lost connection ends the run.
  Status take(const Listed& listed) {
    auto taken = settings_of(listed);
    if (!taken) {
      give_up(listed, taken.error());
      return {};
    }
    // A view is described, not measured: how much of it would be read does not matter.
    if (listed.table->kind != catalog::ObjectKind::view)
      std::ranges::move(taken->warnings, std::back_inserter(reading_.warnings));
    if (const TablePrint* old = committed(listed.fqn);
        old && request_.keep_fresh && is_fresh(*old, listed, *taken)) {
      carry(*old, taken->max_age_days);
      reading_.fresh.push_back(listed.fqn);
      return {};
    }
    auto table = profile(listed, *taken);
    if (!table) {
      if (table.error().code == ErrorCode::interrupted) return std::unexpected(table.error());
      give_up(listed, table.error());
      return {};
    }
    rows_ += table->row_count.value_or(0);
    reading_.profiled.push_back(listed.fqn);
    reading_.print.tables.push_back(std::move(*table));
    return {};
  }

  Result<TableSettings> settings_of(const Listed& listed) const {
    if (!listed.table)
      return fail(ErrorCode::unreadable, "{} cannot be read: {}", listed.name.display(),
                  listed.unreadable);
    std::optional<std::int64_t> estimate = listed.estimated_rows;
    if (listed.table->estimated_rows) estimate = *listed.table->estimated_rows;
    return resolve_settings(*request_.connection, listed.fqn, estimate);
  }

  const TablePrint* committed(const std::string& fqn) const {
    return request_.baseline ? request_.baseline->find(fqn) : nullptr;
  }

  // Inside its threshold, whole on disk, of the shape the catalog has now, and measured the way the
  // project asks for today.
  bool is_fresh(const TablePrint& old, const Listed& listed, const TableSettings& settings) const {
    const auto age = age_days(old.profiled_at, clock_text(request_.clock.now()));
    if (!age || *age >= settings.max_age_days) return false;
    if (!old.statistics || old.ddl != complete_ddl(*listed.table)) return false;
    const auto params = old.statistics_params.value_or(request_.baseline->statistics_params);
    return params == settings.statistics && same_scope(*old.statistics, settings) &&
           same_redaction(old) && same_edges(old);
  }

  // Which columns refer to another table is part of how they are classified.
  bool same_edges(const TablePrint& old) const {
    const auto now = edges_.find(old.fqn);
    if (now == edges_.end() || !old.relationships) return now == edges_.end();
    std::set<std::vector<std::string>> before, after;
    for (const auto& edge : old.relationships->refers_to)
      if (edge.detection != "measured") before.insert(edge.column);
    for (const auto& edge : now->second.refers_to) after.insert(edge.column);
    return before == after;
  }

  static bool same_scope(const Statistics& old, const TableSettings& settings) {
    if (old.catalog_only) return true;
    const Scope scope = old.scope.value_or(Scope{});
    return scope.sample == settings.sample && scope.filter == settings.filter;
  }

  bool same_redaction(const TablePrint& old) const {
    return std::ranges::all_of(old.statistics->columns, [&](const ColumnPrint& column) {
      const auto rule = redaction_of(old.fqn, column, request_.connection->redact);
      return rule == column.redacted.value_or("") || (!column.redacted && !publishes(column));
    });
  }

  static bool publishes(const ColumnPrint& column) {
    return column.values || column.range || column.percentiles;
  }

  void carry(const TablePrint& old, std::optional<int> max_age_days) {
    TablePrint table = old;
    table.carried = true;
    if (max_age_days) table.max_age_days = max_age_days;
    if (const auto found = edges_.find(old.fqn); found != edges_.end())
      table.relationships = found->second;
    reading_.print.tables.push_back(std::move(table));
  }

  void give_up(const Listed& listed, const Error& error) {
    reading_.failed.push_back({listed.fqn, error});
    if (const TablePrint* old = committed(listed.fqn)) carry(*old, std::nullopt);
  }

  Result<TablePrint> profile(const Listed& listed, const TableSettings& settings) {
    const auto& edges = edge_columns(edges_, listed.fqn);
    ProfileRequest asked;
    asked.table = listed.table;
    asked.fqn = listed.fqn;
    asked.settings = settings;
    asked.profiled_at = request_.clock.now();
    asked.stop = request_.stop;
    asked.default_collation = reading_.print.default_collation;
    asked.compute_timeline = request_.connection->compute_timeline;
    asked.materialize_sample = request_.connection->materialize_sample;
    asked.compute_sketches = request_.sketches;
    asked.sketch_all_columns = request_.connection->sketch_all_columns;
    asked.edge_columns = edges.any;
    asked.foreign_key_columns = edges.referencing;
    asked.redaction = [&](const ColumnPrint& column) {
      return redaction_of(listed.fqn, column, request_.connection->redact);
    };
    LEEWAY_TRY(auto profile, profile_table(*session_, asked));
    for (const auto& warning : profile.warnings)
      reading_.warnings.push_back(listed.fqn + ": " + warning);
    reading_.partial |= profile.partial;
    return assemble(listed, settings, std::move(profile));
  }

  TablePrint assemble(const Listed& listed, const TableSettings& settings, TableProfile profile) {
    TablePrint table;
    table.fqn = listed.fqn;
    table.type = type_of(listed.table->kind);
    table.path = listed.path;
    table.profiled_at = profile.statistics.profiled_at;
    table.row_count = profile.statistics.row_count;
    table.max_age_days = settings.max_age_days;
    if (settings.statistics != reading_.print.statistics_params)
      table.statistics_params = settings.statistics;
    table.ddl = complete_ddl(*listed.table);
    table.statistics = std::move(profile.statistics);
    if (const auto found = edges_.find(listed.fqn); found != edges_.end())
      table.relationships = found->second;
    if (const TablePrint* old = committed(listed.fqn)) {
      table.has_description = old->has_description;
      table.has_statistics_annotations = old->has_statistics_annotations;
      table.has_relationships_annotations = old->has_relationships_annotations;
    }
    redact(table, request_.connection->redact, request_.redaction_salt);
    return table;
  }

  void tell(const ProgressEvent& event) const {
    if (request_.progress) request_.progress(event);
  }

  const LiveRequest& request_;
  LiveReading reading_;
  std::unique_ptr<engines::Session> session_;
  std::vector<engines::Session::TableRead> reads_;
  std::vector<Listed> listed_;
  std::map<std::string, Relationships> edges_;
  long long rows_ = 0;
};

}  // namespace

Result<LiveReading> read_live(const LiveRequest& request) { return Reader(request).read(); }

}  // namespace leeway::print
