#include "cli/main.h"

int main(int argc, char** argv) { return leeway::cli::run(argc, argv); }
