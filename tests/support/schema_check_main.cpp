// leeway_schema_check SCHEMA FILE: exit 0 when FILE has the shape of SCHEMA, 1 when it has not.
#include <cstdio>

#include "base/files.h"
#include "support/schema_check.h"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: leeway_schema_check SCHEMA FILE\n", stderr);
    return 2;
  }
  const auto text = leeway::read_file(argv[2]);
  if (!text) {
    std::fprintf(stderr, "%s\n", text.error().text().c_str());
    return 2;
  }
  const auto error = leeway::testing::schema_error(argv[1], *text);
  if (!error) return 0;
  std::fprintf(stderr, "%s: %s\n", argv[2], error->c_str());
  return 1;
}
