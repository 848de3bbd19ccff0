#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Units of other formats, vendors and recipes, with metadata, modes and status flags, and one that stops, in
# one simulation; and tests of a user.
# Exit status 77: a tool is missing.
#   simulate_units.sh SOURCE_DIR VENV SCRATCH_DIR LIBKARAT_DPI KARAT
. "$(dirname "${BASH_SOURCE[0]}")/simulate_common.sh"

# They are in one simulation (run.sh --unit), because compiling the classes takes most of the time. The tests
# are a user's tests too.
rm -rf copy units
mkdir -p copy/tb units
cp -r "$source/dpi" copy
cp -r "$source/tb/uvm" copy/tb
cp "$source"/tests/uvm/wrong/*.svh copy/tb/uvm
echo '`include "karat_own_tests.svh"' >>copy/tb/uvm/karat_classes.svh
uvm=copy/tb/uvm
# rtl NAME OPTION...: RTL for the unit
rtl() { "$KARAT" rtl --top "$1" --out units "${@:2}" >log || fail "karat rtl $1"; }
# adapter NAME CONTRACT: the adapter of a contract, which says what the unit computes
adapter() {
    "$KARAT" adapter "$source/tests/rtl/units/$2.json" --top "$1" --out units >log ||
        fail "karat adapter $1"
}
omma=(--arch RTXBlackwell --instruction OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X)
sparse=(--arch Ampere --instruction HMMA.SP.16816.F32)
own=$source/tests/uvm/own_recipe.json
rtl karat_fp4 "${omma[@]}" --lanes 1x2 --stages 2
rtl karat_cdna3 --arch CDNA3 --instruction v_mfma_f32_16x16x32_fp8_bf8 --lanes 1x1 --stages 0
rtl karat_own --spec "$own" --set 'result.sum[0].F=12' --lanes 2x1
rtl karat_sparse "${sparse[@]}" --stages 3
rtl karat_one_of_two --arch Hopper --instruction HMMA.16816.F32 --set metadata=1:2 --lanes 1x1
adapter karat_flags raises_flags/unit
adapter karat_sticky raises_flags/sticky
adapter karat_no_c clear_and_read/plain
# Each row of A gets the metadata of another one.
for file in units/karat_sparse*; do
    sed 's/karat_sparse/karat_exchanged/g' "$file" >"${file/sparse/exchanged}"
done
sed -i.good 's|metadata_i\[(i/2)\*|metadata_i[(1-i/2)*|' units/karat_exchanged_flat.sv
cmp -s units/karat_exchanged_flat.sv{,.good} && fail "the edit changes nothing in karat_exchanged_flat.sv"
# A user's unit that stops and has K > 255.
cp "$source/tests/uvm/wrong/karat_stopping_unit.sv" units
echo karat_stopping_unit.sv >units/karat_top.f
for pair in M=1 N=1 K=300 AW=16 BW=16 CW=32 DW=32; do echo "\`define KARAT_${pair/=/ }"; done \
    >units/karat_top_shape.svh

# unit NAME: the unit of the runs that follow; its_model PLUSARG...: what it computes
unit() { name=$1; }
its_model() { model=("$@"); }
# on NAME STATUS TEXT TEST PLUSARG...: a run with that unit; of two plusargs the first counts
on() { again "$@" "+karat_unit=$name" "${model[@]}"; }
collected=("+karat_coverage=$PWD/coverage.json" "+karat_bins=$PWD/bins.txt")
unit karat_fp4
its_model +karat_arch=RTXBlackwell +karat_instruction="${omma[3]}"
build "fp4 with scale factors" all_units 0 'PASSED: 40 tiles, 80 lanes compared, 0 mismatches' \
    --rtl units --unit $name --count 40 "${collected[@]}" +karat_seed=78 "${omma[@]}"
mirrored mixed 78
on "scale_extremes" 0 'PASSED: 12 tiles, 24 lanes compared, 0 mismatches' karat_scale_extremes_test \
    +karat_count=12
# The library's kinds of stimulus are those that have a test, apart from the tests excluded below.
on "no such kind" 1 'is not a kind of stimulus for this specification; use' karat_mixed_test \
    +karat_class=no_such
sed -nE 's/.*for this specification; use (.*), or a file.*/\1/p' log | tr -d ' ' | tr ',' '\n' | grep . | \
    sort >kinds
