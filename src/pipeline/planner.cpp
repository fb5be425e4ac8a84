#include "pipeline/planner.h"

#include <algorithm>
#include <charconv>
#include <stop_token>

#include "base/hash.h"
#include "base/tasks.h"
#include "base/text.h"
#include "dialects/identifiers.h"
#include "dialects/statements.h"
#include "pipeline/catalogs.h"
#include "pipeline/decide.h"
#include "pipeline/plan_file.h"
#include "pipeline/telling.h"

namespace leeway::pipeline {
namespace {

std::optional<std::int64_t> integer_at(const engines::RowSet& rows, std::size_t column) {
  if (rows.rows.size() != 1 || column >= rows.rows[0].size() || !rows.rows[0][column])
    return std::nullopt;
  const std::string& text = *rows.rows[0][column];
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(value)
                                                                  : std::nullopt;
}

// A value of the project becomes part of a statement: it must not end or widen it.
Status check_metadata(engines::Session& session,
                      const std::vector<config::MetadataColumn>& columns) {
  const auto refuse = [](const config::MetadataColumn& column, std::string_view key,
                         const Error& why) {
    return fail(ErrorCode::config,
                "{}: the {} of metadata column '{}' cannot be used: {}. Nothing was written",
                column.location.text(), key, printable(column.name), why.message);
  };
  for (const auto& column : columns) {
    if (const auto one = session.check_expression(column.value); !one)
      return refuse(column, "value", one.error());
    if (const auto one = session.check_type(column.type); !one)
      return refuse(column, "type", one.error());
  }
  return {};
}

Result<ProbeAnswer> ask(engines::Session& session, const std::string& probe) {
  LEEWAY_TRY(const auto rows, session.query(probe));
  const auto newer = integer_at(rows, 0);
  if (!newer) return fail(ErrorCode::internal, "a probe gave no number: {}", probe);
  const auto side = [&](std::size_t from) {
    const auto number = [&](std::size_t at) { return integer_at(rows, from + at).value_or(0); };
    return SideCount{number(0), number(1), number(2), number(3)};
  };
  ProbeAnswer answer{side(0), std::nullopt};
  if (integer_at(rows, 4)) answer.target = side(4);
  return answer;
}

// The work of making one plan.
class Planner {
 public:
  Planner(const Context& context, const Databases& databases, state::Store& store,
          const PlanRequest& request, const config::Replication& replication)
      : context_(context),
        databases_(databases),
        store_(store),
        request_(request),
        replication_(replication) {}

  Result<Plan> run() {
    LEEWAY_TRY(session_, databases_.database->connect());
    LEEWAY_CHECK(told(context_, "list the source's tables", "", [&] { return list_both_sides(); }));
    LEEWAY_CHECK(told(context_, "read both catalogs", "", [&] { return read_catalogs(); }));
    LEEWAY_CHECK(read_state());
    Plan plan = frame();
    LEEWAY_CHECK(told(context_, "decide", "", [&] { return decide_all(plan); }));
    set_aside_pruned(plan);
    if (request_.probes) plan.digest = plan_digest(plan);
    return plan;
  }

 private:
  const dialects::Dialect& dialect() const { return databases_.database->dialect(); }

  // One listing where both sides stand in one catalog, else one a side.
  Status list_both_sides() {
    const auto& own = databases_.target_catalog;
    const bool one = dialects::same_name(dialect(), databases_.source_catalog, own);
    LEEWAY_TRY(const auto source,
               session_->list_schemas(databases_.source_catalog,
                                      one ? "" : replication_.source.pattern.prefix));
    LEEWAY_TRY(discovery_, discover(dialect(), source, databases_, replication_, request_.filter));
    std::set<std::string> catalogs;
    for (const auto& candidate : discovery_.candidates) catalogs.insert(candidate.target.catalog);
    for (const auto& catalog : catalogs) {
      LEEWAY_CHECK(check_catalog(catalog));
      if (one && dialects::same_name(dialect(), catalog, own)) {
        add_target_schemas(catalog, source);
        continue;
      }
      LEEWAY_TRY(const auto listing, session_->list_schemas(catalog, ""));
      add_target_schemas(catalog, listing);
    }
    return {};
  }

