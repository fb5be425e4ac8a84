#include "pipeline/decide.h"

#include <algorithm>

#include "base/hash.h"
#include "base/text.h"
#include "dialects/identifiers.h"
#include "pipeline/copy_statements.h"
#include "pipeline/incremental.h"
#include "pipeline/policy.h"
#include "pipeline/preflight.h"

namespace leeway::pipeline {
namespace {

using config::Strategy;

// One table's decision in the making.
class Decider {
 public:
  Decider(const Rules& rules, const TableInput& input, const std::optional<ProbeAnswer>& answer)
      : rules_(rules), input_(input), answer_(answer) {}

  Decision run() {
    describe();
    if (const Status sound = preflight(rules_, input_); !sound) return failed(sound.error());
    if (prune()) return std::move(decision_);
    if (wants_view()) return decide_view();
    if (input_.candidate.settings.strategy == Strategy::dynamic_table)
      return failed({ErrorCode::unsupported,
                     "strategy 'dynamic_table' cannot copy a table. Use full_refresh, incremental, "
                     "merge or view",
                     {}});
    detect_drift();
    if (!pass_gate()) return std::move(decision_);
    switch (choose_mode()) {
      case CopyMode::incremental:
        copy_incremental();
        break;
      case CopyMode::merge:
        copy_merge();
        break;
      default:
        copy_whole();
        break;
    }
    return std::move(decision_);
  }

 private:
  TablePlan& plan() { return decision_.plan; }
  const config::TableSettings& settings() const { return input_.candidate.settings; }

  CopyShape shape() const {
    return {rules_.dialect, input_.candidate, source_, target_, evolution_};
  }

  void describe() {
    const auto& candidate = input_.candidate;
    source_ = catalog::present(input_.source);
    target_ = catalog::present(input_.target);
    target_name_ = candidate.target.display();
    auto& p = plan();
    p.asset_key = candidate.asset_key();
    p.connector_id = candidate.connector_id;
    p.state_key = candidate.state_key;
    p.source = candidate.source;
    p.target = candidate.target;
    p.strategy = candidate.settings.strategy;
    p.unreadable = std::holds_alternative<catalog::Unreadable>(input_.source) ||
                   std::holds_alternative<catalog::Unreadable>(input_.target);
    p.timestamp_column = candidate.settings.timestamp_column;
    p.source_marker = input_.live_marker;
    p.source_fingerprint = catalog::fingerprint(input_.source);
    p.target_fingerprint = catalog::fingerprint(input_.target);
    for (const auto& component : candidate.components)
      if (component.name == "tenant" && component.values.size() == 1)
        p.tenant = component.values.front();
    for (const auto& metadata : candidate.metadata) p.metadata_columns.push_back(metadata.name);
    if (source_)
      for (const auto& column : source_->columns) p.source_columns.push_back(column.name);
  }

  Decision failed(Error error) {
    auto& p = plan();
    p.disposition = Disposition::failed;
    p.why = error.message;
    p.statements.clear();
    p.error = std::move(error);
    return std::move(decision_);
  }

  // The three conditions of prune_unchanged, and a target that is there to be left alone.
  bool prune() {
    if (!rules_.prune || !rules_.replication.prune_unchanged || !target_ || input_.in_flight)
      return false;
    const bool incremental = settings().strategy == Strategy::incremental;
    if (!input_.live_marker || !input_.stored_marker || (incremental && !input_.watermark))
      return false;
    if (*input_.live_marker != *input_.stored_marker) return false;
    plan().disposition = Disposition::pruned;
    plan().why = "the source reports the change marker of the last copy";
    return true;
  }

  bool wants_view() const { return makes_view(settings().strategy); }

  Decision decide_view() {
    auto& p = plan();
    const bool materialized = settings().strategy == Strategy::materialized_view;
    p.mode = materialized ? CopyMode::materialized_view : CopyMode::view;
    const auto& capabilities = rules_.dialect.capabilities;
    if (materialized ? !capabilities.materialized_views : !capabilities.views)
      return failed({ErrorCode::unsupported,
                     fmt::format("{} has no {}", rules_.dialect.name,
                                 materialized ? "materialized views" : "views"),
                     "Use strategy full_refresh or view."});
    p.creates_target = !target_;
    Statement make = create_view(shape(), materialized);
    p.source_marker = "view " + sha256_hex(make.sql);
    if (target_ && input_.stored_marker == p.source_marker) {
      p.disposition = Disposition::up_to_date;
      p.why = "the view stands as it was made";
      return std::move(decision_);
    }
    p.why = target_ ? "the view is made again" : why_without_target();
    if (const auto* unreadable = std::get_if<catalog::Unreadable>(&input_.target))
      p.notices.push_back(fmt::format("the target could not be read ({}); the view is made again",
                                      unreadable->reason));
    p.statements.push_back(std::move(make));
    return std::move(decision_);
  }

