// Sections that the terminal texts share. For the human_*.cpp files of this room only.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "output/fold.h"
#include "output/page.h"
#include "output/summary.h"

namespace leeway::output {

// Rows a section shows before it says how many more there are.
constexpr std::size_t rows_shown = 20;

void write_drift(Page& page, DriftSummary summary);

// A heading "<title> (3 tables)" with what is said of each subject, once where it is the same of
// several; nothing for an empty list.
void write_subjects(Page& page, std::string_view title, const std::vector<Subject>& subjects,
                    std::string_view noun = "table");
// A heading "<title> (25 tables)" with the first names; nothing for an empty list.
void write_names(Page& page, std::string_view title, const std::vector<std::string>& tables);
// A heading with a wrapped line a text.
void write_list(Page& page, std::string_view title, const std::vector<std::string>& texts);

// Failures of one kind and text are told once, with the other tables named.
void write_failures(Page& page, const std::vector<Failure>& failures);

// The beginning of a long text, on one line.
std::string statement_start(std::string_view text);

}  // namespace leeway::output