  void add_target_schemas(const std::string& catalog, const Listing& listing) {
    for (const auto& schema : listing)
      target_schemas_.insert(key_of({catalog, schema.schema.schema}));
  }

  std::string key_of(const catalog::SchemaName& schema) const {
    return dialects::collision_key(dialect(), schema.catalog) + "." +
           dialects::collision_key(dialect(), schema.schema);
  }

  Status check_catalog(const std::string& catalog) const {
    const auto& own = databases_.target_catalog;
    if (dialect().capabilities.create_catalog || own.empty() ||
        dialects::same_name(dialect(), catalog, own))
      return {};
    return fail(ErrorCode::config,
                "{}: catalog_template '{}' gives catalog '{}', but the target's database is '{}'. "
                "Nothing was written. Set catalog_template = \"{}\" or leave it empty",
                replication_.target.location.text(), replication_.target.catalog_template, catalog,
                own, own);
  }

  Status read_catalogs() {
    std::set<catalog::SchemaName> schemas;
    for (const auto& candidate : discovery_.candidates) {
      schemas.insert(candidate.source.schema_name());
      schemas.insert(candidate.target.schema_name());
    }
    return catalogs_.read(*session_, schemas);
  }

  Status read_state() {
    LEEWAY_TRY(const auto watermarks, store_.watermarks());
    for (const auto& watermark : watermarks) watermarks_.emplace(watermark.table, watermark);
    LEEWAY_TRY(const auto in_flight, store_.copies_in_flight());
    in_flight_.insert(in_flight.begin(), in_flight.end());
    return {};
  }

  Plan frame() {
    Plan plan;
    plan.created_at = context_.clock.now();
    plan.pipeline = request_.pipeline;
    plan.filter = request_.filter ? request_.filter->text() : "";
    plan.config_digest = context_.project.digest;
    plan.prune = request_.prune;
    plan.excluded = std::move(discovery_.excluded);
    plan.override_warnings = discovery_.override_warnings;
    for (const auto& [schema, why] : discovery_.unmatched)
      plan.warnings.push_back(fmt::format("left out of the copy: {}", why));
    plan.warnings.insert(plan.warnings.end(), discovery_.notes.begin(), discovery_.notes.end());
    if (replication_.prune_unchanged && request_.prune && !dialect().capabilities.change_marker)
      plan.warnings.push_back(fmt::format(
          "prune_unchanged has no effect: {} has no change marker, so every table is copied",
          dialect().name));
    plan.plan_id = intent_id();
    add_preparation(plan);
    return plan;
  }

  // What the plan is for, whatever the state of the target.
  std::string intent_id() const {
    std::string intent = fmt::format("{}\n{}\n{}\n{}\n", context_.project.digest, request_.pipeline,
                                     request_.filter ? request_.filter->text() : "",
                                     request_.prune ? "prune" : "no-prune");
    for (const auto& source : discovery_.sources)
      for (const auto& table : source.tables)
        intent += fmt::format("{}\t{}\n", source.schema.schema, table.name);
    return sha256_hex(intent);
  }

  void add_preparation(Plan& plan) const {
    if (!replication_.target.governance.auto_create_schemas) return;
    std::set<std::string> made;
    for (const auto& candidate : discovery_.candidates) {
      const auto schema = candidate.target.schema_name();
      const auto key = key_of(schema);
      if (target_schemas_.contains(key) || !made.insert(key).second) continue;
      if (!dialects::check_name(dialect(), schema.schema)) continue;
      plan.preparation.push_back({Purpose::create_schema,
                                  {schema.catalog, schema.schema, ""},
                                  dialects::create_schema(dialect(), schema),
                                  "the target's schema does not exist"});
    }
  }

