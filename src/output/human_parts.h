// Sections that the terminal texts share. For the human_*.cpp files of this room only.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "output/page.h"
#include "output/summary.h"

namespace leeway::output {

// Rows a section shows before it says how many more there are.
constexpr std::size_t rows_shown = 20;

void write_drift(Page& page, DriftSummary summary);

struct Subject {
  std::string name;  // a table
  std::string text;  // what there is to say about it
};
// A heading "<title> (3 tables)" with a line a subject; nothing for an empty list.
void write_subjects(Page& page, std::string_view title, const std::vector<Subject>& subjects,
                    std::string_view noun = "table");
// A heading with a wrapped line a text.
void write_list(Page& page, std::string_view title, const std::vector<std::string>& texts);

struct Failure {
  std::string table;
  std::string kind;
  std::string message;
  std::string hint;
  std::string statement;
};
void write_failures(Page& page, const std::vector<Failure>& failures);

std::vector<std::string> override_texts(const std::vector<pipeline::OverrideWarning>& warnings);

}  // namespace leeway::output
