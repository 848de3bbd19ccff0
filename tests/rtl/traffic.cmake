# SPDX-License-Identifier: Apache-2.0
# Units whose faults show only in certain traffic: each stays unseen in one kind of traffic, which is short
# pauses on both sides unless another is named, and all kinds together catch it.
function(karat_traffic number name)
  karat_add_rtl_check(NAME traffic_${name} TOP traffic_unit
                      SOURCES ${CMAKE_CURRENT_SOURCE_DIR}/traffic_unit.sv PARAMS FAULT=${number}
                      SPEC ${CMAKE_CURRENT_SOURCE_DIR}/traffic_int8.json LANES 1x1 COUNT 3000
                      VERILATOR_ARGS -Wall -O3)
  add_test(NAME rtl.traffic.${name}
           COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/traffic_test.py $<TARGET_FILE:traffic_${name}>
                   ${CMAKE_CURRENT_BINARY_DIR}/traffic_files/${name} ${ARGN})
  set_tests_properties(traffic_${name} rtl.traffic.${name} PROPERTIES LABELS rtl TIMEOUT 120)
  if(number)
    set_tests_properties(traffic_${name} PROPERTIES WILL_FAIL TRUE)
  endif()
endfunction()

# FAULT, name, tiles without a find in the one kind, most tiles with all kinds of traffic, the one kind
karat_traffic(0 right)
karat_traffic(1 lost_in_full_stall 100000 1000)
karat_traffic(2 answer_overwritten 100000 1000)
karat_traffic(3 pipeline_not_reset 100000 1000)
karat_traffic(4 needs_idle_cycle 100000 4000)
karat_traffic(5 wrong_after_bubble 100000 1000 full)
karat_traffic(6 wrong_after_short_stall 100000 1000 full)
