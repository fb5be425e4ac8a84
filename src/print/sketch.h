// What two bottom-k sketches tell about two columns (print format v1, sections 11 and 12.4).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "print/print.h"

namespace leeway::print {

inline constexpr std::size_t sketch_size = 1024;  // k; fewer hashes are the whole set

// The families of types whose values have canonical bytes; values of two families never meet.
enum class SketchKind { none, integer, decimal, text, boolean, temporal };
// By the type as the engine prints it.
SketchKind sketch_kind(std::string_view sql_type);

struct SketchedColumn {
  const Sketch* sketch = nullptr;
  std::int64_t cardinality = 0;  // above 0
};

struct Overlap {
  double containment = 0;       // share of the child's values that are in the parent, 0 to 1
  double target_coverage = 0;   // share of the parent's values that the child has, 0 to 1
  std::int64_t answerable = 0;  // hashes of the child that both sketches can speak of
  bool all_contained = false;   // every answerable hash is in the parent
};

// nullopt where no hash of the child is answerable.
std::optional<Overlap> overlap(const SketchedColumn& child, const SketchedColumn& parent);

// A ratio as prints publish it: six decimals, and never zero for what is not.
double published_ratio(double ratio);

}  // namespace leeway::print
