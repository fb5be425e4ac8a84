# PREFIX/bin/leeway finds DuckDB in PREFIX/lib/leeway; the licences go to share/doc/leeway.
install(TARGETS leeway RUNTIME DESTINATION bin)
file(REAL_PATH ${LEEWAY_DUCKDB_LIBRARY} library)
install(FILES ${library} DESTINATION lib/leeway
        PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
                    WORLD_READ WORLD_EXECUTE)
install(FILES LICENSE NOTICE README.md CHANGELOG.md DESTINATION share/doc/leeway)
install(FILES ${LEEWAY_DUCKDB_DIR}/LICENSE DESTINATION share/doc/leeway
        RENAME LICENSE.duckdb OPTIONAL)