  void detect_drift() {
    auto& p = plan();
    p.creates_target = !target_;
    if (const auto* unreadable = std::get_if<catalog::Unreadable>(&input_.target))
      p.notices.push_back(fmt::format(
          "the target could not be read ({}); it is not absent, it is rebuilt from the source",
          unreadable->reason));
    if (const auto* unreadable = std::get_if<catalog::Unreadable>(&input_.source))
      p.notices.push_back(fmt::format(
          "the source's columns could not be read ({}), so drift was not checked; the copy uses "
          "the target's columns",
          unreadable->reason));
    if (!target_ || !source_) return;
    evolution_ = plan_evolution(rules_.dialect, *source_, *target_, p.metadata_columns);
    p.drift_checked = true;
    p.drift = evolution_.actions;
    for (auto& action : p.drift) action.table = target_name_;
    p.notices.insert(p.notices.end(), evolution_.notices.begin(), evolution_.notices.end());
    for (const auto* list : {&evolution_.widen, &evolution_.add})
      for (const auto* column : *list)
        p.expected.push_back({column->name, dialects::render_type(rules_.dialect, column->type)});
  }

  bool pass_gate() {
    auto& p = plan();
    if (rules_.project.resilience.auto_apply_additive_drift &&
        std::holds_alternative<catalog::Unreadable>(input_.target)) {
      p.drift.push_back({ActionKind::require_review,
                         target_name_,
                         "the target could not be read, so it would be rebuilt",
                         {}});
      p.gate = GateRecord{"require_review", "rebuilding an unreadable target is not additive", {}};
      evolution_.additive_only = false;
      refuse_for_review();
      return false;
    }
    if (evolution_.actions.empty()) return true;
    p.gate = gate(rules_.project, input_.candidate.target.table, evolution_);
    if (!p.gate || p.gate->effect == "allow") return true;
    refuse_for_review();
    return false;
  }

  void refuse_for_review() {
    auto& p = plan();
    std::vector<std::string> found;
    for (auto& action : p.drift) {
      found.push_back(action.reason);
      action.action = ActionKind::require_review;
    }
    p.disposition = Disposition::refused;
    p.expected.clear();
    p.why = p.gate->reason;
    p.error = Error{ErrorCode::policy,
                    fmt::format("drift on '{}' needs review: {} ({}). The target was not modified "
                                "and no rows were copied",
                                target_name_, p.gate->reason, join(found, ", ")),
                    evolution_.additive_only
                        ? "Grant schema_change.additive for this table in [policy], or run once "
                          "without auto_apply_additive_drift after review."
                        : "After review run once without auto_apply_additive_drift; no grant of "
                          "schema_change.additive covers it."};
  }

  CopyMode choose_mode() {
    auto& p = plan();
    const bool whole = !target_ || evolution_.rebuild;
    if (!target_)
      p.why = why_without_target();
    else if (evolution_.rebuild)
      p.why = "a type change cannot keep the data, so the target is rebuilt from the source";
    if (settings().strategy == Strategy::incremental) {
      p.watermark = WatermarkPlan{settings().timestamp_column,
                                  watermark_type(),
                                  {},
                                  input_.contradiction || (input_.in_flight && input_.watermark)};
      if (!whole && input_.watermark) return p.mode = CopyMode::incremental;
      if (!whole) {
        p.why = "no watermark is recorded, so the first copy is whole";
        if (rules_.rows)
          p.notices.push_back("the rows the target holds now are replaced by the source's");
      }
    }
    if (settings().strategy == Strategy::merge && !whole) return p.mode = CopyMode::merge;
    if (p.why.empty()) p.why = "strategy full_refresh";
    return p.mode = CopyMode::full_refresh;
  }

  std::string watermark_type() const {
    const auto* side = source_ ? source_ : target_;
    const auto* column = side ? side->find(settings().timestamp_column) : nullptr;
    return column ? column->raw_type : input_.watermark ? input_.watermark->type : "";
  }

  std::string why_without_target() const {
    return std::holds_alternative<catalog::Absent>(input_.target) ? "the target does not exist"
                                                                  : "the target could not be read";
  }

  static std::string not_null_outlook(const catalog::Column& column) {
    return column.default_value
               ? fmt::format("new rows get its default {}", *column.default_value)
               : "but it is NOT NULL without a default, so the copy will be refused; drop that "
                 "constraint or the column";
  }

