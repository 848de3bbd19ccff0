# SPDX-License-Identifier: Apache-2.0
# In the ordinary tests each fuzz target runs over its corpus and fuzzes for a few seconds with a fixed seed,
# so that the tests are deterministic. `make fuzz` runs longer, with new inputs each time. The first test
# builds the targets with clang in a build folder of their own, without optimisation: most of its time is the
# compiler's.
find_program(KARAT_CLANGXX clang++)
if(NOT KARAT_CLANGXX OR KARAT_SANITIZE)
  message(STATUS "clang++ not found, or KARAT_SANITIZE set (${KARAT_SANITIZE}): the fuzz tests are skipped")
  return()
endif()
set(fuzz ${CMAKE_CURRENT_LIST_DIR})
add_test(NAME fuzz.build COMMAND ${fuzz}/build.sh ${PROJECT_BINARY_DIR}/fuzz-regression 2 -O0)
set_tests_properties(fuzz.build PROPERTIES FIXTURES_SETUP fuzz LABELS fuzz TIMEOUT 3600 PROCESSORS 2)
foreach(target_and_runs spec_json=40000 vector_file=300 c_abi=200)
  string(REPLACE "=" ";" pair ${target_and_runs})
  list(GET pair 0 target)
  list(GET pair 1 runs)
  add_test(NAME fuzz.${target}
           COMMAND ${fuzz}/run.sh ${PROJECT_BINARY_DIR}/fuzz-regression ${target} -seed=1 -runs=${runs})
  set_tests_properties(fuzz.${target} PROPERTIES FIXTURES_REQUIRED fuzz LABELS fuzz TIMEOUT 600)
endforeach()