  Status decide_all(Plan& plan) {
    std::vector<const Candidate*> wanted;
    for (const auto& candidate : discovery_.candidates)
      if (!request_.skip.contains(candidate.state_key)) wanted.push_back(&candidate);
    plan.tables.resize(wanted.size());

    const std::size_t workers =
        request_.probes ? worker_count(replication_.execution, wanted.size()) : 1;
    std::vector<std::unique_ptr<engines::Session>> sessions(workers);
    for (std::size_t i = 1; i < workers; ++i) {
      LEEWAY_TRY(sessions[i], databases_.database->connect());
    }
    sessions[0] = std::move(session_);
    run_tasks(
        wanted.size(), workers,
        [&](std::size_t worker, std::size_t index) {
          auto& session = *sessions[worker];
          const std::stop_callback interrupt(context_.stop, [&] { session.interrupt(); });
          plan.tables[index] = decide_one(session, *wanted[index]);
        },
        [&] { return context_.stop.stop_requested(); });
    if (context_.stop.stop_requested())
      return fail(ErrorCode::interrupted, "interrupted while planning. Nothing was written");
    return {};
  }

  TablePlan decide_one(engines::Session& session, const Candidate& candidate) const {
    const auto& source = catalogs_.find(dialect(), candidate.source);
    const auto& target = catalogs_.find(dialect(), candidate.target);
    TableInput input{candidate, source, target, true, {}, false, {}, {}};
    input.target_schema_exists = target_schemas_.contains(key_of(candidate.target.schema_name()));

    const auto error_in = [&](const Error& error) {
      TablePlan failed;
      failed.asset_key = candidate.asset_key();
      failed.connector_id = candidate.connector_id;
      failed.state_key = candidate.state_key;
      failed.source = candidate.source;
      failed.target = candidate.target;
      failed.strategy = candidate.settings.strategy;
      failed.disposition = Disposition::failed;
      failed.why = error.message;
      failed.error = error;
      return failed;
    };

    if (const Status fit = check_metadata(session, candidate.metadata); !fit)
      return error_in(fit.error());
    if (const Status filled = fill_state(session, candidate, input); !filled)
      return error_in(filled.error());
    const Rules rules{context_.project, replication_, dialect(), request_.prune, request_.probes};
    Decision decision = decide(rules, input);
    if (decision.probe && request_.probes) {
      auto asked = probe_and_decide(session, rules, input, *decision.probe);
      if (asked && asked->contradiction) asked = believe_target(session, rules, input, *asked);
      if (!asked) return error_in(asked.error());
      decision = std::move(*asked);
    }
    if (decision.plan.mode == CopyMode::full_refresh)
      decision.plan.superseded = other_marks_of(candidate);
    return std::move(decision.plan);
  }

  Result<Decision> probe_and_decide(engines::Session& session, const Rules& rules,
                                    const TableInput& input, const std::string& probe) const {
    const auto answer = told(context_, "probe", probe, [&] { return ask(session, probe); });
    if (answer) return decide(rules, input, *answer);
    const bool has_mark = input.watermark && !input.watermark->type.empty();
    if (answer.error().code == ErrorCode::conversion && has_mark)
      return std::unexpected(unreadable_watermark(*input.watermark, answer.error()));
    return std::unexpected(answer.error());
  }

  // The target is not what its watermark says: decides again with the one it has.
  Result<Decision> believe_target(engines::Session& session, const Rules& rules, TableInput& input,
                                  const Decision& decision) const {
    const auto* column = catalog::present(input.target)->find(input.watermark->column);
    LEEWAY_TRY(auto now, read_watermark(session, input.candidate.target, column->name,
                                        column->raw_type, context_.clock.now()));
    input.contradiction = decision.contradiction;
    now.watermark->table = input.candidate.state_key;
    input.watermark = std::move(now.watermark);
    const Decision again = decide(rules, input);
    return again.probe ? probe_and_decide(session, rules, input, *again.probe) : again;
  }

  Error unreadable_watermark(const state::Watermark& mark, const Error& engine) const {
    return {
        ErrorCode::state,
        fmt::format("the recorded watermark '{}' of '{}' cannot be used: {}. It stands in '{}' "
                    "under the key '{}'. Nothing was written to this table",
                    printable(mark.value), display_of_key(mark.table), engine.message,
                    request_.state_path.string(), printable(mark.table)),
        "Drop the target table and run: the copy is then whole and the watermark new. Or, while "
        "no run is at work, delete the record from the table 'watermarks' of that SQLite file."};
  }

