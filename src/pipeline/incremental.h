// An incremental copy: which rows of the source the target lacks, judged from a count of both sides
// around the watermark, and the statements that bring them. Pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pipeline/copy_statements.h"
#include "pipeline/decide.h"

namespace leeway::pipeline {

// REQUIRES: shape.target.
class IncrementalCopy {
 public:
  // A mark without a type says that the target holds no finite value. With a contradiction `mark`
  // is the one that the target has. `type` is that of the source's column.
  IncrementalCopy(const CopyShape& shape, const state::Watermark& mark,
                  const std::optional<Contradiction>& contradiction, const types::SqlType& type);

  std::string probe() const;

  // Whether the target holds less than its watermark says, or rows beyond it. Never so of a mark
  // that was read from the target.
  std::optional<Contradiction> contradicted_by(const ProbeAnswer& answer) const;
  bool nothing_new(const ProbeAnswer& answer) const;
  // Without a finite watermark the copy is whole.
  bool is_whole() const { return mark_.type.empty(); }

  std::vector<Statement> statements(const ProbeAnswer& answer) const;
  std::string why(const ProbeAnswer& answer) const;
  // Rows that stay behind, and a target that is not what its watermark says.
  std::vector<std::string> notices(const ProbeAnswer& answer) const;

 private:
  const std::string& column() const { return shape_.candidate.settings.timestamp_column; }
  bool can_replace() const { return shape_.dialect.capabilities.transactional_ddl; }
  bool behind() const { return contradiction_ && !contradiction_->ahead; }
  bool tied(const ProbeAnswer& answer) const;
  bool brings_endless(const ProbeAnswer& answer) const;
  std::string copied_rows(const ProbeAnswer& answer) const;
  std::string cleared_rows(const ProbeAnswer& answer) const;
  std::string told_contradiction() const;
  std::string told_dateless(const ProbeAnswer& answer) const;
  std::string told_late(const ProbeAnswer& answer) const;

  CopyShape shape_;
  const state::Watermark& mark_;
  const std::optional<Contradiction>& contradiction_;
  const types::SqlType& type_;
};

}  // namespace leeway::pipeline
