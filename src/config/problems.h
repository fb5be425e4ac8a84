// What is wrong or doubtful in a project file: collected while reading, so that one look at the
// file finds everything.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "config/project.h"

namespace leeway::config {

// Codes of findings. V-codes are those of the grammar's own `validate`; L-codes are leeway's.
namespace code {
inline constexpr std::string_view syntax = "V001";
inline constexpr std::string_view adapter = "V010";
inline constexpr std::string_view databricks_host = "V011";
inline constexpr std::string_view databricks_path = "V012";
inline constexpr std::string_view databricks_auth = "V013";
inline constexpr std::string_view fivetran_destination = "V014";
inline constexpr std::string_view fivetran_key = "V015";
inline constexpr std::string_view fivetran_secret = "V016";
inline constexpr std::string_view adapter_type = "V017";
inline constexpr std::string_view pipeline = "V020";
inline constexpr std::string_view pattern = "V021";
inline constexpr std::string_view source_adapter = "V022";
inline constexpr std::string_view target_adapter = "V023";
inline constexpr std::string_view discovery_adapter = "V024";
inline constexpr std::string_view adapter_kind = "V032";
inline constexpr std::string_view adapter_role = "V033";
inline constexpr std::string_view inert_check = "V034";
inline constexpr std::string_view strategy = "V035";
inline constexpr std::string_view rule = "V046";
inline constexpr std::string_view unknown_key = "L001";
inline constexpr std::string_view wrong_value = "L002";
inline constexpr std::string_view template_text = "L003";
inline constexpr std::string_view variable = "L004";
inline constexpr std::string_view inert = "L005";
inline constexpr std::string_view missing_key = "L006";
inline constexpr std::string_view pipeline_type = "L007";
}  // namespace code

// Where a problem is: the line, and the setting as a dotted path.
struct Place {
  Location location;
  std::string field;
};

struct Problem {
  bool error = true;  // else a warning
  std::string code;
  Place place;
  std::string message;

  // "leeway.toml:12: <message>".
  std::string text() const;
};

class Problems {
 public:
  void error(std::string_view code, Place place, std::string message);
  void warn(std::string_view code, Place place, std::string message);
  // Errors of a line whose variables are not set would only follow from that.
  void mute(int line) { muted_.insert(line); }

  // In file order.
  const std::vector<Problem>& all() const { return problems_; }
  bool any_error_below(std::string_view field) const;
  bool any_error() const;

 private:
  void add(Problem problem);

  std::vector<Problem> problems_;
  std::set<int> muted_;
};

}  // namespace leeway::config
