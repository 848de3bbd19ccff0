#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# slang elaborates every SystemVerilog source: the UVM environment around RTL that karat writes (in several
# shapes), the packages, the checker and the RTL. slang must reject sources that are broken on purpose. Exit
# status 77: PyPI cannot be reached.
#   elaborate.sh SOURCE_DIR VENV SCRATCH_DIR KARAT
set -euo pipefail
source=$1 venv=$2 scratch=$3 karat=$4
"$source/scripts/uvm_venv.sh" "$venv" || { [ $? -eq 77 ] && echo "skipped: no pyslang" && exit 77; exit 1; }
rm -rf "$scratch"
mkdir -p "$scratch/copy"
cat >"$scratch/karat_top.sv" <<'UNIT'
module karat_top (
    input logic clk_i, rst_ni, valid_i, ready_i, [1:0][299:0][15:0] a_i, b_i, [1:0][1:0][31:0] c_i,
    output logic ready_o, valid_o, [1:0][1:0][31:0] d_o
);
  assign ready_o = ready_i & rst_ni & clk_i;
  assign valid_o = valid_i;
  for (genvar i = 0; i < 4; i++) begin : g_lane
    assign d_o[i/2][i%2] = c_i[i/2][i%2] ^ {31'b0, ^a_i[i/2] ^ ^b_i[i%2]};
  end
endmodule
UNIT
slang=("$venv/bin/python" "$source/scripts/slang_elaborate.py" --timescale 1ns/1ps)
mini=$source/tests/uvm/mini_uvm/src

# clean NAME WORD...: slang prints neither an error nor a warning
clean() {
    local name=$1
    shift
    "${slang[@]}" "$@" >"$scratch/log" 2>&1 || { cat "$scratch/log"; echo "FAILED: $name"; exit 1; }
    echo "clean: $name"
}
# environment NAME OPTION...: the UVM environment around the RTL that karat writes with these options
environment() {
    local name=$1
    shift
    "$karat" rtl --top karat_top --out "$scratch/$name" "$@" >"$scratch/log" 2>&1 || \
        { cat "$scratch/log"; echo "FAILED: karat rtl $*"; exit 1; }
    clean "the UVM environment, $name" "${uvm[@]}" "+incdir+$source/tb/uvm" -F "$source/tb/uvm/karat_uvm.f" \
        "+incdir+$scratch/$name" -F "$scratch/$name/karat_top.f"
}
uvm=("+incdir+$mini" "$mini/uvm_pkg.sv" --top karat_uvm_top)

environment fp16 --arch Hopper --instruction HMMA.16816.F32
environment e8m13 --arch Hopper --instruction QGMMA.64x8x32.F32.E4M3.E4M3 --lanes 1x2
environment tf32 --arch Ampere --instruction HMMA.1688.F32.TF32 --lanes 1x3
environment scaled --arch RTXBlackwell --instruction OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X --lanes 3x1 \
    --stages 0
environment fp6 --arch Blackwell --instruction UTCQMMA.SF.128x64x32.F32.E3M2.E2M3.E8 --lanes 1x1
environment sparse --arch Hopper --instruction HMMA.16816.F32 --set metadata=2:4 --lanes 1x2
environment sparse_1_2 --arch Hopper --instruction HMMA.1688.F32.TF32 --set metadata=1:2 --lanes 2x1
environment own --spec "$source/tests/uvm/own_recipe.json"
"$karat" rtl --top karat_matrix_core --out "$scratch/core" --arch Hopper --instruction HMMA.16816.F32 \
    >"$scratch/log"
chip=(-Wno-case-redundant-default -F "$scratch/core/karat_matrix_core.f" -F
    "$source/examples/uvm_chip/chip.f" --top chip_top)
clean "a chip with two units, one with a passive agent" "${uvm[@]:0:2}" -F "$source/tb/uvm/karat_uvm_env.f" \
    "${chip[@]}"
modes=$source/examples/unit_with_modes/rtl
flags=$source/tests/rtl/units/raises_flags
for contract in unit sticky; do
    "$karat" adapter "$flags/$contract.json" --watch uvm --out "$scratch/watch_$contract" >"$scratch/log"
    clean "a watch with flags, $contract" -Wno-case-redundant-default "${uvm[@]:0:2}" \
        -F "$source/tb/uvm/karat_uvm_env.f" "$modes"/{fp8_to_fixed,fp16_to_fixed,fp8_dot4,round_fp16}.sv \
        "$flags/raises_flags.sv" -F "$scratch/watch_$contract/karat_watch.f" --top raises_flags
    "$karat" adapter "$flags/$contract.json" --checker --out "$scratch/bound_$contract" >"$scratch/log"
    clean "the checker with flags, $contract" -Wno-case-redundant-default -F "$source/tb/sv/karat_sv.f" \
        -F "$scratch/bound_$contract/karat_adapter.f" "$scratch/bound_$contract/karat_adapter_checker.sv" \
        --top karat_adapter
done
watch=$source/tests/uvm/watch
"$watch/prepare.sh" "$karat" "$scratch/watched"
clean "watches in seven instances" -Wno-case-redundant-default "${uvm[@]:0:2}" \
    -F "$source/tb/uvm/karat_uvm_env.f" -F "$scratch/watched/watch_all.f" --top watch_top
for pair in M=2 N=2 K=300 AW=16 BW=16 CW=32 DW=32; do echo "\`define KARAT_${pair/=/ }"; done \
    >"$scratch/karat_top_shape.svh"
clean "the UVM environment around a user's unit" "+incdir+$mini" "$mini/uvm_pkg.sv" -F \
    "$source/tb/uvm/karat_uvm.f" --top karat_uvm_top "+incdir+$scratch" "$scratch/karat_top.sv"
clean "the packages" -F "$source/dpi/karat_dpi.f" \
    "$source"/tests/sv/karat_{sparse_checks,flags_checks,pkg_test}.sv --top karat_pkg_test
clean "the checker" -F "$source/tb/sv/karat_sv.f" --top karat_checker
clean "the checker with scales" -F "$source/tb/sv/karat_sv.f" --top karat_checker -GS=2 -GAW=4 -GBW=4 -GK=64
clean "the checker with metadata" -F "$source/tb/sv/karat_sv.f" --top karat_checker -GG=8
clean "the checker's test with metadata" -F "$source/tb/sv/karat_sv.f" \
    "$source"/tests/sv/karat_sparse_{unit,driver,tb}.sv --top karat_sparse_tb
clean "the testbench without UVM" -F "$source/rtl_ref/instructions/karat_hopper_hmma_16816_f32.f" \
    -F "$source/tb/sv/karat_tile_tb.f" "$source/tests/sv/karat_unit.sv" --top karat_tile_tb
for list in "$source"/rtl_ref/instructions/karat_*_*.f; do
    top=$(basename "$list" .f)
    [ "$top" = karat_rtl_ref ] || clean "the reference RTL, $top" -F "$list" --top "$top"
done

# broken NAME TEXT FILE SED: with the edit, slang prints TEXT
cp -r "$source/tb" "$source/dpi" "$scratch/copy"
broken() {
    local file=$scratch/copy/$3
    sed -i.good "$4" "$file"
    cmp -s "$file" "$file.good" && { echo "FAILED: $1: the edit changes nothing"; exit 1; }
    if "${slang[@]}" "${top[@]}" "+incdir+$scratch/copy/tb/uvm" -F "$scratch/copy/tb/uvm/karat_uvm.f" \
        "+incdir+$scratch/fp16" "${rtl[@]}" >"$scratch/log" 2>&1; then
        echo "FAILED: $1: slang found nothing"
        exit 1
    fi
    grep -qF -- "$2" "$scratch/log" || \
        { cat "$scratch/log"; echo "FAILED: $1: slang does not print \"$2\""; exit 1; }
    mv "$file.good" "$file"
    echo "caught: $1"
}
top=("${uvm[@]}")
rtl=(-F "$scratch/fp16/karat_top.f")
broken "a port that is not connected" "port 'valid_i'" tb/uvm/karat_bench.svh \
    's/wire valid_i = /wire valid_x = /'
broken "a UVM method that does not exist" "raise_objections" tb/uvm/karat_tests.svh \
    's/phase.raise_objection(/phase.raise_objections(/'
broken "a missing argument of the model" "too few arguments" tb/uvm/karat_scoreboard.svh \
    's/answer, wrong, sentence/answer, wrong/'
broken "a task called in a function" "task" dpi/karat_model.svh 's/function void set_knob/task set_knob/;
    /karat_dpi_set_knob/,/endfunction/s/endfunction/endtask/'
broken "a covergroup argument that does not exist" "SIZES" tb/uvm/karat_covergroups.svh \
    's/\[0:SIZE-1\]/[0:SIZES-1]/'
broken "a warning: a truncated value" "width-trunc" tb/uvm/karat_sequences.svh \
    's/item.index = 64.(i)/item.idle = 64'"'"'(i)/'
top=("${uvm[@]:0:2}")
rtl=("${chip[@]}")
broken "an initial value in the interface" "cannot mix continuous and procedural assignments" \
    tb/uvm/karat_tile_if.sv "s/valid_i;/valid_i = 1'b0;/"
