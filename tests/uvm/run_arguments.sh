#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The command line of tb/uvm/run.sh: every usage error is one line and exit status 2. The commands for each
# simulator are checked with stand-ins that record their command line and print a canned log.
#   run_arguments.sh RUN_SH SCRATCH_DIR
set -u
run=$(cd "$(dirname "$1")" && pwd)/run.sh
rm -rf "$2"
mkdir -p "$2" && cd "$2" || exit 2
here=$PWD
passed=0 failed=0
unset UVM_HOME KARAT_DPI_LIB KARAT KARAT_ANY_VERILATOR VERILATOR VERILATOR_SOLVER

fail() { failed=$((failed + 1)); echo "FAILED: $1"; sed 's/^/    /' err out 2>/dev/null | head -n 8; }
ok() { passed=$((passed + 1)); }
# refused TEXT COMMAND...: exit status 2, and one line on stderr that contains the text
refused() {
    local text=$1
    shift
    "$@" >out 2>err </dev/null
    local status=$?
    if [ $status -ne 2 ]; then fail "$*: exit status $status, expected 2"
    elif [ "$(wc -l <err)" -ne 1 ] || ! grep -qF -- "$text" err; then fail "$*: no single line with \"$text\""
    else ok; fi
}
# gives STATUS TEXT COMMAND...: the exit status, and stdout contains the text
gives() {
    local expected=$1 text=$2
    shift 2
    "$@" >out 2>err </dev/null
    local status=$?
    if [ $status -ne "$expected" ]; then fail "$*: exit status $status, expected $expected"
    elif ! grep -qF -- "$text" out; then fail "$*: no \"$text\""
    else ok; fi
}
# not_called TEXT: no simulator's command line contains it
not_called() { if grep -qF -- "$1" calls; then fail "a simulator was called with \"$1\""; else ok; fi; }
# called TEXT: a simulator's command line contains it
called() { if grep -qF -- "$1" calls; then \
    ok; else fail "no simulator was called with \"$1\""; sed 's/^/    /' calls; fi; }

# ---- stand-ins ---------------------------------------------------------------------------------------------
mkdir -p bin uvm/src
: >uvm/src/uvm_pkg.sv
: >libkarat_dpi.so
cat >log <<'LOG'
UVM_INFO x.svh(1) @ 9: uvm_test_top.env.scoreboard [KARAT/SUMMARY] 10 tiles, 40 lanes compared, 0 mismatches
UVM_ERROR :    0
UVM_FATAL :    0
LOG
stand_in() { printf '#!/bin/sh\n%s\n' "$2" >"bin/$1"; chmod +x "bin/$1"; }
simulation="printf '#!/bin/sh\\necho simulation \"\$@\" >>$here/calls; cat $here/log\\n'"
stand_in verilator "echo verilator \"\$@\" >>$here/calls
case \"\$1\" in --version) echo \"Verilator \${FAKE_VERSION:-5.050} 2026-07-01 rev v5.050\" ;; *) mkdir -p \
    obj; $simulation >obj/simulation; chmod +x obj/simulation ;; esac"
