// Where the store of a project is.
#include <fstream>

#include "unit/state/support.h"

namespace leeway::state {
namespace {

namespace fs = std::filesystem;

TEST(DefaultPath, of_a_rocky_project) {
  struct Case {
    bool models, store_in_models, store_here;
    std::optional<std::string> name;
    std::string wanted;
  };
  const std::vector<Case> cases{
      {false, false, false, std::nullopt, ".rocky-state.redb"},
      {true, false, false, std::nullopt, "models/.rocky-state.redb"},
      {true, true, false, std::nullopt, "models/.rocky-state.redb"},
      {true, false, true, std::nullopt, ".rocky-state.redb"},
      {true, true, true, std::nullopt, "models/.rocky-state.redb"},
      {false, false, true, std::nullopt, ".rocky-state.redb"},
      {false, false, true, "eu", "models/.rocky-state/eu.redb"},
      {true, true, true, "eu", "models/.rocky-state/eu.redb"},
  };
  for (const auto& test : cases) {
    const TempFolder folder;
    if (test.models) fs::create_directory(folder / "models");
    if (test.store_in_models) std::ofstream(folder / "models/.rocky-state.redb") << "x";
    if (test.store_here) std::ofstream(folder / ".rocky-state.redb") << "x";
    const auto project = fs::path("/elsewhere/rocky.toml");
    EXPECT_EQ(default_path(project, folder.path(), test.name), folder / test.wanted);
    EXPECT_EQ(fs::exists(folder / "models"), test.models);
  }
}

TEST(DefaultPath, of_a_leeway_project_is_beside_its_file) {
  EXPECT_EQ(default_path("/p/leeway.toml", "/w", std::nullopt), "/p/.leeway/state.db");
  EXPECT_EQ(default_path("/p/leeway.toml", "/w", "eu"), "/p/.leeway/state/eu.db");
  EXPECT_EQ(default_path("leeway.toml", "/w", std::nullopt), "/w/.leeway/state.db");
  EXPECT_EQ(default_path("sub/leeway.toml", "/w", std::nullopt), "/w/sub/.leeway/state.db");
}

}  // namespace
}  // namespace leeway::state
