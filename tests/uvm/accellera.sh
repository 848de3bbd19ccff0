#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the UVM environment with a real UVM library, in the Verilator that VERILATOR names (5.050 or later,
# unless KARAT_ANY_VERILATOR is set): every test of the library of tests, tests outside it, a wrong model,
# options that the library's C part reads, scale factors, status flags and modes, the chip, and a watch.
# UVM_HOME is the library's source tree. Exit status 77: one of the two is not given.
#   accellera.sh SOURCE_DIR SCRATCH_DIR LIBKARAT_DPI KARAT
set -euo pipefail
source=$1 scratch=$2
skip() { echo "skipped: $1"; exit 77; }
[ -n "${UVM_HOME:-}" ] || skip "UVM_HOME is not set; give the source tree of a UVM library and VERILATOR"
[ -n "${VERILATOR:-}" ] || skip "VERILATOR is not set; give Verilator 5.050 or later"
KARAT_DPI_LIB=$(realpath "$3")
KARAT=$(realpath "$4")
# The C++ is compiled without optimisation, which takes most of the time otherwise. Verilator's own must stay
# on: with -O0 of Verilator 5.050 any UVM test ends at time 0, with a UVM_FATAL OBJTN_ZERO of the library.
quick="--output-groups 20 -MAKEFLAGS OPT_FAST=-O0 -MAKEFLAGS OPT_SLOW=-O0 -MAKEFLAGS OPT_GLOBAL=-O0"
export KARAT_DPI_LIB KARAT VERILATOR_OPTIONS="${VERILATOR_OPTIONS:-$quick}"
export LD_LIBRARY_PATH=${KARAT_DPI_LIB%/*}
rm -rf "$scratch/copy"
mkdir -p "$scratch/copy/tb"
cd "$scratch"

fail() { echo "FAILED: $1"; tail -30 log; exit 1; }
# expect NAME STATUS EXPECTED TEXT: checks the exit status and that `log` contains the text
expect() {
    [ "$2" -eq "$3" ] || fail "$1: exit status $2, expected $3"
    grep -qF -- "$4" log || fail "$1: no \"$4\""
    echo "$1: $(tail -1 log)"
}
# compile NAME BUILD TEXT OPTION...: run.sh compiles into the folder, and the first test passes with this text
compile() {
    local name=$1 text=$3 status=0
    build=$2
    shift 3
    "$run" --sim verilator --build "$build" "$@" >log 2>&1 || status=$?
    expect "$name" $status 0 "$text"
}
# again STATUS TEXT TEST PLUSARG...: runs a test of the last simulation that was compiled
again() {
    local expected=$1 text=$2 test=$3 status=0
    shift 3
    timeout 600 "$build/obj/simulation" "+UVM_TESTNAME=$test" "$@" >"$build/$test.log" 2>&1 || true
    { cat "$build/$test.log"; "$source/tb/uvm/judge_log.sh" "$build/$test.log"; } >log || status=$?
    expect "$test" $status "$expected" "$text"
}

cp -r "$source/dpi" copy
cp -r "$source/tb/uvm" copy/tb
cat "$source/tests/uvm/wrong/karat_own_tests.svh" >>copy/tb/uvm/karat_classes.svh
run=copy/tb/uvm/run.sh
compile "fp16" fp16 'PASSED: 60 tiles, 240 lanes compared, 0 mismatches' --seed 5 --count 60
for test in $("$source/tb/uvm/run.sh" --list | grep -vE 'karat_(mismatch|scale_extremes|reset)_test'); do
    again 0 'PASSED: 12 tiles, 48 lanes compared, 0 mismatches' "$test" +karat_count=12
done
again 0 'PASSED: ' karat_reset_test +karat_count=200
grep -qF ' requests were lost in resets' log || fail "no reset hit a request in flight"
again 0 'PASSED: ' karat_item_test +karat_count=3
again 0 'PASSED: ' karat_answers_test +karat_count=40
again 0 'PASSED: ' karat_answers_test +karat_count=40 +karat_resets=6
again 0 'PASSED: ' karat_own_chain_test +karat_count=20
again 0 'PASSED: ' karat_hold_test +karat_count=20
again 0 'PASSED: ' karat_override_test +karat_count=12
again 1 'FAILED: UVM_ERROR' karat_shift_around_f_test +karat_count=20 +karat_F=24
again 1 'unknown architecture "Hoper"' karat_mixed_test +karat_arch=Hoper
# Options that the library's C part reads: the limit of errors, a verbosity, a type override.
again 1 'FAILED: UVM_ERROR: 1' karat_shift_around_f_test +karat_count=20 +karat_F=24 +UVM_MAX_QUIT_COUNT=1
grep -qE '\[KARAT/SUMMARY\] [0-9]+ tiles, [0-9]+ lanes compared, [1-9][0-9]* mismatches' log ||
    fail "the run that the library ended has no summary"
again 0 '[KARAT/TILE] tile 11: 4 lanes are right' karat_mixed_test +karat_count=12 \
    +uvm_set_verbosity=uvm_test_top.env.scoreboard,KARAT/TILE,UVM_HIGH,build
again 0 '[OWN] another driver offered 12 requests' karat_mixed_test +karat_count=12 \
    +uvm_set_type_override=karat_driver,karat_counting_driver
omma='OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X'
compile "fp4 with scale factors" fp4 'PASSED: 40 tiles, 80 lanes compared, 0 mismatches' --arch RTXBlackwell \
    --instruction "$omma" --lanes 1x2 --stages 2 --count 40
for test in karat_scale_extremes_test karat_mixed_test; do
    again 0 'PASSED: 12 tiles, 24 lanes compared, 0 mismatches' "$test" +karat_arch=RTXBlackwell \
        "+karat_instruction=$omma" +karat_count=12
done
again 1 'FAILED: UVM_ERROR' karat_scale_extremes_test +karat_arch=RTXBlackwell "+karat_instruction=$omma" \
    +karat_count=40 +karat_knobs=F=20
# Status flags, and modes: a unit inside the adapter of its contract. Of two plusargs the first counts.
"$KARAT" adapter "$source/tests/rtl/units/raises_flags/unit.json" --top karat_top --out adapter >log
spec=$(tr -d ' \n' <adapter/karat_top.json)
roundings='0:output_rounding=RNE;1:output_rounding=RZ;2:output_rounding=RD;4:output_rounding=RNA'
modes="+karat_modes=$roundings;3:${spec%\}},\"output_rounding\":\"RU\"}"
compile "status flags and modes" flags \
    'PASSED: 300 tiles, 600 lanes compared, 0 mismatches, flags: 600 compared, 0 mismatches' \
    --rtl adapter --spec adapter/karat_top.json --count 300 +karat_flags=tiny=before "$modes"
# flagged STATUS TEXT FAULT PLUSARG...
flagged() {
    again "$1" "$2" karat_mixed_test "+fault=$3" "${@:4}" +karat_spec_file=adapter/karat_top.json "$modes" \
        +karat_flags=tiny=before +karat_count=4000
}
for fault in 1=inexact 2=overflow 3=invalid 4=underflow; do
    flagged 1 "tiles are wrong: ${fault#*=}" ${fault%=*}
    ! grep -qF '[KARAT/MISMATCH]' log || fail "a result is wrong"
done
flagged 1 ' tiles are wrong: underflow' 0 +karat_flags=tiny=encoded
flagged 0 'flags: 600 compared, 0 mismatches' 1 +karat_flags=tiny=before,bits=invalid+overflow \
    +karat_count=300
flagged 1 'karat_flags: bits=nan is not allowed' 0 +karat_flags=bits=nan
flagged 1 'the result is right for mode ' 6
flagged 1 '[KARAT/MISMATCH] mode 3: mismatch: tile' 0 "+karat_modes=$roundings;3:$spec"
synchronous() {
    again "$1" "$2" karat_reset_test "${@:3}" +karat_spec_file=adapter/karat_top.json "$modes" \
        +karat_flags=tiny=before +karat_count=2000 +karat_resets=40
}
synchronous 0 'PASSED: '
grep -qF ' requests were lost in resets' log || fail "no reset hit a request in flight"
synchronous 1 'FAILED: UVM_ERROR' +karat_sync_reset=0
"$KARAT" rtl --top karat_matrix_core --arch Hopper --instruction HMMA.16816.F32 --out matrix_core >log
run=$source/tb/uvm/run.sh
compile "a chip" chip 'PASSED: 220 tiles, 280 lanes compared, 0 mismatches, in 2 scoreboards' \
    --files matrix_core/karat_matrix_core.f --files "$source/examples/uvm_chip/chip.f" --top chip_top \
    --test chip_test --count 200
again 1 'FAILED: UVM_ERROR' chip_test +karat_count=200 '+karat_modes=3:output_rounding=RD'
again 0 ', in 2 scoreboards' chip_test +karat_count=20 +tiles=100000
bench=$source/tests/uvm/watch
"$KARAT" adapter "$bench/mac.json" --watch uvm --out watch_mac >log
compile "a watch, the right instance" watch ', 0 mismatches, UVM_ERROR 0' --files "$bench/watch.f" \
    --files watch_mac/karat_watch.f --top watch_top --test watch_test +first=good.unit
again 1 'uvm_test_top.second.scoreboard [KARAT/MISMATCH] mismatch: tile 0, ' watch_test +first=good.unit \
    +second=bad.unit
again 1 'is the end of several paths; use one of watch_top.bad.unit, watch_top.good.unit' watch_test \
    +first=unit
again 1 'a second interface is published for "uvm_test_top.spare*"' watch_test +first=good.unit +twice
again 0 'PASSED: ' watch_test +first=good.unit +mute_at=1100 +extend=400
again 1 'FAILED: UVM_ERROR: 1' watch_test +first=good.unit +mute_at=1100 +extend=1000
echo "all good"
