#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the UVM environment with a real UVM library, in the Verilator that VERILATOR names (5.050 or later,
# unless KARAT_ANY_VERILATOR is set): every test of the library of tests, tests outside it, a wrong model,
# options that the library's C part reads, scale factors, status flags and modes, the chip, and watches.
# UVM_HOME is the library's source tree. At the end it prints the table of what was run, as
# docs/how-to/run-uvm.md has it (also in SCRATCH_DIR/table.md). Exit status 77: one of the two is not given.
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
printf '| run | result |\n|---|---|\n' >table.md

fail() { echo "FAILED: $1"; tail -30 log; exit 1; }
# What the runs since the last row of the table have compared.
forget() { runs=0 tiles=0 lanes=0 sets=0; }
forget
# expect NAME STATUS EXPECTED TEXT: checks the exit status and that `log` contains the text
expect() {
    [ "$2" -eq "$3" ] || fail "$1: exit status $2, expected $3"
    grep -qF -- "$4" log || fail "$1: no \"$4\""
    echo "$1: $(tail -1 log)"
    runs=$((runs + 1))
    local verdict
    verdict=$(sed -nE 's/^PASSED: //p' log | tail -1)
    tiles=$((tiles + $(number 'tiles' "$verdict")))
    lanes=$((lanes + $(number 'lanes compared' "$verdict")))
    [ "${verdict#*flags:}" = "$verdict" ] ||
        sets=$((sets + $(number 'compared, [0-9]+ mismatches' "${verdict#*flags:}")))
}
# number WORDS TEXT: the number before these words; 0 without them
number() { sed -nE "s/^(.*[^0-9])?([0-9]+) $1.*/\2/p" <<<"$2" | grep . || echo 0; }
# row RUN RESULT: a row of the table. "%" in the result is what was compared since the row before.
row() {
    local all="$tiles tiles, $lanes lanes"
    [ "$sets" -eq 0 ] || all+=" and $sets sets of flags"
    [ "$runs" -eq 1 ] || all="$runs runs, $all"
    echo "| $1 | ${2//%/$all compared, 0 mismatches} |" >>table.md
    forget
}
errors() { sed -nE 's/^UVM_ERROR *: *([0-9]+) *$/\1/p' log | tail -1; }
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
# Tests of the library that run with every unit without scale factors.
library_tests() { "$source/tb/uvm/run.sh" --list | grep -vE 'karat_(mismatch|scale_extremes|reset)_test'; }

