# `duck`, a shell over the DuckDB library that shares no code with leeway, and the scenario tests
# that seed and read databases with it.
add_executable(duck ${CMAKE_SOURCE_DIR}/tests/support/duck.cpp)
target_link_libraries(duck PRIVATE DuckDB::DuckDB)
set_target_properties(duck PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tools)
if(NOT LEEWAY_TESTS)
  set_target_properties(duck PROPERTIES EXCLUDE_FROM_ALL ON)
  return()
endif()

find_package(Python3 REQUIRED COMPONENTS Interpreter)
add_test(NAME scenarios
  COMMAND Python3::Interpreter ${CMAKE_SOURCE_DIR}/tests/scenarios/run.py
          --bin ${CMAKE_BINARY_DIR} --bin ${CMAKE_BINARY_DIR}/tools --bin ${CMAKE_BINARY_DIR}/tests)
set_tests_properties(scenarios PROPERTIES LABELS scenario)
