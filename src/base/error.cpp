#include "base/error.h"

#include "base/text.h"

namespace leeway {

std::string_view to_string(ErrorCode code) {
  switch (code) {
    case ErrorCode::usage:
      return "usage";
    case ErrorCode::config:
      return "config";
    case ErrorCode::not_found:
      return "not_found";
    case ErrorCode::unreadable:
      return "unreadable";
    case ErrorCode::locked:
      return "locked";
    case ErrorCode::connection:
      return "connection";
    case ErrorCode::auth:
      return "auth";
    case ErrorCode::permission:
      return "permission";
    case ErrorCode::refused:
      return "refused";
    case ErrorCode::constraint:
      return "constraint";
    case ErrorCode::conversion:
      return "conversion";
    case ErrorCode::transient:
      return "transient";
    case ErrorCode::interrupted:
      return "interrupted";
    case ErrorCode::timeout:
      return "timeout";
    case ErrorCode::moved:
      return "moved";
    case ErrorCode::integrity:
      return "integrity";
    case ErrorCode::state:
      return "state";
    case ErrorCode::io:
      return "io";
    case ErrorCode::unsupported:
      return "unsupported";
    case ErrorCode::policy:
      return "policy";
    case ErrorCode::check:
      return "check";
    case ErrorCode::internal:
      return "internal";
  }
  return "internal";
}

Error Error::within(std::string_view where) const {
  return Error{code, fmt::format("{}: {}", where, message), hint};
}

std::string Error::text() const { return sentences({message, hint}); }

}  // namespace leeway