# ---- the fp16 unit, with the tests of a user ---------------------------------------------------------------
cp -r "$source/dpi" copy
cp -r "$source/tb/uvm" copy/tb
cp "$source"/tests/uvm/wrong/*.svh copy/tb/uvm
echo '`include "karat_own_tests.svh"' >>copy/tb/uvm/karat_classes.svh
run=copy/tb/uvm/run.sh
compile "fp16" fp16 'PASSED: 60 tiles, 240 lanes compared, 0 mismatches' --seed 5 --count 60
row 'the fp16 unit, `karat_mixed_test`, compiled and run by `run.sh`' '%'
library=$(sed -nE 's/^.*(Accellera:[^ ]*UVM:[^ ]*).*$/\1/p' "$build/karat_mixed_test.log" | head -1)
for test in $(library_tests); do
    again 0 'PASSED: 12 tiles, 48 lanes compared, 0 mismatches' "$test" +karat_count=12
done
again 0 'PASSED: ' karat_reset_test +karat_count=200
grep -qF ' requests were lost in resets' log || fail "no reset hit a request in flight"
row 'every other test of `--list`, but `karat_mismatch_test` and `karat_scale_extremes_test`' '%'
again 0 'PASSED: ' karat_item_test +karat_count=3
again 0 'PASSED: ' karat_answers_test +karat_count=40
again 0 'PASSED: ' karat_answers_test +karat_count=40 +karat_resets=6
again 0 'PASSED: ' karat_own_chain_test +karat_count=20
again 0 'PASSED: ' karat_hold_test +karat_count=20
again 0 'PASSED: ' karat_override_test +karat_count=12
again 0 'PASSED: 40 tiles' karat_register_test +karat_count=20 +own_knobs=nan=any
row 'tests of a user: items, responses, also with resets, a chain, `ready_i`, another driver, `spec_of()`' '%'
again 1 'FAILED: UVM_ERROR' karat_shift_around_f_test +karat_count=20 +karat_F=24
row 'a model with F = 24, 20 tiles of `shift_around_f`' "caught: $(errors) \`UVM_ERROR\`"
again 1 'unknown architecture "Hoper"' karat_mixed_test +karat_arch=Hoper
row '`+karat_arch=Hoper`' 'one `UVM_FATAL`, with the names that are allowed'
# Options that the library's C part reads: the limit of errors, a verbosity, a type override.
again 1 'FAILED: UVM_ERROR: 1' karat_shift_around_f_test +karat_count=20 +karat_F=24 +UVM_MAX_QUIT_COUNT=1
grep -qE '\[KARAT/SUMMARY\] [0-9]+ tiles, [0-9]+ lanes compared, [1-9][0-9]* mismatches' log ||
    fail "the run that the library ended has no summary"
row 'the model with F = 24 and `+UVM_MAX_QUIT_COUNT=1`' 'ends after 1 `UVM_ERROR`, with the summary'
again 0 '[KARAT/TILE] tile 11: 4 lanes are right' karat_mixed_test +karat_count=12 \
    +uvm_set_verbosity=uvm_test_top.env.scoreboard,KARAT/TILE,UVM_HIGH,build
again 0 '[OWN] another driver offered 12 requests' karat_mixed_test +karat_count=12 \
    +uvm_set_type_override=karat_driver,karat_counting_driver
row '`+uvm_set_verbosity=`, `+uvm_set_type_override=`' 'take effect'

# ---- three units of different shapes in one compilation: first scale factors -------------------------------
omma='OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X'
flagged_unit=$source/tests/rtl/units/raises_flags
run=$source/tb/uvm/run.sh
rm -rf units
"$KARAT" rtl --top karat_fp4 --arch RTXBlackwell --instruction "$omma" --lanes 1x2 --stages 2 --out units >log
"$KARAT" adapter "$flagged_unit/unit.json" --top karat_flags --out units >log
"$KARAT" adapter "$flagged_unit/sticky.json" --top karat_sticky --out units >log
compile "fp4 with scale factors" several 'PASSED: 40 tiles, 80 lanes compared, 0 mismatches' --rtl units \
    --unit karat_fp4 --arch RTXBlackwell --instruction "$omma" --count 40
fp4=(+karat_unit=karat_fp4 +karat_arch=RTXBlackwell "+karat_instruction=$omma")
for test in karat_scale_extremes_test karat_mixed_test; do
    again 0 'PASSED: 12 tiles, 24 lanes compared, 0 mismatches' "$test" "${fp4[@]}" +karat_count=12
done
row 'an fp4 unit with scale factors, compiled with the two units that follow; `karat_scale_extremes_test`' '%'
again 1 'FAILED: UVM_ERROR' karat_scale_extremes_test "${fp4[@]}" +karat_count=40 +karat_knobs=F=20
row 'the fp4 unit and a model with F = 20' 'caught'

# ---- status flags and modes: a unit inside the adapters of its two contracts, which say all that is needed -
of() { again "$@" "+karat_unit=$unit"; }
unit=karat_flags
of 0 'PASSED: 300 tiles, 600 lanes compared, 0 mismatches, flags: 600 compared, 0 mismatches' \
    karat_mixed_test +karat_count=300
row 'a unit with status flags and five modes, inside the adapter of its contract' '%'
spec=$(tr -d ' \n' <units/karat_flags.json)
roundings='0:output_rounding=RNE;1:output_rounding=RZ;2:output_rounding=RD;4:output_rounding=RNA'
of 0 'flags: 600 compared, 0 mismatches' karat_mixed_test +karat_count=300 \
    "+karat_modes=$roundings;3:${spec%\}},\"output_rounding\":\"RU\"}"
row 'the same unit, a mode as JSON text' '%'
for test in $(library_tests); do
    of 0 'PASSED: 12 tiles, 24 lanes compared, 0 mismatches, flags: 24 compared, 0 mismatches' "$test" \
        +karat_count=12
done
row 'the same unit, all tests of `--list` but `karat_mismatch_test`, `_scale_extremes_test`, `_reset_test`' \
    '%'
of 0 'PASSED: ' karat_reset_test +karat_count=2000 +karat_resets=40
grep -qF ' requests were lost in resets' log || fail "no reset hit a request in flight"
row 'the same unit, `karat_reset_test` with 40 resets in 2000 requests' '%'
of 1 'FAILED: UVM_ERROR' karat_reset_test +karat_count=2000 +karat_resets=40 +karat_sync_reset=0
row 'the same with `+karat_sync_reset=0`' 'caught, because the unit has a synchronous reset'
# flagged STATUS TEXT FAULT PLUSARG...: of two plusargs the first counts
flagged() { of "$1" "$2" karat_mixed_test "+fault=$3" "${@:4}" +karat_count=4000; }
for fault in 1=inexact 2=overflow 3=invalid 4=underflow; do
    flagged 1 "tiles are wrong: ${fault#*=}" ${fault%=*}
    ! grep -qF '[KARAT/MISMATCH]' log || fail "a result is wrong"
done
row 'inexact stuck at 1; no overflow; invalid for a quiet NaN; underflow judged on the result' \
    "each caught, with the flag's name"
flagged 1 ' tiles are wrong: underflow' 0 +karat_flags=tiny=encoded
row 'the same unit with another rule for underflow (`tiny=encoded`)' 'caught'
flagged 0 'flags: 600 compared, 0 mismatches' 1 +karat_flags=tiny=before,bits=invalid+overflow \
    +karat_count=300
row 'inexact stuck at 1, and only invalid and overflow are compared' '%'
flagged 1 'karat_flags: bits=nan is not allowed' 0 +karat_flags=bits=nan
flagged 1 'karat_flags: "bit=invalid" is not allowed' 0 +karat_flags=bit=invalid
row 'a flag or key of `+karat_flags=` that does not exist' 'one `UVM_FATAL`'
flagged 1 'the result is right for mode ' 6
flagged 1 '[KARAT/MISMATCH] mode 3: mismatch: tile' 0 "+karat_modes=$roundings;3:$spec"
row 'the mode of the tile before; the wrong rounding for one mode, as JSON text' 'each caught'
unit=karat_sticky
of 0 ' mismatches, flags: ' karat_reset_test +karat_count=300
row 'sticky flags of the tile, with 8 resets' '%'
of 1 'FAILED: UVM_ERROR' karat_mixed_test +karat_count=300 +fault=5
grep -qF '[KARAT/FLAGS] wrong flags: tile ' log || fail "the wrong flags are not reported"
row 'sticky flags that forget the tiles before' 'caught'

# ---- a chip with two units ---------------------------------------------------------------------------------
"$KARAT" rtl --top karat_matrix_core --arch Hopper --instruction HMMA.16816.F32 --out matrix_core >log
compile "a chip" chip 'PASSED: 220 tiles, 280 lanes compared, 0 mismatches, in 2 scoreboards' \
    --files matrix_core/karat_matrix_core.f --files "$source/examples/uvm_chip/chip.f" --top chip_top \
    --test chip_test --count 200
row 'the chip with two units' '%, in 2 scoreboards'
up='"a":"e4m3","b":"e4m3","c":"fp16","d":"fp16","k":4,"overflow":"ieee","output_rounding":"RU"'
again 0 'PASSED: 220 tiles, 280 lanes compared, 0 mismatches, in 2 scoreboards' chip_test +karat_count=200 \
    "+karat_modes=3:{\"karat_spec\":1,\"algorithm\":\"exact\",$up}"
row 'the chip, a mode as JSON text' '%, in 2 scoreboards'
again 1 'FAILED: UVM_ERROR' chip_test +karat_count=200 '+karat_modes=3:output_rounding=RD'
row 'the chip, with the wrong rounding for one mode' 'caught'
again 0 ', in 2 scoreboards' chip_test +karat_count=20 +tiles=100000
row 'the chip, traffic at the passive agent that goes on after the end' 'passes, and the run ends'

# ---- watches -----------------------------------------------------------------------------------------------
bench=$source/tests/uvm/watch
"$bench/prepare.sh" "$KARAT" watched >log
compile "a watch, the right instance" watch ', 0 mismatches, UVM_ERROR 0' --files watched/watch_all.f \
    --top watch_top --test watch_test +first=good.unit
row 'a watch in the right one of two instances of a module' '%'
again 1 'uvm_test_top.second.scoreboard [KARAT/MISMATCH] mismatch: tile 0, ' watch_test +first=good.unit \
    +second=bad.unit
row 'watches in both, the other one wrong' "the wrong one caught, under its path: $(errors) \`UVM_ERROR\`"
again 0 ', 0 mismatches, UVM_ERROR 0' watch_test +first=status.dot
grep -qE 'SUMMARY\] flags: [1-9][0-9]+ compared, 0 mismatches' log || fail "no flags are compared"
row 'a watch in the unit with status flags and modes; the test knows only its path' '%'
again 1 'tiles are wrong: inexact' watch_test +first=status.dot +fault=1
again 1 'the result is right for mode ' watch_test +first=status.dot +fault=6
row 'the same, inexact stuck at 1; the mode of the tile before' 'each caught'
again 1 'the unit has an input mode_i, but no mode is configured' watch_test +none +modeless
row 'a unit with modes that nobody knows' 'one `UVM_FATAL`'
four=(+first=more.rows_stay.unit +second=more.scaled.unit +third=more.sparse.unit
    +fourth=more.valid_and_enable.unit)
again 0 ', 0 mismatches, in 4 scoreboards' watch_test "${four[@]}"
grep -qE 'first.scoreboard \[KARAT/SUMMARY\] [1-9][0-9]* requests were lost in resets' log ||
    fail "the flush has dropped no request"
row 'watches in units with flush and stationary operand, scale factors, metadata, clock enable' \
    '%, in 4 scoreboards'
again 1 'FAILED: UVM_ERROR' watch_test "${four[@]}" +fault=1
for environment in first second third fourth; do
    grep -q "^UVM_ERROR .*uvm_test_top.$environment\.scoreboard" log || fail "$environment is called right"
done
row 'the same four, all wrong' 'each caught'
again 1 'is the end of several paths; use one of watch_top.bad.unit, watch_top.good.unit' watch_test \
    +first=unit
again 1 'a second interface is published for "uvm_test_top.spare*"' watch_test +first=good.unit +twice
row 'a path that ends several; two interfaces for a path' 'one `UVM_FATAL` each'
again 0 'PASSED: ' watch_test +first=good.unit +mute_at=1100 +extend=400
row 'answers that stop after the end of the test' 'no error'
again 1 'FAILED: UVM_ERROR: 1' watch_test +first=good.unit +mute_at=1100 +extend=1000
row 'answers that stop long after the end' 'caught'

echo
echo "UVM ${library:-of $UVM_HOME}, $("$VERILATOR" --version | head -1), $(date +%F)"
echo
cat table.md
echo "all good"