  // Columns that the source dropped stay in the target; what they hold depends on the copy.
  void tell_removed(bool whole) {
    for (const auto* column : evolution_.removed)
      plan().notices.push_back(
          fmt::format("column '{}' is no longer in the source; the target keeps it, {}",
                      printable(column->name),
                      !column->nullable ? not_null_outlook(*column)
                      : whole           ? "and this whole copy leaves it NULL in every row"
                                        : "new rows hold NULL"));
  }

  void add(std::vector<Statement> statements) {
    auto& all = plan().statements;
    all.insert(all.end(), std::make_move_iterator(statements.begin()),
               std::make_move_iterator(statements.end()));
  }

  void evolve() {
    add(evolve_in_place(shape()));
    if (evolution_.widen.empty() ||
        rules_.replication.drift.on_alter_failure != config::OnAlterFailure::full_refresh)
      return;
    plan().fallback = replace_whole(shape(),
                                    "the engine refused the ALTER and on_alter_failure is "
                                    "full_refresh");
    for (const auto& loss : lost_by_replacing(shape()))
      plan().notices.push_back("should the engine refuse the ALTER: " + loss);
  }

  void copy_whole() {
    const auto s = shape();
    tell_removed(true);
    const bool in_place = target_ && !evolution_.rebuild;
    const bool keep_object = in_place && (is_decorated(*target_) || !evolution_.actions.empty());
    if (keep_object) {
      evolve();
      add(reload_whole(s));
      return;
    }
    if (evolution_.rebuild) {
      plan().expected.clear();
      const auto lost = lost_by_replacing(s);
      plan().notices.insert(plan().notices.end(), lost.begin(), lost.end());
    }
    add(replace_whole(s, evolution_.rebuild ? plan().drift.front().reason : plan().why));
    if (std::holds_alternative<catalog::Unreadable>(input_.target)) {
      auto& statements = plan().statements;
      statements.insert(statements.begin(), replace_unreadable());
    }
  }

  // What stands under the target's name could not be read; its kind may still be known.
  Statement replace_unreadable() const {
    const auto kind = std::get<catalog::Unreadable>(input_.target).kind;
    const auto& target = input_.candidate.target;
    const bool view = kind == catalog::ObjectKind::view;
    return {Purpose::drop_table, target,
            view ? dialects::drop_view(rules_.dialect, target)
                 : dialects::drop_table(rules_.dialect, target),
            "the target could not be read"};
  }

  void settle_up_to_date(std::string why) {
    plan().disposition = plan().statements.empty() ? Disposition::up_to_date : Disposition::copy;
    plan().why = std::move(why);
  }

  void copy_incremental() {
    auto& p = plan();
    const auto& mark = *input_.watermark;
    p.watermark->previous =
        input_.contradiction ? input_.contradiction->recorded.value : mark.value;
    tell_removed(false);
    const auto type = dialects::parse_type(rules_.dialect, p.watermark->type);
    const IncrementalCopy copy(shape(), mark, input_.contradiction, type);
    if (!answer_) {
      decision_.probe = copy.probe();
      return;
    }
    decision_.contradiction = copy.contradicted_by(*answer_);
    evolve();
    add(copy.statements(*answer_));
    const auto told = copy.notices(*answer_);
    p.notices.insert(p.notices.end(), told.begin(), told.end());
    p.why = copy.why(*answer_);
    if (copy.nothing_new(*answer_))
      settle_up_to_date(p.why);
    else if (copy.is_whole())
      p.mode = CopyMode::full_refresh;
  }

  void copy_merge() {
    auto& p = plan();
    const auto s = shape();
    p.merge_keys = settings().merge_keys;
    tell_removed(false);
    if (!answer_ && evolution_.add.empty()) {
      decision_.probe = dialects::rows_differ_probe(rules_.dialect, input_.candidate.source,
                                                    input_.candidate.target, shared_columns(s));
      return;
    }
    evolve();
    if (answer_ && answer_->source.newer == 0) {
      settle_up_to_date("every row of the source stands in the target already");
      return;
    }
    p.why = fmt::format("merged by {}", join(p.merge_keys, ", "));
    p.statements.push_back(merge_rows(s, p.merge_keys));
  }

  const Rules& rules_;
  const TableInput& input_;
  const std::optional<ProbeAnswer>& answer_;
  const catalog::Table* source_ = nullptr;
  const catalog::Table* target_ = nullptr;
  std::string target_name_;
  Evolution evolution_;
  Decision decision_;
};

}  // namespace

Decision decide(const Rules& rules, const TableInput& input,
                const std::optional<ProbeAnswer>& answer) {
  return Decider(rules, input, answer).run();
}

}  // namespace leeway::pipeline
