#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The reference RTL in every kind of design under `verilator --lint-only -Wall`, and read by yosys; the
# SystemVerilog beside it; the example's RTL. No waivers. Random recipes: tests/rtl/random_lint_test.py.
# Usage: lint_rtl.sh KARAT [VENV]; with a folder for scripts/uvm_venv.sh, slang elaborates each too, if PyPI
# can be reached.
set -euo pipefail
karat=$(realpath "${1:-build/cli/karat}")
root=$(cd "$(dirname "$0")/.." && pwd)
python=""
if [ -n "${2:-}" ]; then
    venv=$(realpath -m "$2")
    if "$root/scripts/uvm_venv.sh" "$venv"; then
        python=$venv/bin/python
    else
        echo "no pyslang: slang elaborates nothing"
    fi
fi
cd "$root"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
lint() { verilator --lint-only -Wall --top-module "$@"; }

# A design: its folder and its top, whose file list has its name; then the files that yosys reads, seen from
# that folder.
designs=0
design() {
    local folder=$1 top=$2
    shift 2
    lint "$top" --assert -F "$folder/$top.f"
    (cd "$folder" &&
        yosys -q -p "read_verilog -sv $*; hierarchy -check -top ${top}_flat; proc; check -assert")
    if [ -n "$python" ]; then
        "$python" scripts/slang_elaborate.py -F "$folder/$top.f" --top "$top" >"$work/slang" ||
            { cat "$work/slang"; exit 1; }
    fi
    designs=$((designs + 1))
}

# ---- SystemVerilog that is not of a design ----
sv=(--timing -F tb/sv/karat_sv.f)
lint karat_wrapper examples/bring_your_own_rtl/{karat_wrapper,rtl/tensor_core,rtl/dot4}.sv
lint karat_checker "${sv[@]}"
lint karat_tile_tb -F rtl_ref/instructions/karat_hopper_hmma_16816_f32.f "${sv[@]}" tests/sv/karat_unit.sv \
    tb/sv/karat_tile_tb.sv
lint karat_pkg_test "${sv[@]}" tests/sv/karat_pkg_test.sv

# ---- The designs that are kept ----
mapfile -t cells < <(grep '\.sv$' rtl_ref/karat_cells.f | grep -v karat_port_check.sv)
for list in rtl_ref/instructions/*.f; do
    top=$(basename "$list" .f)
    [ "$top" = karat_rtl_ref ] && continue
    design rtl_ref/instructions "$top" "${cells[@]/#/../}" "${top}_lane.sv" "${top}_flat.sv"
done
[ "$designs" -ge 10 ] || { echo "lint_rtl.sh: only $designs designs in rtl_ref/instructions"; exit 1; }

# ---- Every kind of design, as karat writes it ----
unit() {
    rm -rf "$work/rtl"
    local files lanes=(--lanes 1x2)
    [[ "$*" = *--lanes* ]] && lanes=()
    "$karat" rtl --out "$work/rtl" "${lanes[@]}" "$@" >/dev/null
    mapfile -t files < <(grep '\.sv$' "$work/rtl/karat_top.f" |
                         grep -v -x -e karat_top.sv -e karat_port_check.sv)
    design "$work/rtl" karat_top "${files[@]}"
}
spec() {
    local text=$1
    shift
    echo "{\"karat_spec\": 1, $text}" >"$work/spec.json"
    unit --spec "$work/spec.json" "$@"
}
# Of fp16, fp32 and k = 4: more attributes of the operands, the result.
recipe() {
    local operands=$1 result=$2
    shift 2
    echo "{\"karat_recipe\": 1, \"operands\": {\"k\": 4$operands}, \"result\": $result}" >"$work/recipe.json"
    unit --spec "$work/recipe.json" "$@"
}
unit --arch Hopper --instruction HMMA.16816.F32 --lanes 3x1 --stages 7  # FDA
unit --arch Ada --instruction QMMA.16832.F32.E4M3.E5M2 --stages 14  # CoFDA, E8M13
unit --arch RTXBlackwell --instruction QMMA.SF.16832.F32.E4M3.E2M1.E8 --stages 7  # MX
unit --arch RTXBlackwell --instruction QMMA.16832.F16.E3M2.E2M3 --stages 0
unit --arch Hopper --instruction mma.m16n8k32.f16.e5m2.e4m3.f16 --stages 2  # converted, c late
unit --arch Blackwell --instruction UTCOMMA.4X --stages 11  # GDFS
unit --arch CDNA3 --instruction v_mfma_f32_16x16x8_xf32  # CoFDRDA
unit --arch CDNA3 --instruction v_mfma_f32_16x16x32_fp8_bf8 --stages 20  # CoGFDRDA
unit --arch CDNA2 --instruction v_mfma_f32_32x32x8f16 --stages 23  # GPS, flushing
unit --arch CDNA1 --instruction v_mfma_f32_32x32x4bf16 --stages 0
unit --arch Hopper --instruction DMMA.884 --stages 2  # SFMA
unit --arch RDNA4 --instruction v_wmma_f32_16x16x16_f16_w32 --stages 3  # common grid, NaNs by source
unit --arch RDNA4 --instruction v_dot2_f32_bf16
unit --arch RISCV --instruction vfwbdot.vv.bf16.k8 --stages 2  # rounded to odd
spec '"algorithm": "sda", "k": 8, "terms": 4, "F": 20, "dot_format": "fp16", "sticky": "ored"' --stages 4
spec '"algorithm": "muladd", "k": 3, "product_format": "fp16", "overflow": "ieee", "output_rounding": "RD"'
spec '"algorithm": "gfda", "k": 8, "group": 4, "F_inner": 14, "group_pattern": "interleaved",
      "zero_group": "counted"'
spec '"algorithm": "gps", "k": 5, "pairing": "half", "c_place": "leaf_first"' --stages 3
spec '"algorithm": "fda", "k": 4, "terms": 2, "F": "exact", "zero_sum": "ieee", "zero_product": "minus126",
      "zero_c": "format_min"'
# scale factors of sums
recipe ', "a": "e4m3", "b": "e4m3", "scale": "ue4m3", "scale_block": 2' \
    '{"sum": [{"of": {"sum": [{"of": "product", "F": 9}]}, "parts": 2, "scaled": true, "F": 18,
               "rounding": "RNZ", "zero": "counted"},
              {"of": "c", "F": 21}], "floor": -20, "round": {"format": "fp32"}}' --stages 4
# a sum in a sum in a sum
recipe '' \
    '{"sum": [{"of": {"sum": [{"of": {"sum": [{"of": "product", "F": 12, "rounding": "RU"}]}, "parts": 2,
                               "F": 14, "rounding": "RD"}]}, "F": 18, "cutoff": 9},
              {"of": "c", "F": 21}], "round": {"format": "fp32", "rounding": "RA", "flush": true}}' --stages 2
# a chain from +0
recipe '' \
    '{"sum": [{"of": {"slices": 2, "start": "zero", "chain": {
                   "sum": [{"of": "product", "F": 25}, {"of": "acc", "F": 25}],
                   "round": {"format": "bf16"}}}},
              {"of": "c"}], "round": {"format": "fp32", "nan": "any"}}' --stages 0
# NaNs by their source
recipe '' \
    '{"slices": 4, "start": "c", "chain": {"sum": [{"of": "product"}, {"of": "acc"}],
                                           "round": {"format": "fp32", "nan": "x86"}}}' --stages 6
echo "$designs designs clean under verilator -Wall and in yosys${python:+, elaborated by slang}"
