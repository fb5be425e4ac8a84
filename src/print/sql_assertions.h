// The queries of a project's assertions: their form, judged without a database, and their results.
// Private to the room.
#pragma once

#include <string>
#include <vector>

#include "print/check.h"

namespace leeway::print {

struct SqlAssertion {
  enum class Expect { zero, no_rows };
  std::string name;
  bool error = true;  // else its findings are warnings
  std::string sql;
  Expect expect = Expect::zero;
  std::string path;  // of its findings
};

struct SqlAssertions {
  std::vector<SqlAssertion> queries;  // those that are well-formed
  std::vector<Issue> issues;
};

SqlAssertions read_sql_assertions(const config::PrintConnection& connection);

}  // namespace leeway::print