"$source/tb/uvm/run.sh" --list | sed -nE 's/^karat_(.*)_test$/\1/p' | grep -vxE \
    'base|mismatch|burst|chain|reset|steered|levels|tensor_.*' | sort >tests
cmp kinds tests || fail "the tests do not match the library's kinds of stimulus"

unit karat_cdna3
its_model +karat_arch=CDNA3 +karat_instruction=v_mfma_f32_16x16x32_fp8_bf8
build "fp8 of CDNA3, compiled with fp4" all_units 0 'PASSED: 40 tiles, 40 lanes compared, 0 mismatches' \
    --rtl units --unit $name --count 40 --arch CDNA3 --instruction v_mfma_f32_16x16x32_fp8_bf8
said 'compiled before: no input has changed'
again "no unit" 1 'UVM printed no summary' karat_mixed_test +karat_unit=karat_fp5
said '+karat_unit=karat_fp5: give one of '

# A user-defined recipe, and RTL with another width than the recipe: wrong for a model of the recipe, correct
# for a model with that width.
unit karat_own
its_model "+karat_spec_file=$own"
on "a user-defined recipe, an expected wrong design" 0 ' expected mismatches, UVM_ERROR 0' \
    karat_mismatch_test +karat_count=60
grep -q 'UVM_INFO .*\[KARAT/MISMATCH\] mismatch: tile' log || fail "the mismatch was not reported as UVM_INFO"
! grep -qF KARAT_RECORD log || fail "a passing report asks for a record"
on "a user-defined recipe" 0 'PASSED: 60 tiles, 120 lanes compared, 0 mismatches' karat_mixed_test \
    '+karat_knobs=result.sum[0].F=12' +karat_count=60 "${collected[@]}" +karat_seed=79
mirrored mixed 79

# ---- metadata ----------------------------------------------------------------------------------------------
unit karat_sparse
its_model +karat_arch="${sparse[1]}" +karat_instruction="${sparse[3]}"
on "metadata 2:4" 0 'PASSED: 40 tiles, 160 lanes compared, 0 mismatches' karat_mixed_test +karat_count=40 \
    "${collected[@]}" +karat_seed=80
mirrored mixed 80
on "responses, with several requests in flight" 0 'PASSED: 60 tiles' karat_answers_test +karat_count=60 \
    +karat_stall_percent=90
on "an item with metadata: copy, compare, print" 0 'PASSED: 3 tiles' karat_item_test +karat_count=3
said ', metadata = ffff'
on "metadata of an item" 0 'PASSED: 30 tiles' karat_metadata_test +karat_count=30
on "a dense model of sparse RTL" 1 'but a row of A has 0 elements of metadata' karat_mixed_test \
    +karat_instruction=HMMA.1688.F32
unit karat_one_of_two
its_model +karat_arch=Hopper +karat_instruction=HMMA.16816.F32 +karat_knobs=metadata=1:2
on "metadata 1:2" 0 'PASSED: 40 tiles, 40 lanes compared, 0 mismatches' karat_mixed_test +karat_count=40 \
    "${collected[@]}" +karat_seed=81
mirrored mixed 81
on "metadata of an item, 1:2" 0 'PASSED: 30 tiles' karat_metadata_test +karat_count=30

unit karat_exchanged
its_model +karat_arch="${sparse[1]}" +karat_instruction="${sparse[3]}"
on "the metadata of another row" 1 'FAILED: UVM_ERROR' karat_mixed_test +karat_count=20
said '[KARAT/MISMATCH] mismatch: tile'

