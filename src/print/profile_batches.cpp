#include "print/profile_batches.h"

#include <charconv>

namespace leeway::print {

bool stops_everything(const Error& error) {
  return error.code == ErrorCode::interrupted || error.code == ErrorCode::connection ||
         error.code == ErrorCode::auth || error.code == ErrorCode::locked;
}

Result<CellRow> one_row(engines::Session& session, const std::string& sql, std::size_t cells) {
  LEEWAY_TRY(auto set, session.query(sql, 2));
  if (set.rows.size() != 1 || set.rows[0].size() != cells)
    return fail(ErrorCode::internal, "the engine answered with {} rows where one was asked for",
                set.rows.size());
  return std::move(set.rows[0]);
}

std::int64_t count_of(const Cell& cell) {
  std::int64_t value = 0;
  if (cell) std::from_chars(cell->data(), cell->data() + cell->size(), value);
  return value;
}

}  // namespace leeway::print
