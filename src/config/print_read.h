// From the blocks of a print project to its connections.
#pragma once

#include <string>

#include "config/print_project.h"
#include "config/section.h"

namespace leeway::config {

// What connections start from. Both report through the section's problems.
PrintConnection read_print_defaults(Section section);
PrintConnection read_print_connection(Section section, PrintConnection start, std::string name);

// Engines of the print format, as `adapter` names them.
bool is_print_adapter(std::string_view name);

}  // namespace leeway::config
