// Statements over many columns, of which any one may be what the engine stumbles over.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "engines/session.h"

namespace leeway::print {

using Cell = std::optional<std::string>;
using CellRow = std::vector<Cell>;

// Whether trying a part of the statement instead makes no sense.
bool stops_everything(const Error& error);

// The only row. Errors (internal): there is another number of rows, or of cells.
Result<CellRow> one_row(engines::Session& session, const std::string& sql, std::size_t cells);

// 0 for what is no number.
std::int64_t count_of(const Cell& cell);

// Calls `run` with pieces of `items` of at most `batch`; where a piece fails, with its halves, so
// that `give_up` (which may stop everything) is called with each item that fails by itself and with
// no other.
template <typename Item, typename Run, typename GiveUp>
Status in_batches(std::span<Item> items, std::size_t batch, const Run& run, const GiveUp& give_up) {
  for (; items.size() > batch; items = items.subspan(batch))
    LEEWAY_CHECK(in_batches(items.first(batch), batch, run, give_up));
  if (items.empty()) return {};
  const Status done = run(items);
  if (done) return {};
  if (stops_everything(done.error())) return done;
  if (items.size() == 1) return give_up(items.front(), done.error());
  const std::size_t half = items.size() / 2;
  LEEWAY_CHECK(in_batches(items.first(half), half, run, give_up));
  return in_batches(items.subspan(half), items.size() - half, run, give_up);
}

}  // namespace leeway::print
