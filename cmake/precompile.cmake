# SPDX-License-Identifier: Apache-2.0
# Precompiled headers. Most of the time a source takes to compile goes into parsing Boost.Multiprecision, Boost.JSON, GoogleTest and SystemC; each
# target (or group of targets of the same flags) parses them once. The sanitizers' builds do without, so that a missing #include is seen there.
set(pch_default ON)
if(KARAT_SANITIZE AND NOT KARAT_FUZZ)
  set(pch_default OFF)
endif()
option(KARAT_PCH "Precompile the headers that most sources parse" ${pch_default})

set(KARAT_COMMON_HEADERS
    <algorithm> <array> <bit> <boost/json.hpp> <boost/multiprecision/cpp_int.hpp> <charconv> <cmath> <cstdint> <filesystem> <fstream> <functional>
    <iostream> <memory> <optional> <random> <span> <sstream> <string> <string_view> <vector>)

# karat_precompile(target [header...]): the common headers and these.
function(karat_precompile target)
  if(KARAT_PCH)
    target_precompile_headers(${target} PRIVATE ${KARAT_COMMON_HEADERS} ${ARGN})
    if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
      target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")  # ccache compares contents
    endif()
  endif()
endfunction()

# karat_precompile_like(target other): those of a target with the same flags.
function(karat_precompile_like target other)
  if(KARAT_PCH)
    target_precompile_headers(${target} REUSE_FROM ${other})
  endif()
endfunction()

# karat_precompile_once(group target [header...]): the first target of a group precompiles, the others use its headers.
function(karat_precompile_once group target)
  get_property(first GLOBAL PROPERTY ${group})
  if(first)
    karat_precompile_like(${target} ${first})
  else()
    karat_precompile(${target} ${ARGN})
    set_property(GLOBAL PROPERTY ${group} ${target})
  endif()
endfunction()

# karat_precompile_not(source...): g++ 12 inlines in another order behind precompiled headers, and then reports things of its own library that are
# not so (GCC bug 105651 and its kin: -Wrestrict, -Warray-bounds, -Wmaybe-uninitialized). The few sources where it does parse their headers themselves.
function(karat_precompile_not)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
endfunction()
