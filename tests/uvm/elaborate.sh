#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every SystemVerilog source through slang: the UVM environment around the reference RTL in several shapes, the checker, the RTL. Then sources
# broken on purpose, which slang must refuse. Exit status 77: PyPI cannot be reached.
#   elaborate.sh SOURCE_DIR VENV SCRATCH_DIR
set -euo pipefail
source=$1 venv=$2 scratch=$3
"$source/scripts/uvm_venv.sh" "$venv" || { [ $? -eq 77 ] && echo "skipped: no pyslang" && exit 77; exit 1; }
rm -rf "$scratch"
mkdir -p "$scratch/copy"
slang=("$venv/bin/python" "$source/scripts/slang_elaborate.py" --timescale 1ns/1ps)
mini=$source/tests/uvm/mini_uvm/src

# clean NAME WORD...: neither an error nor a warning
clean() {
    local name=$1
    shift
    "${slang[@]}" "$@" >"$scratch/log" 2>&1 || { cat "$scratch/log"; echo "FAILED: $name"; exit 1; }
    echo "clean: $name"
}
environment() { clean "the UVM environment $*" "$@" "+incdir+$mini" "+incdir+$source/tb/uvm" "$mini/uvm_pkg.sv" -F "$source/tb/uvm/karat_uvm.f" --top karat_uvm_top; }

environment
environment -DKARAT_K=8 -DKARAT_RTL_F=24 -DKARAT_RTL_FLOOR=-132 -DKARAT_RTL_STAGES=4
environment -DKARAT_A_FMT=3 -DKARAT_B_FMT=4 -DKARAT_K=32 -DKARAT_M=1 -DKARAT_N=3
environment -DKARAT_A_FMT=2 -DKARAT_B_FMT=2 -DKARAT_C_FMT=0 -DKARAT_D_FMT=0 -DKARAT_K=1 -DKARAT_RTL_STAGES=0
clean "the checker" -F "$source/tb/sv/karat_sv.f" --top karat_checker
clean "the checker with scales" -F "$source/tb/sv/karat_sv.f" --top karat_checker -GS=2 -GAW=4 -GBW=4 -GK=64
clean "the testbench without UVM" -F "$source/rtl_ref/instructions/karat_hopper_hmma_16816_f32.f" -F "$source/tb/sv/karat_tile_tb.f" "$source/tests/sv/karat_unit.sv" --top karat_tile_tb
for list in "$source"/rtl_ref/instructions/karat_*_*.f; do
    top=$(basename "$list" .f)
    [ "$top" = karat_rtl_ref ] || clean "the reference RTL, $top" -F "$list" --top "$top"
done

# broken NAME TEXT FILE SED: with the edit, slang says TEXT
cp -r "$source/tb" "$source/dpi" "$source/rtl_ref" "$scratch/copy"
broken() {
    local file=$scratch/copy/$3
    sed -i.good "$4" "$file"
    cmp -s "$file" "$file.good" && { echo "FAILED: $1: the edit changes nothing"; exit 1; }
    if "${slang[@]}" "+incdir+$mini" "+incdir+$scratch/copy/tb/uvm" "$mini/uvm_pkg.sv" -F "$scratch/copy/tb/uvm/karat_uvm.f" --top karat_uvm_top >"$scratch/log" 2>&1; then
        echo "FAILED: $1: slang found nothing"
        exit 1
    fi
    grep -qF -- "$2" "$scratch/log" || { cat "$scratch/log"; echo "FAILED: $1: slang does not say \"$2\""; exit 1; }
    mv "$file.good" "$file"
    echo "caught: $1"
}
broken "a port that is not there" "port 'ready_x' does not exist" tb/uvm/karat_uvm_top.sv 's/\.ready_o(/.ready_x(/'
broken "a UVM method that is not there" "raise_objections" tb/uvm/karat_tests.svh 's/phase.raise_objection(/phase.raise_objections(/'
broken "an argument too few for the model" "too few arguments" tb/uvm/karat_scoreboard.svh "s/, '0, '0, d, wrong, report/, '0, d, wrong, report/"
broken "a task called in a function" "task" tb/uvm/karat_scoreboard.svh 's/^    tiles++;/    set_knobs();\n    tiles++;/'
broken "a cross of a coverpoint that is not there" "cp_nothing" tb/uvm/karat_covergroups.svh 's/cross cp_a, cp_b/cross cp_a, cp_nothing/'
broken "a warning: a truncated value" "width-trunc" tb/uvm/karat_tile_fill.svh "s/t.a\[m\]\[k\] = AW'(\$urandom())/t.a[m][k] = \$urandom()/"
