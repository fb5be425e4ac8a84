// ${NAME} and ${NAME:-default} inside the strings of a project file, and what must stay secret.
#pragma once

#include <string_view>

#include "base/environment.h"
#include "base/secrets.h"
#include "config/problems.h"
#include "config/tree.h"

namespace leeway::config {

// Replaces variables in every string of the tree. A default stands in for a variable that is unset
// or empty; without one an unset variable is missing, and one error lists all that are missing.
// Values from the environment are registered as secrets, unless the whole setting is a number or a
// boolean, or the setting by its name only says where or what a thing is (path, host, schema, ...)
// and holds neither a '=' nor a URL with a user. What is in doubt is a secret.
void replace_variables(Node& root, const Environment& environment, Redactor& redactor,
                       Problems& problems);

// Registers the values of settings that are secret by their name (password, token, ...), and the
// passwords in URLs.
void register_secrets(const Node& root, Redactor& redactor);

// The same by the look of the lines, for a file that may not parse.
void register_secret_lines(std::string_view text, Redactor& redactor);
// Whether such a line sets a secret.
bool names_secret(std::string_view line);

}  // namespace leeway::config
