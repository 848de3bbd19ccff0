# SPDX-License-Identifier: Apache-2.0
# In the ordinary tests each fuzz target runs over its corpus and fuzzes for a few seconds, always with the same inputs: a test must not
# depend on luck. `make fuzz` takes longer and other inputs each time. They are built with clang in a build folder of their own, by the
# first test.
find_program(KARAT_CLANGXX clang++)
if(NOT KARAT_CLANGXX OR KARAT_SANITIZE)
  message(STATUS "clang++ not found, or a sanitizer chosen (${KARAT_SANITIZE}): the fuzz tests are left out")
  return()
endif()
set(fuzz ${CMAKE_CURRENT_LIST_DIR})
add_test(NAME fuzz.build COMMAND ${fuzz}/build.sh ${PROJECT_BINARY_DIR}/fuzz 2)
set_tests_properties(fuzz.build PROPERTIES FIXTURES_SETUP fuzz LABELS fuzz TIMEOUT 3600 PROCESSORS 2)
foreach(target_and_runs spec_json=40000 vector_file=300 c_abi=200)
  string(REPLACE "=" ";" pair ${target_and_runs})
  list(GET pair 0 target)
  list(GET pair 1 runs)
  add_test(NAME fuzz.${target} COMMAND ${fuzz}/run.sh ${PROJECT_BINARY_DIR}/fuzz ${target} -seed=1 -runs=${runs})
  set_tests_properties(fuzz.${target} PROPERTIES FIXTURES_REQUIRED fuzz LABELS fuzz TIMEOUT 600)
endforeach()
