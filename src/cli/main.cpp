#include "cli/main.h"

#include <cstdio>

namespace leeway::cli {

int run(int, char**) {
  std::puts("leeway " LEEWAY_VERSION);
  return 0;
}

}  // namespace leeway::cli