# ---- status flags and modes: a unit inside the adapters of its two contracts -------------------------------
# Specification, modes and flags are those of the contract, unless a plusarg says otherwise.
unit karat_flags
its_model
on "status flags of each lane, and modes" 0 \
    'PASSED: 300 tiles, 600 lanes compared, 0 mismatches, flags: 600 compared, 0 mismatches' \
    karat_mixed_test +karat_count=300
said "[KARAT/CFG] from the unit's contract: modes $five_modes; flags $flags_of_lanes"
# flagged NAME STATUS TEXT FAULT PLUSARG...: of two plusargs the first counts
flagged() { on "$1" "$2" "$3" karat_mixed_test "+fault=$4" "${@:5}" +karat_count=300; }
for fault in 1=inexact 2=overflow 3=invalid 4=underflow; do
    flagged "a wrong flag: ${fault#*=}" 1 'FAILED: UVM_ERROR' ${fault%=*} +karat_count=4000
    grep -qE '\[KARAT/FLAGS\] mode [0-4]: wrong flags: tile [0-9]+, lane \(0,[01]\): expected ' log || \
        fail "the wrong flag is not reported"
    grep -qE "\[KARAT/FLAGS\] the flags of [0-9]+ tiles are wrong: ${fault#*=}\$" log || \
        fail "the flag ${fault#*=} is not named"
    ! grep -qF '[KARAT/MISMATCH]' log || fail "a result is wrong"
done
flagged "a flag that is not compared" 0 'flags: 600 compared, 0 mismatches' 1 \
    +karat_flags=tiny=before,bits=invalid+overflow
flagged "another rule for underflow" 1 'FAILED: UVM_ERROR' 0 +karat_flags=tiny=encoded +karat_count=4000
said ' tiles are wrong: underflow'
flagged "flags that nobody compares" 0 'PASSED: 300 tiles, 600 lanes compared, 0 mismatches, UVM_ERROR 0' 1 \
    +karat_flags=none
flagged "the mode of the tile before" 1 'FAILED: UVM_ERROR' 6
grep -qE '\[KARAT/MISMATCH\] mode [0-4]: mismatch: tile' log || fail "the mode is not named"
grep -qE 'the result is right for mode [0-4], that of the request before' log || fail "its cycle is not named"
flagged "other modes than the contract's" 1 'FAILED: UVM_ERROR' 0 \
    '+karat_modes=0:output_rounding=RNE;1:output_rounding=RU'
said '[KARAT/MISMATCH] mode 1: mismatch: tile'
flagged "another specification than the contract's" 1 'FAILED: UVM_ERROR' 0 +karat_knobs=overflow=saturate
said ': mismatch: tile'
flagged "a key that does not exist" 1 '[KARAT/CFG] karat_flags: "bit=invalid" is not allowed; use bits=,' 0 \
    +karat_flags=bit=invalid
flagged "a flag that does not exist" 1 'karat_flags: bits=nan is not allowed' 0 +karat_flags=bits=nan
flagged "no such value" 1 'karat_flags: per=row is not allowed; use lane or tile' 0 +karat_flags=per=row
# The adapter's reset is synchronous: it does not see a reset between two edges.
resets() { on "$1" "$2" "$3" karat_reset_test "${@:4}" +karat_count=2000 +karat_resets=40; }
resets "a synchronous reset" 0 'PASSED: '
said ' requests were lost in resets'
resets "a synchronous reset, taken for an asynchronous one" 1 'FAILED: UVM_ERROR' +karat_sync_reset=0
unit karat_sticky
on "sticky flags of the tile, with resets" 0 ' mismatches, flags: ' karat_reset_test +karat_count=300
said ' requests were lost in resets'
on "sticky flags that are forgotten" 1 'FAILED: UVM_ERROR' karat_mixed_test +fault=5 +karat_count=300
said '[KARAT/FLAGS] wrong flags: tile '

