# SPDX-License-Identifier: Apache-2.0
# A unit with a mode input, and the same with faults: each mode is judged alone, then all mixed in one run.
set(unit ${PROJECT_SOURCE_DIR}/examples/unit_with_modes)
set(design TOP unit_with_modes
    SOURCES ${unit}/unit_with_modes.sv ${unit}/rtl/fp8_dot4.sv ${unit}/rtl/fp8_to_fixed.sv
            ${unit}/rtl/fp16_to_fixed.sv ${unit}/rtl/round_fp16.sv
    SPEC ${unit}/fp8_dot4.json COUNT 5000 VERILATOR_ARGS -Wall)
set(modes MODE_BITS 4
    MODES "0: output_rounding=RNE" "1: output_rounding=RZ" "2: output_rounding=RD" "3: output_rounding=RU"
          "4: output_rounding=RNA" "8: a=e5m2 b=e5m2" "11: a=e5m2 b=e5m2 output_rounding=RU")
karat_add_rtl_check(NAME modes_right ${design} ${modes})
karat_add_rtl_check(NAME modes_rup ${design} ${modes} PARAMS FAULT=1 EXPECT_MISMATCH)
karat_add_rtl_check(NAME modes_at_port ${design} ${modes} PARAMS FAULT=2 EXPECT_MISMATCH)
karat_add_rtl_check(NAME modes_before ${design} ${modes} PARAMS FAULT=3 EXPECT_MISMATCH)
# A design with a mode input is not checked without saying what its modes are.
karat_add_rtl_check(NAME modes_undeclared ${design})
set_tests_properties(modes_undeclared PROPERTIES WILL_FAIL TRUE)
add_test(NAME rtl.modes
         COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/modes_test.py $<TARGET_FILE:modes_right> $<TARGET_FILE:modes_rup>
                 $<TARGET_FILE:modes_at_port> $<TARGET_FILE:modes_before> $<TARGET_FILE:modes_undeclared>
                 $<TARGET_FILE:karat> ${CMAKE_CURRENT_BINARY_DIR}/modes)
set_tests_properties(rtl.modes PROPERTIES LABELS rtl TIMEOUT 300)
