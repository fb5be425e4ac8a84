// What a pipeline command is handed from outside: the project and every effect it may have.
#pragma once

#include <stop_token>

#include "base/clock.h"
#include "base/progress.h"
#include "base/secrets.h"
#include "config/project.h"

namespace leeway::pipeline {

struct Context {
  const config::Project& project;
  Clock clock;
  ProgressSink progress;  // may be empty
  const Redactor& redactor;
  std::string hostname;  // recorded with a run; may be empty
  std::stop_token stop;  // asked to stop: end and undo the running statement, record, end

  void tell(const ProgressEvent& event) const {
    if (progress) progress(event);
  }
};

}  // namespace leeway::pipeline
