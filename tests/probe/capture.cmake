# SPDX-License-Identifier: Apache-2.0
# The capture programs are not part of karat: a hardware owner compiles one file. Here they are compiled for
# the tests, where the compilers exist.
set(capture ${PROJECT_SOURCE_DIR}/tools/capture)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND CMAKE_SYSTEM_NAME STREQUAL "Linux")
  add_executable(karat_capture_x86 ${capture}/karat_capture_x86.cpp)
  set_target_properties(karat_capture_x86 PROPERTIES CXX_STANDARD 17)
  target_compile_options(karat_capture_x86 PRIVATE -O2 -Wall -Wextra -Wconversion -Werror)
  target_compile_definitions(capture_x86_test PRIVATE
                             KARAT_CAPTURE_X86="$<TARGET_FILE:karat_capture_x86>")
  target_link_libraries(capture_x86_test PRIVATE karat::tb)
  add_dependencies(capture_x86_test karat_capture_x86)
endif()
add_test(NAME probe.capture_compilers
         COMMAND Python3::Interpreter ${CMAKE_CURRENT_LIST_DIR}/capture_compilers_test.py $<TARGET_FILE:karat>
                 ${capture} ${CMAKE_CURRENT_BINARY_DIR}/capture_compilers)
set_tests_properties(probe.capture_compilers PROPERTIES LABELS probe TIMEOUT 600)
# Some of the request files are as the script writes them (all of them take minutes: make requests).
add_test(NAME probe.capture_requests_are_current
         COMMAND Python3::Interpreter ${capture}/requests.py --karat $<TARGET_FILE:karat> --compare --name
                 "^(HMMA\\.884\\.F32\\.F32|TDPB.*F8PS|v_dot2_f32_.*)$")
add_test(NAME probe.capture_verdict
         COMMAND Python3::Interpreter ${CMAKE_CURRENT_LIST_DIR}/capture_verdict_test.py $<TARGET_FILE:karat>
                 ${capture} ${CMAKE_CURRENT_BINARY_DIR}/capture_verdict)
set_tests_properties(probe.capture_requests_are_current probe.capture_verdict PROPERTIES LABELS probe
                     TIMEOUT 300)
