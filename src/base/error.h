// Errors are values. A fallible function returns Result<T>; nothing in leeway throws across a room.
//
// An Error is written for the person who reads it: what happened and to which thing, what was and
// was not changed, and what to do next. The code is for programs and tests; tests compare codes,
// never wording.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace leeway {

enum class ErrorCode {
  usage,        // the command line makes no sense
  config,       // a project file is missing, malformed or contradictory
  not_found,    // a named thing does not exist
  unreadable,   // a thing exists or may exist, but its state could not be read
  locked,       // another process or run holds the thing
  connection,   // the engine could not be reached or opened
  auth,         // the engine refused the credentials
  permission,   // the engine refused this principal the operation
  refused,      // the engine refused a statement
  constraint,   // a constraint or dependency of the engine forbids the operation
  conversion,   // a value does not fit the type it was to become
  transient,    // worth another try: rate limit, conflict, broken connection
  interrupted,  // the user asked to stop
  timeout,      // a limit of time ran out
  moved,        // the catalog, state or config is no longer what a plan was made for
  integrity,    // a stored file is not what leeway wrote
  state,        // the state store failed
  io,           // a file or folder could not be read or written
  unsupported,  // this engine or pipeline cannot do it
  policy,       // a rule of the project forbids it without review
  check,        // a data check failed
  internal,     // a defect of leeway
};

// Spelling used in JSON and logs, e.g. "not_found".
std::string_view to_string(ErrorCode code);

struct Error {
  ErrorCode code = ErrorCode::internal;
  std::string message;  // one sentence or more, without a final newline
  std::string hint;     // what to do next; empty where the message says it

  // The same error, told from one step further out: "<where>: <message>".
  Error within(std::string_view where) const;
  // Message and hint in one line.
  std::string text() const;

  bool operator==(const Error&) const = default;
};

template <typename T>
using Result = std::expected<T, Error>;
using Status = std::expected<void, Error>;

template <typename... Args>
std::unexpected<Error> fail(ErrorCode code, fmt::format_string<Args...> format, Args&&... args) {
  return std::unexpected(Error{code, fmt::format(format, std::forward<Args>(args)...), {}});
}

}  // namespace leeway

#define LEEWAY_CONCAT_(a, b) a##b
#define LEEWAY_CONCAT(a, b) LEEWAY_CONCAT_(a, b)

// Returns the error of a Status or Result expression from the enclosing function.
#define LEEWAY_CHECK(expression)                                \
  do {                                                          \
    if (auto leeway_status = (expression); !leeway_status)      \
      return std::unexpected(std::move(leeway_status).error()); \
  } while (false)

// Declares `variable` from a Result expression, or returns its error.
#define LEEWAY_TRY(variable, expression)                                                \
  auto LEEWAY_CONCAT(leeway_result_, __LINE__) = (expression);                          \
  if (!LEEWAY_CONCAT(leeway_result_, __LINE__))                                         \
    return std::unexpected(std::move(LEEWAY_CONCAT(leeway_result_, __LINE__)).error()); \
  variable = std::move(*LEEWAY_CONCAT(leeway_result_, __LINE__))
