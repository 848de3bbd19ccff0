#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The command line of tb/uvm/run.sh: every usage error is one line and exit status 2. The commands for each
# simulator are checked with stand-ins that record their command line and print a canned log.
#   run_arguments.sh RUN_SH SCRATCH_DIR
. "$(dirname "${BASH_SOURCE[0]}")/run_stand_ins.sh"

# ---- the command line --------------------------------------------------------------------------------------
gives 0 'usage: run.sh --sim verilator|vcs|questa|xcelium' "$run" --help
gives 0 karat_special_pair_test "$run" --list
gives 0 karat_mismatch_test "$run" --list
gives 0 karat_tensor_relu_test "$run" --list
refused '--sim is missing' "$run"
refused '"modelsim" is not allowed' "$run" --sim modelsim
refused '--sim has no value' "$run" --sim
refused '"--frobnicate" is not an option' "$run" --sim vcs --frobnicate
refused '--seed: "x1" is not allowed' "$run" --sim vcs --seed x1
for count in 0 000 -1 +5 1e3 ten '' 2147483648 99999999999999999999; do
    refused "--count: \"$count\" is not allowed; give a whole number from 1 to 2147483647" "$run" --sim vcs \
        --count "$count"
done
refused '--seed: "4294967296" is not allowed' "$run" --sim vcs --seed 4294967296
refused '--F: "1e1" is not allowed' "$run" --sim vcs --F 1e1
refused '--rtl-F: "-1" is not allowed' "$run" --sim vcs --rtl-F -1
refused '--define: "1K=2" is not allowed' "$run" --sim vcs --define 1K=2
refused '--define: "MINE" is not allowed; write NAME=VALUE' "$run" --sim vcs --define MINE
refused '--define: "MINE=" is not allowed; write NAME=VALUE' "$run" --sim vcs --define MINE=
refused "--define: \"KARAT_K=8\" is not allowed; the RTL has its own shape" "$run" --sim vcs \
    --define KARAT_K=8
refused '--set: "F" is not allowed; write KNOB=VALUE' "$run" --sim vcs --set F
refused '--rtl-set: "=3" is not allowed; write KNOB=VALUE' "$run" --sim vcs --rtl-set =3
refused '--lanes: "2" is not allowed; write MxN' "$run" --sim vcs --lanes 2
refused '--stages: "many" is not allowed' "$run" --sim vcs --stages many
refused '--spec: none.json cannot be read' "$run" --sim vcs --spec none.json
refused "--rtl: there is no karat_top.f with a karat_top_shape.svh in $here/uvm" "$run" --sim vcs --rtl uvm
refused '--rtl: there is no folder none' "$run" --sim vcs --rtl none
refused '--input: none.tbl cannot be read' "$run" --sim vcs --input none.tbl
mkdir two
for name in one other; do : >two/$name.f; echo "// $name" >two/${name}_shape.svh; done
: >two/plain.f
refused "--unit: there is no plain.f with a plain_shape.svh in $here/two; units are: one other" "$run" \
    --sim vcs --rtl two --unit plain
refused '--unit: give the folder of the units with --rtl' "$run" --sim vcs --unit one
refused '--unit: is not used with --files' "$run" --sim vcs --unit one --files log --top mine
refused 'for a unit of another name give --unit' "$run" --sim vcs --rtl two
# Simulators ignore a plusarg that nothing reads, so run.sh must reject unknown ones.
refused '+karat_coun=5: there is no plusarg +karat_coun; the known ones are' "$run" --sim vcs +karat_coun=5
refused 'karat_count' "$run" --sim vcs +karat_coun=5
refused '+Karat_count=5: there is no plusarg' "$run" --sim vcs +Karat_count=5
refused '+karat_unit=fp4: use --rtl and --unit' "$run" --sim vcs +karat_unit=fp4
refused '+karat_count has no value' "$run" --sim vcs +karat_count
refused 'there is no test "karat_no_test"' "$run" --sim vcs --test karat_no_test
refused '--files: none.f cannot be read' "$run" --sim vcs --files none.f
refused '--files: give the top module' "$run" --sim vcs --files log
refused '--top: is for a testbench of your own' "$run" --sim vcs --top chip_top

