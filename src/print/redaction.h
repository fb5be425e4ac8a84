// Withholding literal values. Runs after everything is measured and before anything is written.
#pragma once

#include <string>
#include <vector>

#include "config/print_project.h"
#include "print/print.h"

namespace leeway::print {

// Applies the last rule that covers each column: by its name, sensitivity or looks_like. Values,
// range, percentiles are masked, dropped or hashed with `salt`; what would tell a withheld value
// otherwise (sketch, spelling_of, single-row statistics, exact day counts, null patterns are not
// affected) is left out as the format says. Also the timeline, whose anchor may not be redacted.
// REQUIRES: salt is not empty where a rule hashes.
void redact(TablePrint& table, const std::vector<config::RedactRule>& rules,
            const std::string& salt);

// The primitive of the last rule that covers the column; empty when none does.
std::string redaction_of(const std::string& fqn, const ColumnPrint& column,
                         const std::vector<config::RedactRule>& rules);

// 16 hexadecimal digits: BLAKE2b of 8 bytes over salt, a zero byte and the text.
std::string salted_digest(const std::string& salt, const std::string& text);

}  // namespace leeway::print
