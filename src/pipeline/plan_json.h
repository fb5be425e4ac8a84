// A plan as JSON and back. Internal to the room.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "pipeline/plan.h"

namespace leeway::pipeline {

// Everything but the digest and the time of making.
nlohmann::json plan_body(const Plan& plan);
// Throws nlohmann::json::exception on a shape that is not a plan's.
Plan plan_of_body(const nlohmann::json& json);

}  // namespace leeway::pipeline
