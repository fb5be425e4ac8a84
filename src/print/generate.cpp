#include "print/generate.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>

#include <unistd.h>

#include "print/connection.h"
#include "print/decode.h"
#include "print/encode.h"
#include "print/files.h"
#include "print/interruption.h"

namespace leeway::print {
namespace {

// As diff.yaml names the baseline: relative to the project where it lies inside.
std::string shown_path(const config::PrintProject& project,
                       const config::PrintConnection& connection) {
  const auto relative = connection.output.lexically_relative(project.root);
  const bool inside = !relative.empty() && *relative.begin() != "..";
  return (inside ? relative : connection.output).generic_string();
}

DistributionThresholds thresholds_of(const config::DistributionSettings& settings) {
  DistributionThresholds thresholds;
  const auto take = [&](std::string_view name, std::optional<double>& threshold) {
    const auto found = settings.thresholds.find(std::string(name));
    if (found != settings.thresholds.end()) threshold = found->second;
  };
  take(to_string(DistributionTest::psi), thresholds.psi);
  take(to_string(DistributionTest::jensen_shannon), thresholds.jensen_shannon);
  take(to_string(DistributionTest::kolmogorov_smirnov), thresholds.kolmogorov_smirnov);
  take(to_string(DistributionTest::chi_square), thresholds.chi_square_p);
  take(to_string(DistributionTest::null_share), thresholds.null_share);
  take(to_string(DistributionTest::new_categories), thresholds.new_categories);
  return thresholds;
}

struct Depth {
  bool keep_fresh = false;
  bool sketches = false;
  bool fail_fast = false;
};

Result<Comparison> read_and_compare(const ConnectionRequest& request, std::optional<Print> baseline,
                                    const Depth& depth) {
  LEEWAY_TRY(const auto opened, open_connection(*request.project, *request.connection,
                                                request.environment, *request.redactor));
  const TableSelector selector(*request.connection, request.include, request.exclude);
  LiveRequest live;
  live.database = opened.database.get();
  live.connection = request.connection;
  live.selector = &selector;
  live.baseline = baseline ? &*baseline : nullptr;
  live.redaction_salt = opened.redaction_salt;
  live.keep_fresh = depth.keep_fresh;
  live.sketches = depth.sketches;
  live.fail_fast = depth.fail_fast;
  live.clock = request.clock;
  live.progress = request.progress;
  live.stop = request.stop;
  Comparison comparison;
  LEEWAY_TRY(comparison.reading, read_live(live));

  DiffInput input;
  input.baseline = live.baseline;
  input.live = &comparison.reading.print;
  input.baseline_path = shown_path(*request.project, *request.connection);
  input.generated_at = comparison.reading.scanned_at;
  input.scanned_at = comparison.reading.scanned_at;
  input.in_scope = [&](const std::string& fqn) { return selector.selects(fqn); };
  for (const auto& failed : comparison.reading.failed) input.failed.push_back(failed.fqn);
  for (const auto& fqn : comparison.reading.unattempted) input.failed.push_back(fqn);
  comparison.diff = compare_prints(input);
  if (baseline)
    comparison.distribution = compare_distributions(
        *baseline, comparison.reading.print, thresholds_of(request.connection->distribution));
  comparison.baseline = std::move(baseline);
  return comparison;
}

Result<std::optional<Print>> baseline_if_any(const config::PrintConnection& connection) {
  auto print = committed_print(connection);
  if (print) return std::move(*print);
  if (print.error().code == ErrorCode::not_found) return std::nullopt;
  return std::unexpected(print.error());
}

Result<Print> print_at(const ConnectionRequest& request,
                       const std::optional<std::string>& revision) {
  if (!revision) return committed_print(*request.connection);
  LEEWAY_TRY(const auto source, git_source(request.connection->output, *revision));
  return decode(load_files(source));
}

// Leaves in the print what the command line narrows it to.
void narrow(const ConnectionRequest& request, Print& print) {
  if (request.include.empty() && request.exclude.empty()) return;
  const TableSelector selector(*request.connection, request.include, request.exclude);
  std::erase_if(print.tables,
                [&](const TablePrint& table) { return !selector.selects(table.fqn); });
  print.selectors = selector.recorded();
}

// The run's tables and those it left alone, as the manifest will list them.
Print whole_print(const LiveReading& reading) {
  Print print = reading.print;
  print.tables.insert(print.tables.end(), reading.out_of_scope.begin(), reading.out_of_scope.end());
  return print;
}

// Only tests of crashes set the variable: the process kills itself before that change of the file
// system, 1 the first of the write.
BeforeStep step_of_a_crash_test() {
  const char* const kill_at = std::getenv("LEEWAY_TEST_KILL_AT_STEP");
  if (!kill_at) return {};
  return [left = std::atol(kill_at)](std::string_view) mutable -> Status {
    if (--left == 0) ::kill(::getpid(), SIGKILL);
    return {};
  };
}

Status write(const ConnectionRequest& request, const Comparison& comparison,
             const PrintLock* lock) {
  const Print print = whole_print(comparison.reading);
  WriteRequest write;
  write.root = request.connection->output;
  write.print = &print;
  write.lock = lock;
  write.before_step = step_of_a_crash_test();
  write.diff_yaml = to_yaml(encode_diff(comparison.diff));
  for (const auto& fqn : comparison.reading.removed)
    if (const TablePrint* table = comparison.baseline->find(fqn))
      write.removed_paths.push_back(table->path);
  return write_print(write);
}

GenerateOutcome outcome_of(const Comparison& comparison) {
  const LiveReading& reading = comparison.reading;
  if (!reading.failed.empty() && reading.profiled.empty() && reading.fresh.empty())
    return GenerateOutcome::nothing_read;
  if (!reading.failed.empty() || reading.partial) return GenerateOutcome::partial;
  const bool moved = comparison.baseline && comparison.diff.shape_moved();
  return moved ? GenerateOutcome::shape_changed : GenerateOutcome::unchanged;
}

bool is_malformed(const CheckReport& report) {
  return std::ranges::any_of(report.structure, &Issue::error);
}

void judge(const ConnectionRequest& request, CheckReport& report) {
  const Comparison& online = *report.online;
  report.drift = drift_issues(online.diff);
  if (!request.connection->distribution.check) return;
  for (const auto& finding : online.distribution)
    if (finding.drifted) report.distribution.push_back(finding);
}

Result<std::vector<Issue>> ask_sql_assertions(const ConnectionRequest& request) {
  LEEWAY_TRY(const auto opened, open_connection(*request.project, *request.connection,
                                                request.environment, *request.redactor));
  LEEWAY_TRY(const auto session, opened.database->connect());
  const Interruption interruption(request.stop, *session);
  return check_sql_assertions(*request.connection, [&](const std::string& sql) -> Result<SqlRows> {
    LEEWAY_TRY(const auto rows, session->read(sql, 1));
    SqlRows answer;
    for (const auto& column : rows.columns) answer.types.push_back(column.type);
    answer.rows = rows.rows;
    return answer;
  });
}

Status check_online(const ConnectionRequest& request, Print committed, CheckReport& report) {
  auto online = read_and_compare(request, std::move(committed), {});
  if (!online) {
    if (online.error().code == ErrorCode::interrupted) return std::unexpected(online.error());
    report.online_error = online.error();
    return {};
  }
  report.online = std::move(*online);
  judge(request, report);
  report.assertions = check_assertions(report.online->reading.print, *request.connection);
  LEEWAY_TRY(auto sql, ask_sql_assertions(request));
  std::ranges::move(sql, std::back_inserter(report.assertions));
  return {};
}

// `lock` is null where nothing is to be written.
Result<GenerateReport> generate_under(const ConnectionRequest& request,
                                      const GenerateOptions& options, const PrintLock* lock) {
  LEEWAY_TRY(auto baseline, baseline_if_any(*request.connection));
  GenerateReport report;
  LEEWAY_TRY(report.comparison, read_and_compare(request, std::move(baseline),
                                                 {!options.force, true, options.fail_fast}));
  report.outcome = outcome_of(report.comparison);
  const bool whole = report.comparison.reading.unattempted.empty();
  if (!lock || !whole || report.outcome == GenerateOutcome::nothing_read) return report;
  LEEWAY_CHECK(refuse_stopped(request.stop));
  LEEWAY_CHECK(write(request, report.comparison, lock));
  report.written = true;
  return report;
}

}  // namespace

Result<Print> committed_print(const config::PrintConnection& connection) {
  return decode(load_files(folder_source(connection.output)));
}

Result<Comparison> compare_live(const ConnectionRequest& request) {
  LEEWAY_TRY(auto baseline, committed_print(*request.connection));
  return read_and_compare(request, std::move(baseline), {});
}

Result<Comparison> compare_revisions(const ConnectionRequest& request, const std::string& from,
                                     const std::optional<std::string>& to) {
  Comparison comparison;
  LEEWAY_TRY(comparison.baseline, print_at(request, from));
  LEEWAY_TRY(comparison.reading.print, print_at(request, to));
  narrow(request, *comparison.baseline);
  narrow(request, comparison.reading.print);
  DiffInput input;
  input.baseline = &*comparison.baseline;
  input.live = &comparison.reading.print;
  input.baseline_path = shown_path(*request.project, *request.connection);
  input.generated_at = comparison.reading.print.generated_at;
  input.scanned_at = comparison.reading.print.generated_at;
  comparison.reading.scanned_at = comparison.reading.print.generated_at;
  comparison.diff = compare_prints(input);
  comparison.distribution = compare_distributions(*comparison.baseline, comparison.reading.print,
                                                  thresholds_of(request.connection->distribution));
  return comparison;
}

Result<GenerateReport> generate(const ConnectionRequest& request, const GenerateOptions& options) {
  if (options.dry_run) return generate_under(request, options, nullptr);
  LEEWAY_TRY(const auto lock, PrintLock::acquire(request.connection->output));
  return generate_under(request, options, &lock);
}

Result<CheckReport> check(const ConnectionRequest& request, const CheckOptions& options) {
  const PrintFiles files = load_files(folder_source(request.connection->output));
  CheckReport report;
  report.structure = validate_print(files, request.connection->adapter);
  const auto print = decode(files);
  if (!print) return report;
  report.tables = print->tables.size();
  report.stale = stale_tables(*print, *request.connection, to_rfc3339(request.clock.now()),
                              options.max_age_days);
  if (!options.online) {
    report.assertions = check_assertions(*print, *request.connection);
    return report;
  }
  if (is_malformed(report)) {
    report.online_skipped = "the committed print is malformed";
  } else if (!report.stale.empty()) {
    report.online_skipped = "the committed print is stale";
  } else {
    LEEWAY_CHECK(check_online(request, *print, report));
    return report;
  }
  report.assertions = check_assertions(*print, *request.connection);
  return report;
}

}  // namespace leeway::print
