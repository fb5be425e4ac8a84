#include "engines/duckdb/errors.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/text.h"

namespace leeway::engines::duckdb {
namespace {

struct ErrorRow {
  duckdb_error_type type;
  std::string_view words;  // what the message of such an error begins with
  ErrorCode code;
};

// Kinds that are not listed are statements the engine refused.
constexpr std::array kErrors{
    ErrorRow{DUCKDB_ERROR_OUT_OF_RANGE, "Out of Range Error", ErrorCode::conversion},
    ErrorRow{DUCKDB_ERROR_CONVERSION, "Conversion Error", ErrorCode::conversion},
    ErrorRow{DUCKDB_ERROR_DECIMAL, "Decimal Error", ErrorCode::conversion},
    ErrorRow{DUCKDB_ERROR_MISMATCH_TYPE, "Mismatch Type Error", ErrorCode::conversion},
    ErrorRow{DUCKDB_ERROR_INVALID_TYPE, "Invalid type Error", ErrorCode::conversion},
    ErrorRow{DUCKDB_ERROR_OBJECT_SIZE, "Object Size Error", ErrorCode::conversion},
    ErrorRow{DUCKDB_ERROR_TRANSACTION, "TransactionContext Error", ErrorCode::refused},
    ErrorRow{DUCKDB_ERROR_NOT_IMPLEMENTED, "Not implemented Error", ErrorCode::unsupported},
    ErrorRow{DUCKDB_ERROR_BINDER, "Binder Error", ErrorCode::refused},
    ErrorRow{DUCKDB_ERROR_CATALOG, "Catalog Error", ErrorCode::refused},
    ErrorRow{DUCKDB_ERROR_CONSTRAINT, "Constraint Error", ErrorCode::constraint},
    ErrorRow{DUCKDB_ERROR_INDEX, "Index Error", ErrorCode::constraint},
    ErrorRow{DUCKDB_ERROR_DEPENDENCY, "Dependency Error", ErrorCode::constraint},
    ErrorRow{DUCKDB_ERROR_CONNECTION, "Connection Error", ErrorCode::connection},
    ErrorRow{DUCKDB_ERROR_NETWORK, "Network Error", ErrorCode::connection},
    ErrorRow{DUCKDB_ERROR_HTTP, "HTTP Error", ErrorCode::connection},
    ErrorRow{DUCKDB_ERROR_FATAL, "FATAL Error", ErrorCode::connection},
    ErrorRow{DUCKDB_ERROR_INTERNAL, "INTERNAL Error", ErrorCode::connection},
    ErrorRow{DUCKDB_ERROR_SERIALIZATION, "Serialization Error", ErrorCode::connection},
    ErrorRow{DUCKDB_ERROR_IO, "IO Error", ErrorCode::io},
    ErrorRow{DUCKDB_ERROR_INTERRUPT, "INTERRUPT Error", ErrorCode::interrupted},
    ErrorRow{DUCKDB_ERROR_PERMISSION, "Permission Error", ErrorCode::permission},
    ErrorRow{DUCKDB_ERROR_MISSING_EXTENSION, "Missing Extension Error", ErrorCode::unsupported},
    ErrorRow{DUCKDB_ERROR_AUTOLOAD, "Extension Autoloading Error", ErrorCode::unsupported},
};

// Kinds that hold errors of several meanings are told apart by the message: the first row that
// fits.
struct MeaningRow {
  duckdb_error_type type;
  std::string_view part;
  ErrorCode code;
};

constexpr std::array kMeanings{
    MeaningRow{DUCKDB_ERROR_TRANSACTION, "constraint violat", ErrorCode::constraint},
    MeaningRow{DUCKDB_ERROR_TRANSACTION, "onflict", ErrorCode::transient},
    MeaningRow{DUCKDB_ERROR_TRANSACTION, "another transaction", ErrorCode::transient},
    MeaningRow{DUCKDB_ERROR_CONSTRAINT, "write-write conflict", ErrorCode::transient},
    MeaningRow{DUCKDB_ERROR_CATALOG, "depends on it", ErrorCode::constraint},
    MeaningRow{DUCKDB_ERROR_CATALOG, "is a dependency of", ErrorCode::constraint},
    MeaningRow{DUCKDB_ERROR_CATALOG, "main key table", ErrorCode::constraint},
    MeaningRow{DUCKDB_ERROR_CATALOG, "does not exist", ErrorCode::not_found},
    MeaningRow{DUCKDB_ERROR_BINDER, "constraint specified", ErrorCode::constraint},
    MeaningRow{DUCKDB_ERROR_BINDER, "by the generated column", ErrorCode::constraint},
    MeaningRow{DUCKDB_ERROR_BINDER, "does not exist", ErrorCode::not_found},
    MeaningRow{DUCKDB_ERROR_IO, "Could not set lock", ErrorCode::locked},
};

ErrorCode code_of(duckdb_error_type type, std::string_view message) {
  for (const auto& row : kMeanings)
    if (row.type == type && message.find(row.part) != std::string_view::npos) return row.code;
  const auto* row = std::ranges::find(kErrors, type, &ErrorRow::type);
  return row == kErrors.end() ? ErrorCode::refused : row->code;
}

// The first paragraph, in one line: what follows is an excerpt of the statement, advice about
// settings, or a stack.
std::string essential(std::string_view message) {
  std::string result;
  for (const auto& line : split(message, "\n")) {
    const std::string_view part = trim(line);
    if (part.empty() || part.starts_with("LINE ") || part.starts_with("Stack Trace:")) break;
    if (!result.empty()) result += result.ends_with('.') || result.ends_with('!') ? " " : "; ";
    result += part;
  }
  return result;
}

}  // namespace

Error error_of(duckdb_error_type type, std::string_view message) {
  return Error{code_of(type, message), essential(message), {}};
}

Error error_of(std::string_view message) {
  const auto* row = std::ranges::find_if(
      kErrors, [&](const ErrorRow& known) { return message.starts_with(known.words); });
  return error_of(row == kErrors.end() ? DUCKDB_ERROR_INVALID : row->type, message);
}

std::string_view holder_of_lock(std::string_view message) {
  const auto start = message.find("(PID ");
  if (start == std::string_view::npos) return {};
  const auto digits = message.substr(start + 5);
  return digits.substr(0, digits.find(')'));
}

}  // namespace leeway::engines::duckdb
