#include "output/fold.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/text.h"

namespace leeway::output {

std::string first_and_more(std::span<const std::string> items, std::size_t most) {
  const std::size_t shown = items.size() <= most + 1 ? items.size() : most;
  std::string text = join(items.first(shown), ", ");
  if (shown < items.size())
    text +=
        fmt::format(" and {} more", with_thousands(static_cast<long long>(items.size() - shown)));
  return text;
}

std::string short_reason(const pipeline::DriftAction& action) {
  if (action.changes.size() <= changes_shown + 1) return action.reason;
  std::vector<std::string> reasons;
  reasons.reserve(action.changes.size());
  for (const auto& change : action.changes) reasons.push_back(change.reason());
  return first_and_more(reasons, changes_shown) + " (see -o json)";
}

std::vector<Folded> folded(const std::vector<Subject>& subjects) {
  std::vector<Folded> groups;
  std::map<std::string, std::size_t> places;
  for (const auto& subject : subjects) {
    const auto [place, first] = places.emplace(subject.text, groups.size());
    if (first) groups.push_back({subject.text, {}});
    groups[place->second].names.push_back(subject.name);
  }
  return groups;
}

std::string without_names(std::string_view text, std::string_view table, std::string_view name) {
  std::string result = replace_all(std::string(text), table, "*");
  return replace_all(std::move(result), fmt::format(".{}'", name), ".*'");
}

std::vector<StatementRun> statement_runs(std::span<const pipeline::Statement> statements) {
  std::vector<StatementRun> runs;
  while (!statements.empty()) {
    const auto other = std::ranges::find_if(statements, [&](const pipeline::Statement& statement) {
      return statement.purpose != statements.front().purpose ||
             statement.target != statements.front().target;
    });
    const auto length = static_cast<std::size_t>(other - statements.begin());
    const std::size_t shown = length <= statements_shown + 1 ? length : statements_shown;
    runs.push_back({statements.first(shown), length - shown});
    statements = statements.subspan(length);
  }
  return runs;
}

std::string short_sql(std::string_view sql) {
  auto lines = split(sql, "\n");
  if (lines.size() <= lines_shown + lines_shown / 2) return fmt::format("{};", sql);
  const auto more = static_cast<long long>(lines.size() - lines_shown);
  lines.resize(lines_shown);
  return fmt::format("{}\n-- ... and {} (see -o json)", join(lines, "\n"),
                     counted(more, "more line"));
}

}  // namespace leeway::output
