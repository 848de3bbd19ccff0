# SPDX-License-Identifier: Apache-2.0
# Precompiled headers. Most of the compile time of a source is spent parsing Boost.Multiprecision, Boost.JSON,
# GoogleTest and SystemC. Each target, or group of targets with the same flags, parses them once. Sanitizer
# builds use no precompiled headers, so that they detect a missing #include.
set(pch_default ON)
if(KARAT_SANITIZE AND NOT KARAT_FUZZ)
  set(pch_default OFF)
endif()
option(KARAT_PCH "Use precompiled headers" ${pch_default})

set(KARAT_COMMON_HEADERS
    <algorithm> <array> <bit> <boost/json.hpp> <boost/multiprecision/cpp_int.hpp> <charconv> <cmath> <cstdint>
    <filesystem> <fstream> <functional> <iostream> <memory> <optional> <random> <span> <sstream> <string>
    <string_view> <vector>)

# karat_precompile(target [header...]): precompiles the common headers and the given ones.
function(karat_precompile target)
  if(KARAT_PCH)
    target_precompile_headers(${target} PRIVATE ${KARAT_COMMON_HEADERS} ${ARGN})
    if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
      target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")  # ccache compares contents
    endif()
  endif()
endfunction()

# karat_precompile_like(target other): reuses the headers of `other`, which must have the same flags.
function(karat_precompile_like target other)
  if(KARAT_PCH)
    target_precompile_headers(${target} REUSE_FROM ${other})
  endif()
endfunction()

# karat_precompile_once(group target [header...]): the first target of a group precompiles the headers, the
# others reuse them.
function(karat_precompile_once group target)
  get_property(first GLOBAL PROPERTY ${group})
  if(first)
    karat_precompile_like(${target} ${first})
  else()
    karat_precompile(${target} ${ARGN})
    set_property(GLOBAL PROPERTY ${group} ${target})
  endif()
endfunction()

# karat_precompile_not(source...): these sources use no precompiled headers. With precompiled headers g++ 12
# inlines in a different order and gives false warnings about its own library (GCC bug 105651 and related
# ones: -Wrestrict, -Warray-bounds, -Wmaybe-uninitialized).
function(karat_precompile_not)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# The sources of a folder in one translation unit: a first build takes half the time, a build after an edit
# longer. A name in an anonymous namespace must then be unique in its folder. A source can lack an #include
# unnoticed; scripts/missing_includes.py finds it. Sanitizer builds compile every source alone.
option(KARAT_UNITY "Compile the sources of a folder together" ${pch_default})

# karat_unity(target [source...]): the sources of the target are compiled folder by folder, the given ones
# one by one. A folder that gets a file does not change the units of the others.
function(karat_unity target)
  if(NOT KARAT_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources EXCLUDE REGEX "^\\$<")  # objects of another target
  foreach(source IN LISTS sources)
    get_filename_component(path ${source} ABSOLUTE)
    file(RELATIVE_PATH folder ${CMAKE_CURRENT_SOURCE_DIR} ${path})
    get_filename_component(folder ${folder} DIRECTORY)
    string(MAKE_C_IDENTIFIER "${folder}" group)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP "${group}")
  endforeach()
endfunction()
