// A print project in a folder that is gone after the test.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "config/print_project.h"
#include "unit/config/support.h"

namespace leeway::config {

namespace fs = std::filesystem;

class PrintProjectTest : public ::testing::Test {
 protected:
  PrintProjectTest() {
    std::string pattern = (fs::temp_directory_path() / "prints-XXXXXX").string();
    root_ = ::mkdtemp(pattern.data());
    variables_["HOME"] = (root_ / "home").string();
  }
  ~PrintProjectTest() override {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
  }
  PrintProjectTest(const PrintProjectTest&) = delete;
  PrintProjectTest& operator=(const PrintProjectTest&) = delete;

  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << text;
  }

  Result<PrintProject> load(const std::optional<fs::path>& place, const fs::path& working) {
    return load_print_project(place, working, environment_of(variables_), redactor_);
  }

  Result<PrintProject> load_yaml(const std::string& text) {
    write(".dbprint.yaml", text);
    return load({}, root_);
  }

  PrintProject yaml(const std::string& text) {
    auto project = load_yaml(text);
    EXPECT_TRUE(project) << (project ? "" : project.error().text());
    return project ? *project : PrintProject{};
  }

  // One connection, of the lines given.
  PrintConnection connection(const std::string& lines, const std::string& defaults = "") {
    const PrintProject project =
        yaml(defaults + "connections:\n  shop:\n    adapter: duckdb\n" + lines);
    return project.connections.empty() ? PrintConnection{} : project.connections.front();
  }

  // The error of one connection with these keys (YAML flow style), "" when there is none.
  std::string refusal(const std::string& keys) {
    const auto project = load_yaml("connections:\n  shop: {adapter: duckdb, " + keys + "}\n");
    if (project) return "";
    EXPECT_EQ(project.error().code, ErrorCode::config);
    return project.error().message;
  }

  Result<PrintProject> load_toml(const std::string& text) {
    write("leeway.toml", text);
    return load({}, root_);
  }

  Result<Credentials> credentials(const PrintProject& project) {
    return resolve_credentials(project, project.connections.front(), environment_of(variables_),
                               redactor_);
  }

  fs::path root_;
  Variables variables_;
  Redactor redactor_;
};

}  // namespace leeway::config