# Writes the files that run.sh compiles, or prints an error as karat does.
stand_in karat "echo karat \"\$@\" >>$here/calls
[ ! -e $here/refusal ] || { cat $here/refusal >&2; exit 2; }
words=\$*
while [ \"\$1\" != --out ]; do shift; done
mkdir -p \$2; : >\$2/karat_top.f; echo \"// \$words\" >\$2/karat_top_shape.svh"
version="case \"\$1\" in -ID | -version) echo \${FAKE_VERSION:-2026}; exit ;; esac"
stand_in vcs "$version
echo vcs \"\$@\" >>$here/calls; $simulation >simulation; chmod +x simulation"
stand_in vlib 'mkdir -p work'
stand_in vlog "$version
echo vlog \"\$@\" >>$here/calls"
stand_in vsim "echo vsim \"\$@\" >>$here/calls; sed 's/^/# /' $here/log"
stand_in xrun "echo xrun \"\$@\" >>$here/calls; cat $here/log"
plain=$PATH
both=(UVM_HOME="$here/uvm" KARAT_DPI_LIB="$here/libkarat_dpi.so" KARAT="$here/bin/karat")
bare() { env PATH=/usr/bin:/bin "${both[@]}" "$@"; }  # no simulator
full() { env PATH="$here/bin:$plain" "${both[@]}" "$@"; }

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
refused '--rtl: there is no karat_top.f with a karat_top_shape.svh in uvm' "$run" --sim vcs --rtl uvm
# Simulators ignore a plusarg that nothing reads, so run.sh must reject unknown ones.
refused '+karat_coun=5: there is no plusarg +karat_coun; the known ones are' "$run" --sim vcs +karat_coun=5
refused 'karat_count' "$run" --sim vcs +karat_coun=5
refused '+Karat_count=5: there is no plusarg' "$run" --sim vcs +Karat_count=5
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
for name in $(sed -nE 's/.*plusargs\("(karat_\w+)=%.*/\1/p' "${run%/*}"/*.sv*); do
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

# ---- what has been compiled already ------------------------------------------------------------------------
# compiles COUNT SIM OPTION...: run.sh calls the compiler so many times, and runs the test
compiles() {
    : >calls
    gives 0 PASSED full "$run" --sim "$2" --build "b$2" "${@:3}"
    local count
    count=$(grep -cE '^(verilator .*--binary|vcs -full64|vlog -sv) ' calls)
    if [ "$count" -eq "$1" ]; then ok; else fail "$* compiled $count times"; fi
    grep -qE '^(simulation|vsim) .*\+UVM_TESTNAME=' calls || fail "$*: nothing was simulated"
}
mkdir -p own/parts own/include
echo '-F parts/list.f +incdir+include  // not.sv' >own/karat_top.f
echo 'part.sv' >own/parts/list.f
: >own/karat_top_shape.svh
for file in own/parts/part.sv own/parts/beside.svh own/include/header.svh; do echo one >$file; done
for sim in verilator vcs questa; do
    compiles 1 $sim
    compiles 0 $sim --test karat_relu_test --seed 3 --count 7 +karat_max_idle=1 --F 9 --coverage c.json
    rm -r b$sim/rtl
    compiles 0 $sim  # the same RTL again
    compiles 1 $sim --lanes 1x2
    compiles 1 $sim --set F=9
    compiles 1 $sim --define MINE=8
    compiles 1 $sim
    rm -rf b$sim/obj b$sim/simulation b$sim/work
    compiles 1 $sim
    FAKE_VERSION=5.051 compiles 1 $sim
done
mine=(--files own/karat_top.f --top mine --test mine)
for file in own/parts/part.sv own/parts/beside.svh own/include/header.svh own/parts/list.f \
    uvm/src/uvm_pkg.sv; do
    echo >>$file
    compiles 1 verilator "${mine[@]}"
    touch $file
    compiles 0 verilator "${mine[@]}"
done
# A file that run.sh does not find may have changed.
echo '$NOWHERE/x.sv' >>own/karat_top.f
compiles 1 verilator --rtl own
compiles 1 verilator --rtl own
sed -i '$d' own/karat_top.f
for sim in verilator vcs questa; do
    compiles 1 $sim --rtl own
    echo >>own/karat_top_shape.svh
    compiles 1 $sim --rtl own
    compiles 0 $sim --rtl own
done
echo >>libkarat_dpi.so
for sim in verilator vcs questa; do compiles 1 $sim --rtl own; done
compiles 1 verilator --rtl own --waves
VERILATOR_OPTIONS=--trace compiles 1 verilator --rtl own
JOBS=3 VERILATOR_OPTIONS=--trace compiles 0 verilator --rtl own
# After a compilation that failed there is nothing to run, even if the inputs are those of the last one again.
mv bin/vlog bin/vlog.good
cp own/parts/part.sv part.good
stand_in vlog "$version
exit 1"
echo >>own/parts/part.sv
full "$run" --sim questa --build bquesta --rtl own >out 2>err
if [ $? -eq 1 ] && grep -qF 'vlog failed' err; then ok; else fail "a failed compilation"; fi
mv bin/vlog.good bin/vlog
cp part.good own/parts/part.sv
compiles 1 questa --rtl own

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