  // Watermarks that other sources have left on the same target.
  std::vector<std::string> other_marks_of(const Candidate& candidate) const {
    std::vector<std::string> keys;
    const std::string own_place = place_of_key(candidate.state_key);
    for (auto at = watermarks_.lower_bound(own_place);
         at != watermarks_.end() && at->first.starts_with(own_place); ++at)
      if (at->first != candidate.state_key && place_of_key(at->first) == own_place)
        keys.push_back(at->first);
    return keys;
  }

  // What the state store knows of the table; after an unfinished copy the target is asked.
  Status fill_state(engines::Session& session, const Candidate& candidate,
                    TableInput& input) const {
    const std::string& name = candidate.state_key;
    const auto& settings = candidate.settings;
    input.in_flight = in_flight_.contains(name);
    if (settings.strategy == config::Strategy::view ||
        settings.strategy == config::Strategy::materialized_view || replication_.prune_unchanged) {
      LEEWAY_TRY(input.stored_marker, store_.source_marker(name));
    }
    if (replication_.prune_unchanged && request_.prune && dialect().capabilities.change_marker) {
      auto marker = session.change_marker(candidate.source);
      if (marker) input.live_marker = *marker;
    }
    if (settings.strategy != config::Strategy::incremental) return {};
    const auto* target = catalog::present(input.target);
    const auto* column = target ? target->find(settings.timestamp_column) : nullptr;
    if (input.in_flight && column) {
      LEEWAY_TRY(auto now, read_watermark(session, input.candidate.target, column->name,
                                          column->raw_type, context_.clock.now()));
      if (now.watermark) now.watermark->table = name;
      input.watermark = now.watermark;
    } else if (const auto known = watermarks_.find(name);
               known != watermarks_.end() &&
               equal_ignoring_case(known->second.column, settings.timestamp_column)) {
      input.watermark = known->second;
    }
    return {};
  }

  static void set_aside_pruned(Plan& plan) {
    for (const auto& table : plan.tables)
      if (table.disposition == Disposition::pruned)
        plan.excluded.push_back({table.asset_key, table.source.schema, table.source.table,
                                 "unchanged_since_last_copy"});
  }

  const Context& context_;
  const Databases& databases_;
  state::Store& store_;
  const PlanRequest& request_;
  const config::Replication& replication_;
  std::unique_ptr<engines::Session> session_;
  Discovery discovery_;
  Catalogs catalogs_;
  std::set<std::string> target_schemas_;
  std::map<std::string, state::Watermark> watermarks_;
  std::set<std::string> in_flight_;
};

}  // namespace

Result<Plan> make_plan(const Context& context, const Databases& databases, state::Store& store,
                       const PlanRequest& request) {
  LEEWAY_TRY(const auto* pipeline, context.project.select_pipeline(request.pipeline));
  return Planner(context, databases, store, request, *pipeline->replication).run();
}

Result<EffectiveWatermark> read_watermark(engines::Session& session,
                                          const catalog::TableName& table,
                                          const std::string& column, const std::string& column_type,
                                          TimePoint now) {
  LEEWAY_TRY(const auto rows, session.query(dialects::watermark_read(
                                  session.dialect(), table, column,
                                  dialects::parse_type(session.dialect(), column_type))));
  state::Watermark watermark{table.display(), "", "", column, 0, now};
  if (rows.rows.size() == 1 && !rows.rows[0].empty() && rows.rows[0][0]) {
    watermark.value = *rows.rows[0][0];
    watermark.type = column_type;
    watermark.rows_at_value = integer_at(rows, 1).value_or(0);
  }
  return EffectiveWatermark{watermark, true};
}

std::size_t worker_count(const config::Execution& execution, std::size_t tables) {
  // One embedded engine already uses every core for one statement; a few workers hide the rest.
  constexpr int adaptive_workers = 4;
  constexpr int most = 32;
  const int wanted = execution.concurrency > 0 ? execution.concurrency : adaptive_workers;
  return std::max<std::size_t>(
      1, std::min<std::size_t>(static_cast<std::size_t>(std::min(wanted, most)), tables));
}

}  // namespace leeway::pipeline
