// Options and context that the pipeline commands share.
#pragma once

#include "base/whereabouts.h"
#include "cli/command.h"
#include "pipeline/context.h"

namespace leeway::cli {

inline OptionSpec filter_option() {
  return {"--filter", "KEY=VALUE", "Only these: a component, id=... or table=...", false, {}, {}};
}

inline OptionSpec pipeline_option() {
  return {"--pipeline", "NAME", "The pipeline, where the project has several", false, {}, {}};
}

inline OptionSpec no_prune_option() {
  return {"--no-prune", "", "Copy what prune_unchanged would leave out", false, {}, {}};
}

inline pipeline::Context context_of(const Invocation& invocation, const config::Project& project) {
  return {project,     invocation.clock, invocation.progress, invocation.redactor,
          host_name(), invocation.stop};
}

}  // namespace leeway::cli
