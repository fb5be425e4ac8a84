# The DuckDB library and its C header, in one folder or under include/ and lib/ of a prefix.
# leeway opens the library at run time; only the tests' own tools link it.
unset(LEEWAY_DUCKDB_INCLUDE CACHE)
unset(LEEWAY_DUCKDB_LIBRARY CACHE)
find_path(LEEWAY_DUCKDB_INCLUDE duckdb.h
  HINTS ${LEEWAY_DUCKDB_DIR} PATH_SUFFIXES include NO_DEFAULT_PATH)
find_library(LEEWAY_DUCKDB_LIBRARY duckdb
  HINTS ${LEEWAY_DUCKDB_DIR} PATH_SUFFIXES lib lib64 lib/${CMAKE_LIBRARY_ARCHITECTURE}
  NO_DEFAULT_PATH)
if(NOT LEEWAY_DUCKDB_INCLUDE OR NOT LEEWAY_DUCKDB_LIBRARY)
  message(FATAL_ERROR
    "duckdb.h and the DuckDB library are not both in ${LEEWAY_DUCKDB_DIR}.\n"
    "On Debian, scripts/setup build fetches them. Elsewhere, name the folder of your own DuckDB: "
    "-DLEEWAY_DUCKDB_DIR=DIR")
endif()
add_library(DuckDB::DuckDB SHARED IMPORTED)
set_target_properties(DuckDB::DuckDB PROPERTIES
  IMPORTED_LOCATION ${LEEWAY_DUCKDB_LIBRARY}
  INTERFACE_INCLUDE_DIRECTORIES ${LEEWAY_DUCKDB_INCLUDE})

# Beside the program in the build folder, where it looks first.
get_filename_component(library_name ${LEEWAY_DUCKDB_LIBRARY} NAME)
file(CREATE_LINK ${LEEWAY_DUCKDB_LIBRARY} ${CMAKE_BINARY_DIR}/${library_name} SYMBOLIC)
