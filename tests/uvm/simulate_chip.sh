#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A chip with two units of different shapes, and an active and a passive agent.
# Exit status 77: a tool is missing.
#   simulate_chip.sh SOURCE_DIR VENV SCRATCH_DIR LIBKARAT_DPI KARAT
. "$(dirname "${BASH_SOURCE[0]}")/simulate_common.sh"

uvm=$source/tb/uvm
"$KARAT" rtl --top karat_matrix_core --arch Hopper --instruction HMMA.16816.F32 --out matrix_core >log
build "a chip" chip 0 'PASSED: 220 tiles, 280 lanes compared, 0 mismatches, in 2 scoreboards' \
    --files matrix_core/karat_matrix_core.f --files "$source/examples/uvm_chip/chip.f" --top chip_top \
    --test chip_test --count 200 "+karat_coverage=$PWD/modes.json"
for mode in 0 1 3 8 11; do [ -s modes_mode$mode.json ] || fail "no coverage of mode $mode"; done
chip() { again "$1" "$2" "$3" chip_test "${@:4}"; }
alone() { chip "$@" +vector=0; }
alone "passive" 0 'PASSED: 20 tiles, 80 lanes compared, 0 mismatches'
said '[CHIP] 20 requests at the port of the passive agent'
alone "passive, the traffic goes on" 0 'PASSED: ' +tiles=100000
said 'requests came after the end of the test and have no result'
[ "$(grep -c 'KARAT/DRAIN' log)" -eq 0 ] || fail "a passive agent waits for traffic that goes on"
chip "passive, the traffic goes on while another agent settles" 0 ', in 2 scoreboards' +tiles=100000 \
    +karat_count=20
alone "passive, 19,000 quiet cycles" 0 'PASSED: 5 tiles' +tiles=5 +run_for=200000
alone "passive, 12,000 cycles without an answer" 0 'PASSED: 20 tiles' +hold=12000 +run_for=200000
alone "passive, idle by intent" 1 'FAILED: the scoreboard compared nothing' +tiles=0
said 'UVM_ERROR :    0'
alone "passive, idle is an error" 1 'FAILED: UVM_ERROR: 1' +tiles=0 +may_be_idle=1
said '[KARAT/NOTHING] nothing was compared'
lost=0
for time in 178 188 198 208; do  # the edges of the clock are at 175, 180, 185, ...
    alone "a reset between two edges" 0 'PASSED: ' "+reset_at=$time"
    under_way=$(sed -n 's/.* \([0-9]*\) requests were lost in resets.*/\1/p' log)
    lost=$((lost + ${under_way:-0}))
done
[ $lost -gt 0 ] || fail "no reset between two edges hit a request in flight"
alone "a reset between two edges, which a synchronous unit would not see" 1 'FAILED: UVM_ERROR' \
    +reset_at=188 +sync_reset=1
said 'requests have no result'
alone "a clock that stops" 1 'FAILED: UVM_ERROR: 1' +stop_at=201
said '1 requests are pending 1000 cycles after the last request'
# Each mode is compared with its own specification.
chip "the wrong specification of one mode" 1 'FAILED: UVM_ERROR' +karat_count=200 \
    '+karat_modes=3:output_rounding=RD'
said '[KARAT/MISMATCH] mode 3: mismatch: tile'
! grep -qE '\[KARAT/MISMATCH\] mode ([0-24-9]|1[0-9]):' log || fail "a mismatch in another mode than 3"
chip "a mode that is not written as VALUE:KNOBS" 1 'is not allowed; write VALUE:KNOB=VALUE' +karat_modes=RD
chip "a mode with other ports" 1 'a: a line of the port has 4 elements of 8 bits, but the model has 4 of 16' \
    '+karat_modes=2:a=fp16,b=fp16'

echo "all good"
