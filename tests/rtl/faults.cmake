# SPDX-License-Identifier: Apache-2.0
# RTL that breaks the protocol or ends the simulation. Each fault gives a verdict, the results so far and exit
# status 1.
find_package(verilator 5.006 QUIET HINTS /usr/share/verilator)
if(NOT verilator_FOUND)
  return()
endif()

function(karat_fault number name verdict)
  karat_add_rtl_check(NAME fault_${name} TOP faulty_tile SOURCES ${CMAKE_CURRENT_SOURCE_DIR}/faulty_tile.sv
                      PARAMS FAULT=${number} ARCH Volta INSTRUCTION HMMA.884.F32.F32 COUNT 300)
  set_tests_properties(fault_${name} PROPERTIES WILL_FAIL TRUE TIMEOUT 120)
  add_test(NAME rtl.fault.${name}
           COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/fault_test.py $<TARGET_FILE:fault_${name}> ${verdict}
                   ${CMAKE_CURRENT_BINARY_DIR}/fault_${name}.vec)
  set_tests_properties(rtl.fault.${name} PROPERTIES LABELS rtl TIMEOUT 120)
endfunction()

karat_fault(1 never_answers no_answer)
karat_fault(2 never_ready never_ready)
karat_fault(3 answers_twice too_many_answers)
karat_fault(4 finish_twice finished)
karat_fault(5 stop finished)
karat_fault(6 fatal finished)
karat_fault(7 loop finished)
