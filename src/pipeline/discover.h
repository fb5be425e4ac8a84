// Finds what a source offers and what each table's target is called.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pipeline/databases.h"
#include "pipeline/report.h"

namespace leeway::pipeline {

// One table to copy, before anything is known of its columns.
struct Candidate {
  std::string connector_id;
  std::string source_type;
  config::Components components;
  catalog::TableName source;
  catalog::TableName target;
  std::string state_key;
  config::TableSettings settings;
  std::vector<config::MetadataColumn> metadata;  // placeholders resolved

  // source type, component values in pattern order, table name
  std::vector<std::string> asset_key() const;
};

struct Discovery {
  std::vector<DiscoveredSource> sources;                       // all, in name order
  std::vector<std::pair<std::string, std::string>> unmatched;  // schema, why
  std::vector<std::string> notes;                              // e.g. views passed over
  std::vector<Candidate> candidates;                           // that pass the filter
  std::vector<ExcludedTable> excluded;
  std::vector<OverrideWarning> override_warnings;
};

using Listing = std::vector<engines::SchemaListing>;

// Resolves every target name from a listing of the source's catalog, in which schemas without the
// prefix are passed over. Errors: a template that does not
// resolve, two sources for one target, a filter that matches nothing (with what there is).
Result<Discovery> discover(const dialects::Dialect& dialect, const Listing& listing,
                           const Databases& databases, const config::Replication& replication,
                           const std::optional<config::Filter>& filter);
// The same with a listing of its own: one statement.
Result<Discovery> discover(engines::Session& session, const Databases& databases,
                           const config::Replication& replication,
                           const std::optional<config::Filter>& filter);

}  // namespace leeway::pipeline
