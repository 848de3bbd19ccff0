#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tb/uvm/run.sh compiles only if something has changed: with stand-ins for the simulators.
#   run_compiled.sh RUN_SH SCRATCH_DIR
. "$(dirname "${BASH_SOURCE[0]}")/run_stand_ins.sh"

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
# A file that only Verilator knows of, in no folder of the lists and with a name of its own.
mkdir elsewhere
for text in one two; do
    echo $text >elsewhere/table.def
    [ $text = two ] || echo >>own/parts/part.sv  # the table is new
    compiles 1 verilator "${mine[@]}"
    compiles 0 verilator "${mine[@]}"
done
rm elsewhere/table.def
compiles 1 verilator "${mine[@]}"
compiles 0 verilator "${mine[@]}"
# Of other simulators run.sh has to be told.
for text in one two; do
    echo $text >elsewhere/table.def
    compiles 1 vcs "${mine[@]}" --input elsewhere/table.def
    compiles 0 vcs "${mine[@]}" --input elsewhere/table.def
    compiles 1 questa "${mine[@]}" --input elsewhere
    compiles 0 questa "${mine[@]}" --input elsewhere
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

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