# ---- a unit without c, whatever is at c_i ------------------------------------------------------------------
unit karat_no_c
on "a unit without c" 0 'PASSED: 100 tiles, 400 lanes compared, 0 mismatches' karat_mixed_test \
    +karat_count=100 "${collected[@]}" +karat_seed=82
said "[KARAT/CFG] from the unit's contract: no c"
mirrored mixed 82
on "its coverage closes" 0 'PASSED: ' karat_steered_test +karat_count=4000 "${collected[@]}"
said '[KARAT/COVERAGE] model: 100.0 %, 0 of '
grep -qF '"no_c":true' coverage.json || fail "the coverage is that of a unit with c"
on "a chain needs c" 1 'FAILED: UVM_FATAL: 1' karat_chain_test +karat_count=5
said '[KARAT/CFG] the unit has no c: an answer cannot be the next one'

# ---- a unit that stops -------------------------------------------------------------------------------------
unit karat_top
its_model +karat_knobs=k=300
stopping() { on "$@"; }
stopping "K = 300" 0 'PASSED: 20 tiles, 20 lanes compared, 0 mismatches' karat_mixed_test +karat_count=20 \
    +karat_patience=0
stopping "an item: copy, compare, print" 0 'PASSED: 3 tiles' karat_item_test +karat_count=3
said 'tile: tile 3, near_one, mode 5: a = ffff'
stopping "requests with an X, in two episodes" 1 'FAILED: UVM_ERROR: 2' karat_unknown_test +karat_count=12
said '[KARAT/SUMMARY] 6 tiles, 6 lanes compared, 0 mismatches'
said '[KARAT/SUMMARY] 6 tiles were not compared: X or Z, or a mode without specification'
said '[KARAT/COVERAGE] 6 tiles sampled'
[ "$(grep -c 'the operands are known again, after 3 requests' log)" -eq 2 ] ||
    fail "the ends of the episodes are not reported"
stopping "X on the handshakes, in two episodes" 1 'FAILED: UVM_ERROR: 2' karat_handshake_test \
    +karat_count=20
said 'the handshakes are known again, after 5 cycles'
stopping "X on the flags, in two episodes" 1 'FAILED: UVM_ERROR: 2' karat_flag_unknown_test \
    +karat_count=20 +karat_stall_percent=0 +karat_max_idle=0 +karat_flags=bits=invalid
said '[KARAT/UNKNOWN] X or Z on a status flag, after '
said 'the status flags are known again, after '
stopping "responses" 0 'PASSED: 40 tiles' karat_answers_test +karat_count=40
said '[OWN] 40 answers, 0 lost'
stopping "responses, with resets" 0 'PASSED: ' karat_answers_test +karat_count=40 +karat_resets=6
! grep -qF ', 0 lost' log || fail "no reset hit a request in flight"
stopping "each c is the answer before" 0 'PASSED: 20 tiles' karat_own_chain_test +karat_count=20
said '[OWN] 19 tiles continue the one before'
stopping "an item's own specification" 0 'PASSED: 20 tiles' karat_own_spec_test +karat_count=20 \
    +own_knobs=nan=any
said 'knobs "k=300,nan=any"'
stopping "an item's own specification, which the unit does not have" 1 'FAILED: UVM_ERROR' \
    karat_own_spec_test +karat_count=60 +own_knobs=F=24 +karat_class=shift_around_f
stopping "the specification of a register" 0 'PASSED: 40 tiles' karat_register_test +karat_count=20 \
    +own_knobs=nan=any
said 'knobs "k=300,nan=any"'
stopping "the specification of a register, which the unit does not have" 1 'FAILED: UVM_ERROR' \
    karat_register_test +karat_count=60 +own_knobs=F=24 +karat_class=shift_around_f
