#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An fp16 unit whose RTL run.sh writes, and everything that does not depend on the format: every test of the
# library passes, wrong designs and bad configurations are caught, and the covergroups sample the same bins as
# the library counts for the C++ stimulus.
# Exit status 77: a tool is missing.
#   simulate_fp16.sh SOURCE_DIR VENV SCRATCH_DIR LIBKARAT_DPI KARAT
. "$(dirname "${BASH_SOURCE[0]}")/simulate_common.sh"

build "fp16, a mix" fp16 0 'PASSED: 60 tiles, 240 lanes compared, 0 mismatches' --seed 5 --count 60 \
    --coverage coverage.json "+karat_bins=$PWD/bins.txt" +karat_seed=77
mirrored mixed 77
# What Verilator says that it has read: a file of a folder, and one that no list names.
grep -qx "$source/dpi/karat_pkg_abi.svh" fp16/read.txt && grep -q '/verilated_std.sv$' fp16/read.txt ||
    fail "fp16/read.txt does not name what Verilator has read"
again "another seed" 0 'PASSED: 20 tiles' karat_mixed_test +karat_count=20 +verilator+seed+6
[ "$(grep -c 'UVM_INFO .*\[KARAT/MODEL\] closed' log)" -eq 1 ] || fail "the model was not closed once"

# A reset in at least one of these cycles hits requests in flight. They get no result, and no result is
# reported as missing.
lost=0
for cycle in $(seq 24 2 36); do
    again "a reset in cycle $cycle" 0 'PASSED: ' karat_mixed_test +karat_count=20 +verilator+seed+6 \
        "+karat_reset_at=$cycle"
    under_way=$(sed -n 's/.* \([0-9]*\) requests were lost in resets.*/\1/p' log)
    if [ -n "$under_way" ]; then
        lost=$((lost + under_way))
        grep -qF "PASSED: $((20 - under_way)) tiles" log || \
            fail "$under_way of 20 requests were lost, but not all others were compared"
    fi
done
[ $lost -gt 0 ] || fail "no reset hit a request in flight"

again "resets at random" 0 'PASSED: ' karat_reset_test +karat_count=200
said ' requests were lost in resets'
tiles=$(sed -nE 's/.*PASSED: ([0-9]+) tiles.*/\1/p' log)
lost=$(sed -nE 's/.* ([0-9]+) requests were lost in resets.*/\1/p' log)
[ $((tiles + lost)) -eq 200 ] || fail "$tiles tiles and $lost lost, expected 200"
for test in $("$uvm/run.sh" --list | grep -vE 'karat_(mismatch|scale_extremes|reset)_test'); do
    again "$test" 0 'PASSED: 12 tiles, 48 lanes compared, 0 mismatches' "$test" +karat_count=12 \
        +verilator+seed+9
done
again "no message for each tile" 0 'PASSED: 12 tiles' karat_near_one_test +karat_count=12
! grep -qF '[KARAT/TILE]' log || fail "a message for each tile without UVM_HIGH"
again "a message for each tile" 0 'PASSED: 12 tiles' karat_near_one_test +karat_count=12 \
    +UVM_VERBOSITY=UVM_HIGH
[ "$(grep -cF '[KARAT/TILE]' log)" -eq 12 ] || fail "not 12 messages for 12 tiles"
again "no coverage" 0 'PASSED: 12 tiles' karat_near_one_test +karat_count=12 +karat_en_cov=0
! grep -qF '[KARAT/COVERAGE]' log || fail "coverage in spite of en_cov=0"
again "no scoreboard" 1 'FAILED: the scoreboard did not report' karat_near_one_test +karat_count=12 \
    +karat_en_scb=0
said 'UVM_ERROR :    0'
again "steered to the last hole" 0 'the stimulus ended after ' karat_steered_test +karat_count=20000 \
    +karat_stall_percent=0 +karat_max_idle=0
said 'model: 100.0 %, 0 of '
again "a kind by name" 0 'shift_around_f, seed 4711' karat_mixed_test +karat_count=5 \
    +karat_class=shift_around_f +karat_seed=4711
again "a kind of another sequence" 1 'UVM_FATAL: 1' karat_near_one_test +karat_class=shift_around_f
again "a kind without scale factors" 1 'UVM_FATAL: 1' karat_scale_extremes_test
said '"scale_extremes" is not a kind of stimulus for this specification'
again "the wrong model, not expected" 1 'FAILED: UVM_ERROR' karat_shift_around_f_test +karat_F=24 \
    +karat_count=20
grep -q 'UVM_ERROR .*\[KARAT/MISMATCH\] mismatch: tile' log ||
    fail "the mismatch was not reported as UVM_ERROR"
hint='to find the causes, run it again with KARAT_RECORD=answers.vec in the environment, then karat diagnose'
said "[KARAT/SUMMARY] $hint answers.vec"
# The library keeps what was compared; karat diagnose finds the cause.
rm -f answers.vec
export KARAT_RECORD=answers.vec
again "the wrong model, recorded" 1 'FAILED: UVM_ERROR' karat_shift_around_f_test +karat_F=24 +karat_count=60
unset KARAT_RECORD
said '; karat diagnose answers.vec looks for the causes'
! grep -qF "$hint" log || fail "the report asks for a record that there is"
"$KARAT" diagnose answers.vec >diagnosis && fail "the record has no mismatches"
grep -qF 'the design behaves as F = 25 instead of 24' diagnosis || fail "the diagnosis is $(cat diagnosis)"
again "a correct design where a wrong one is expected" 1 'FAILED: UVM_ERROR: 1' karat_mismatch_test \
    +karat_count=10
again "a model that does not exist" 1 'FAILED: UVM_FATAL: 1' karat_mixed_test +karat_instruction=HMMA.1.F99
# One message, with the value and what is allowed, and nothing after it.
again "an architecture that does not exist" 1 'FAILED: UVM_FATAL: 1' karat_mixed_test +karat_arch=Hoper
said '[KARAT/MODEL] unknown architecture "Hoper"; use Volta, Turing, Ampere, Ada, Hopper,'
[ "$(grep -c '\[KARAT/' log)" -eq 1 ] || fail "more than one message about an unknown architecture"
again "a model with another k" 1 'a line of the port has 16 elements of 16 bits, but the model has 8 of 16' \
    karat_mixed_test \
    +karat_instruction=HMMA.1688.F32
again "a model with another format" 1 \
    'a: a line of the port has 16 elements of 16 bits, but the model has 16 of 8' karat_mixed_test \
    +karat_knobs=a=e4m3
again "a knob that does not exist" 1 'FAILED: UVM_FATAL: 1' karat_mixed_test +karat_knobs=G=24
again "a specification that cannot be read" 1 'no.json cannot be read' karat_mixed_test \
    +karat_spec_file=no.json
for pair in stall_percent=100 stall_percent=x count=0 count=3000000000 count=-1 max_idle=1e3 \
    patience=4294967296 seed=x resets=-1; do
    again "+karat_$pair" 1 "[KARAT/CFG] karat_${pair/=/ = \"}\": must be a whole number from" \
        karat_near_one_test "+karat_$pair"
done

echo "all good"
