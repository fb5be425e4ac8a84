#pragma once

namespace leeway::cli {

// The whole program: parses the command line, runs the command, returns its exit code.
int run(int argc, char** argv);

}  // namespace leeway::cli