# ---- missing tools -----------------------------------------------------------------------------------------
refused 'UVM_HOME is not set' env -u UVM_HOME PATH="$here/bin:$plain" KARAT_DPI_LIB="$here/libkarat_dpi.so" \
    "$run" --sim verilator
refused 'UVM_HOME is not set' env -u UVM_HOME PATH="$here/bin:$plain" KARAT_DPI_LIB="$here/libkarat_dpi.so" \
    "$run" --sim questa
refused 'no src/uvm_pkg.sv in it' env UVM_HOME=/nowhere PATH="$here/bin:$plain" "$run" --sim verilator
refused "libkarat_dpi.so was not found at $here/no.so" full env KARAT_DPI_LIB="$here/no.so" "$run" --sim vcs
refused "was not found at $here/no" full env KARAT="$here/no" "$run" --sim vcs
for pair in vcs:vcs questa:vlog xcelium:xrun; do \
    refused "${pair#*:} is not installed" bare "$run" --sim "${pair%:*}"; done
refused 'verilator is 5.006' full env FAKE_VERSION=5.006 "$run" --sim verilator
refused 'verilator is 5.048' full env FAKE_VERSION=5.048 "$run" --sim verilator
refused 'does not print its version' full env FAKE_VERSION=unknown "$run" --sim verilator
refused '/nowhere/verilator is not installed' full env VERILATOR=/nowhere/verilator "$run" --sim verilator

# ---- the command of each simulator -------------------------------------------------------------------------
: >calls
gives 0 'PASSED: 10 tiles, 40 lanes compared' full "$run" --sim verilator --build v --seed 7 --count 10 \
    --arch Ampere --instruction HMMA.1688.F32 --define MINE=8 --waves +mine=1
called 'rtl --top karat_top --arch Ampere --instruction HMMA.1688.F32 --lanes 2x2 --stages 1 --out '\
"$here/v/rtl.new"
for text in "+incdir+$here/uvm/src" '--trace-fst' '+define+MINE=8' \
    "+incdir+$here/v/rtl" "-F $here/v/rtl/karat_top.f" "$here/libkarat_dpi.so" \
    'simulation +verilator+seed+7' '+UVM_TESTNAME=karat_mixed_test' \
    '+karat_count=10' '+karat_arch=Ampere' '+karat_instruction=HMMA.1688.F32' \
        "+karat_waves=$here/v/karat_mixed_test.fst" '+mine=1'; do called "$text"; done
: >calls
gives 0 PASSED full "$run" --sim vcs --build c --seed 8 --test karat_mismatch_test
for text in '--instruction HMMA.16816.F32 --set F=24 --lanes' '+ntb_random_seed=8' \
    '+UVM_TESTNAME=karat_mismatch_test'; do called "$text"; done
: >calls
gives 0 PASSED full "$run" --sim questa --build q --seed 9 --test karat_mismatch_test --rtl-F 25 --F 24
for text in '--set F=25 --lanes' '-sv_seed 9' "-sv_lib $here/libkarat_dpi " '+karat_knobs=F=24' \
    '-do coverage save -onexit karat_mismatch_test.ucdb; run -all; quit -f' \
    "+incdir+$here/uvm/src $here/uvm/src/uvm_pkg.sv"; do called "$text"; done
not_called +acc
: >calls
gives 0 PASSED full "$run" --sim questa --build q --define KARAT_MAX_WORDS=5000
called '+define+KARAT_MAX_WORDS=5000'
: >calls
gives 0 PASSED full "$run" --sim questa --build q --waves
called 'vsim -c -voptargs=+acc '
called "+karat_waves=$here/q/karat_mixed_test.vcd"
: >calls
gives 0 PASSED full "$run" --sim xcelium --build x --seed 10 --coverage cov.json
for text in '-svseed 10' "-sv_lib $here/libkarat_dpi.so" "+karat_coverage=$here/cov.json" \
    '-coverage functional -covoverwrite -covtest karat_mixed_test'; do called "$text"; done
