#include <algorithm>

#include "base/text.h"
#include "print/files.h"

namespace leeway::print {
namespace {

bool may_start(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; }

bool may_follow(char c) { return may_start(c) || c == '-' || c == '.'; }

std::string why_unsafe(const std::string& segment) {
  if (segment.empty()) return "a part of the name is empty";
  const auto bad =
      may_start(segment.front()) ? std::ranges::find_if_not(segment, may_follow) : segment.begin();
  const auto byte = static_cast<unsigned char>(*bad);
  std::string shown;
  if (byte >= 0x80)
    shown = "a character outside ASCII";
  else if (byte < 0x20 || byte == 0x7F)
    shown = fmt::format("the control character U+{:04X}", byte);
  else
    shown = fmt::format("the character '{}'", *bad);
  return fmt::format(
      "'{}' {} {}; a folder's name takes letters, digits and '_', and behind the "
      "first character also '-' and '.'",
      printable(segment), bad == segment.begin() ? "starts with" : "holds", shown);
}

}  // namespace

Error rejected_identifier(std::string_view fqn, std::string_view reason, std::string_view detail) {
  return {ErrorCode::config,
          fmt::format("ERROR: Table identifier rejected: {}\n"
                      "  Reason: {}\n"
                      "  Detail: {}\n"
                      "  Resolution: rename the table, or leave it out with an 'exclude:' pattern "
                      "in .dbprint.yaml.",
                      printable(fqn), reason, detail),
          {}};
}

Result<std::string> print_path(const std::vector<std::string>& name_parts) {
  std::vector<std::string> segments;
  for (const std::string& part : name_parts) {
    const std::string segment = to_lower(part);
    if (segment.starts_with('.'))
      return std::unexpected(rejected_identifier(
          join(name_parts, "."), "leading-period",
          fmt::format("'{}' starts with a period, which hides a folder", printable(segment))));
    if (segment.empty() || !may_start(segment.front()) || !std::ranges::all_of(segment, may_follow))
      return std::unexpected(rejected_identifier(join(name_parts, "."), "contains-unsafe-character",
                                                 why_unsafe(segment)));
    segments.push_back(segment);
  }
  return join(segments, "/");
}

}  // namespace leeway::print
