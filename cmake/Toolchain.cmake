# Warnings, sanitizers, and the faster linker and compiler cache where the machine has them.
add_compile_options(-Wall -Wextra)
if(LEEWAY_WERROR)
  add_compile_options(-Werror)
endif()
if(LEEWAY_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()

find_program(LEEWAY_CCACHE ccache)
if(LEEWAY_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Paths relative to the project let every clone share the cache.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
      CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${LEEWAY_CCACHE})
endif()
find_program(LEEWAY_MOLD mold)
if(LEEWAY_MOLD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_link_options(-fuse-ld=mold)
endif()