not_called -access
not_called CDNS-IEEE
: >calls
gives 0 PASSED full env -u UVM_HOME "$run" --sim xcelium --build x --waves
for text in '-access +r ' '-uvmhome CDNS-IEEE' "+karat_waves=$here/x/karat_mixed_test.vcd"; do \
    called "$text"; done
: >calls
for name in $(sed -nE 's/.*plusargs\("(karat_\w+)=%.*/\1/p' "${run%/*}"/*.sv* | grep -vx karat_unit); do
    gives 0 PASSED full "$run" --sim xcelium --build x "+$name=1"
    called "+$name=1"
done

: >calls
: >mine.json
gives 0 PASSED full "$run" --sim vcs --build s --spec mine.json --set k=8 --rtl-set F=9 --F 10 \
    +karat_knobs=nan=any --lanes 1x3 --stages 2
for text in "--spec $here/mine.json --set k=8 --set F=9 --lanes 1x3 --stages 2" \
    "+karat_spec_file=$here/mine.json" '+karat_knobs=k=8,F=10,nan=any'; do called "$text"; done
not_called +karat_arch
: >calls
gives 0 PASSED full "$run" --sim vcs --build r --rtl s/rtl --test karat_mismatch_test +karat_arch=Volta
called "-F $here/s/rtl/karat_top.f"
called '+UVM_TESTNAME=karat_mismatch_test +karat_arch=Volta'
not_called 'rtl --top'
# A unit of one's own computes what its contract says, or what the options say.
not_called +karat_arch=Hopper
not_called +karat_instruction
: >calls
gives 0 PASSED full "$run" --sim vcs --build r --rtl s/rtl --instruction HMMA.1688.F32
called '+karat_instruction=HMMA.1688.F32'
# Several units in one compilation: each runs with its own bench.
: >calls
echo '-F nested/list.f +incdir+nested two.sv common.sv' >two/one.f
echo '-F nested/list.f -v lib.v nested/../common.sv +define+X' >two/other.f
mkdir two/nested
echo deep.sv >two/nested/list.f
gives 0 PASSED full "$run" --sim vcs --build u --rtl two --unit other --test karat_mismatch_test
called "-F ${run%/*}/karat_uvm_env.f -F $here/u/units/units.f"
called '-top karat_units'
called '+karat_unit=other'
not_called karat_uvm.f
two=$here/two
if diff <(printf '%s\n' "$two/nested/deep.sv" "+incdir+$two/nested" "$two/two.sv" "$two/common.sv" \
    "-v $two/lib.v" +define+X "$here/u/units/karat_units.sv") u/units/units.f
then ok; else fail "units.f"; fi
for text in "\`include \"$two/one_shape.svh\"" '`define KARAT_UNIT other' \
    '  bench_of_one #(.UNIT("one")) one ();' '      "one", "other": ;'; do
    if grep -qxF -- "$text" u/units/karat_units.sv; then ok; else fail "karat_units.sv has no $text"; fi
done
: >calls
gives 0 PASSED full "$run" --sim verilator --build u --rtl two --unit one
called '+karat_unit=one'
: >calls
: >chip.f
gives 0 PASSED full "$run" --sim vcs --build o --files chip.f --files s/rtl/karat_top.f --top chip_top \
    --test chip_test --count 7
for text in "-F ${run%/*}/karat_uvm_env.f -F $here/chip.f -F $here/s/rtl/karat_top.f" '-top chip_top' \
    '+UVM_TESTNAME=chip_test +karat_count=7'; do called "$text"; done
not_called 'rtl --top'
not_called karat_uvm.f
not_called +karat_arch
# The C part of a UVM source tree, dpi/uvm_dpi.cc. Without it some options have no effect.
no_c_part() {
    : >calls
    gives 0 PASSED full "$run" --sim "$1" --build n --rtl s/rtl "${@:2}" +UVM_VERBOSITY=UVM_LOW
    called '+define+UVM_NO_DPI'
    not_called uvm_dpi.cc
    refused '+UVM_MAX_QUIT_COUNT: has no effect without the C part of UVM' full "$run" --sim "$1" --build n \
        --rtl s/rtl "${@:2}" +UVM_MAX_QUIT_COUNT=5
}
c_part() {
    : >calls
    gives 0 PASSED full "$run" --sim "$1" --build n --rtl s/rtl +UVM_MAX_QUIT_COUNT=5 \
        +uvm_set_verbosity=a,b,c,d
    called "$2"
    called '+UVM_MAX_QUIT_COUNT=5 +uvm_set_verbosity=a,b,c,d'
    not_called UVM_NO_DPI
}
for sim in verilator vcs questa xcelium; do no_c_part $sim; done
for option in +uvm_set_verbosity=a,b,c,d +uvm_set_type_override=a,b; do
    refused "${option%%=*}: has no effect" full "$run" --sim questa --build n --rtl s/rtl "$option"
done
mkdir -p uvm/src/dpi
: >uvm/src/dpi/uvm_dpi.cc
for sim in verilator vcs questa xcelium; do no_c_part $sim --define UVM_NO_DPI=1; done
own="--vpi -CFLAGS -I$here/uvm/src/dpi -I$here/n/uvm_dpi"
c_part verilator "$own +define+UVM_HDL_NO_DPI $here/n/uvm_dpi/uvm_dpi.cc"
c_part vcs "$here/uvm/src/dpi/uvm_dpi.cc -CFLAGS -DVCS"
c_part questa "$here/uvm/src/dpi/uvm_dpi.cc -ccflags -DQUESTA"
c_part xcelium "$here/uvm/src/dpi/uvm_dpi.cc -Wcxx,-DXCELIUM"
: >uvm/src/dpi/uvm_hdl_verilator.c
c_part verilator "$own $here/uvm/src/dpi/uvm_dpi.cc"
not_called UVM_HDL_NO_DPI
rm -r uvm/src/dpi
# The library that VCS and Xcelium have themselves includes it.
for sim in vcs xcelium; do
    : >calls
    gives 0 PASSED full env -u UVM_HOME "$run" --sim $sim --build n --rtl s/rtl +UVM_MAX_QUIT_COUNT=5
    not_called uvm_dpi.cc
    not_called UVM_NO_DPI
done

echo 'karat: F: "many" is not allowed' >refusal
refused 'karat rtl: karat: F: "many" is not allowed' full "$run" --sim vcs --build r
rm refusal

# ---- the verdict -------------------------------------------------------------------------------------------
sed -i 's/UVM_ERROR :    0/UVM_ERROR :    3/' log
for sim in verilator vcs questa xcelium; do \
    gives 1 'FAILED: UVM_ERROR: 3' full "$run" --sim $sim --build f; done
sed -i 's/UVM_ERROR :    3/UVM_ERROR :    0/' log
stand_in vcs 'echo "Error-[SE] Syntax error"; exit 255'
full "$run" --sim vcs --build e >out 2>err
if [ $? -eq 1 ] && grep -qF 'vcs failed' err && grep -qF 'Syntax error' err; then \
    ok; else fail "a failed compilation"; fi
stand_in verilator "case \"\$1\" in --version) echo 'Verilator 5.050 2026-07-01 rev v5.050' ;; *)
    echo 'verilated_fst_c.cpp:30:10: fatal error: lz4.h: No such file or directory' >&2; exit 1 ;; esac"
refused '--waves: the headers of lz4 and zlib are missing; install liblz4-dev' full "$run" --sim verilator \
    --build w --waves
stand_in xrun "cat $here/log; exit 3"
gives 1 'ended with exit status 3' full "$run" --sim xcelium --build e

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