! grep -qE 'mismatch: tile ([0-9]|[1-5][0-9]),' log || fail "a mismatch before the register is set"
again "a tile with too many words" 1 'FAILED: UVM_FATAL: 1' karat_words_test "+karat_unit=$name"
said '[KARAT/MODEL] an operand has 4160 words of 32 bits: compile with +define+KARAT_MAX_WORDS=4160'
stopping "ready_i as items" 0 'PASSED: 20 tiles' karat_hold_test +karat_count=20
stopping "a request while the monitor settles" 0 'PASSED: 13 tiles' karat_late_test +karat_count=12
stopping "a test that drives, with a passive agent" 1 'FAILED: UVM_FATAL: 1' karat_passive_test
said 'the agent is passive (cfg.is_active), but this test has to drive'
stopping "active by a plusarg" 0 'PASSED: 12 tiles' karat_passive_test +karat_active=1 +karat_count=12
stopping "passive by a plusarg" 1 'the agent is passive (cfg.is_active)' karat_mixed_test +karat_active=0
stopping "a driver in place of another" 0 'PASSED: 12 tiles' karat_override_test +karat_count=12
said '[OWN] another driver offered 12 requests'
"$KARAT" list --json | "$source/tests/uvm/shapes.py" >instructions
again "every shape of the registry" 1 'FAILED: the scoreboard did not report' karat_registry_test \
    +instructions=instructions "+karat_unit=$name"
said "[OWN] $(wc -l <instructions) instructions"
said 'UVM_ERROR :    0'
stopping "mismatches as warnings" 0 ' mismatches reported as warnings, UVM_ERROR 0' karat_warning_test \
    +karat_F=24 +karat_count=60
stopping "no item is written as text" 0 'PASSED: 12 tiles' karat_messages_test +karat_count=12 \
    +UVM_VERBOSITY=UVM_HIGH
said '[OWN] 0 items were written as text'
stopping "every item is written as text" 0 'PASSED: 12 tiles' karat_messages_test +karat_count=12 \
    +UVM_VERBOSITY=UVM_FULL
said '[OWN] 12 items were written as text'
# A fatal message keeps what was found so far.
rm -f coverage.json bins.txt
stopping "ready_o stays 0" 1 'FAILED: UVM_FATAL: 1' karat_mixed_test +karat_count=30 +stop_ready_after=7 \
    +karat_patience=200 "+karat_coverage=$PWD/coverage.json" "+karat_bins=$PWD/bins.txt"
said 'a request waited 200 cycles for ready_o (+karat_patience): 7 accepted, 7 answered since reset'
said '[KARAT/SUMMARY] 7 tiles, 7 lanes compared, 0 mismatches'
said '[KARAT/COVERAGE] 7 tiles sampled'
[ -s bins.txt ] && grep -q '"tiles": *7' coverage.json || fail "the coverage before the fatal message is lost"
stopping "ready_o stays 0, the default patience" 1 'FAILED: UVM_FATAL: 1' karat_mixed_test \
    +karat_count=30 +stop_ready_after=1
said 'a request waited 10000 cycles for ready_o'
stopping "answers stop" 1 'FAILED: UVM_FATAL: 1' karat_mixed_test +karat_count=300 +stop_answers_after=7 \
    +karat_patience=50
said ' requests waited 50 cycles for an answer (+karat_patience): valid_o is not 1'
stopping "the last answers do not come" 1 'FAILED: UVM_ERROR: 1' karat_mixed_test +karat_count=20 \
    +stop_answers_after=17
said '3 requests are pending 1000 cycles after the last request'
said '3 requests have no result'
stopping "a reset longer than the patience" 1 'FAILED: UVM_FATAL: 1' karat_mixed_test +karat_count=5 \
    +karat_patience=2
said 'tile 0 waited 2 cycles for the end of the reset (+karat_patience)'

echo "all good"
