#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The reference RTL in every kind of configuration under `verilator --lint-only -Wall`, and read by yosys; the example's RTL. No waivers.
# Usage: lint_rtl.sh KARAT [VENV]; with a folder for scripts/uvm_venv.sh, slang elaborates each too, if PyPI can be reached.
set -euo pipefail
karat=$(realpath "${1:-build/cli/karat}")
root=$(cd "$(dirname "$0")/.." && pwd)
python=""
if [ -n "${2:-}" ]; then
    venv=$(realpath -m "$2")
    if "$root/scripts/uvm_venv.sh" "$venv"; then python=$venv/bin/python; else echo "no pyslang: slang elaborates nothing"; fi
fi
cd "$root/rtl_ref"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The tile to be set by hand.
configurations=(
    "" "-GF=24" "-GA_FMT=1 -GB_FMT=1" "-GA_FMT=2 -GB_FMT=2 -GK=8" "-GA_FMT=3 -GB_FMT=3 -GK=32 -GF=13 -GOUTPUT_FRACTION=13"
    "-GA_FMT=4 -GB_FMT=4 -GC_FMT=0 -GD_FMT=0 -GOUTPUT_ROUNDING=4 -GFLOOR=-21" "-GC_FMT=0" "-GSTAGES=0" "-GSTAGES=2" "-GSTAGES=3" "-GSTAGES=4"
    "-GM=1 -GN=1" "-GM=3 -GN=5" "-GF=1" "-GF=64" "-GK=1" "-GK=5" "-GALIGN_ROUNDING=1 -GOUTPUT_ROUNDING=9"
)
for configuration in "${configurations[@]}"; do
    # shellcheck disable=SC2086
    verilator --lint-only -Wall -F karat_fda.f --top-module karat_fda_tile $configuration
done
verilator --lint-only -Wall --top-module karat_wrapper ../examples/bring_your_own_rtl/{karat_wrapper,rtl/tensor_core,rtl/dot4}.sv
verilator --lint-only --timing -Wall -F ../tb/sv/karat_sv.f --top-module karat_checker
verilator --lint-only --timing -Wall -F karat_fda.f -F ../tb/sv/karat_sv.f ../tests/sv/karat_unit.sv ../tb/sv/karat_tile_tb.sv --top-module karat_tile_tb
verilator --lint-only --timing -Wall -F ../tb/sv/karat_sv.f ../tests/sv/karat_pkg_test.sv --top-module karat_pkg_test

# Every unit, as karat writes it.
units=0
unit() {
    rm -rf "$work/rtl"
    "$karat" rtl --out "$work/rtl" "$@" >/dev/null
    verilator --lint-only -Wall --assert -F "$work/rtl/karat_top.f" --top-module karat_top
    (cd "$work/rtl" && yosys -q -p "read_verilog -sv $(grep -v -e '^//' -e karat_top.sv -e karat_fda_tile.sv -e karat_port_check.sv karat_top.f | tr '\n' ' ')
        hierarchy -check -top karat_top_flat; proc; check -assert")
    if [ -n "$python" ]; then "$python" "$root/scripts/slang_elaborate.py" -F "$work/rtl/karat_top.f" --top karat_top >"$work/slang" || { cat "$work/slang"; exit 1; }; fi
    units=$((units + 1))
}

spec() {
    local text=$1
    shift
    echo "{\"karat_spec\": 1, $text}" >"$work/spec.json"
    unit --spec "$work/spec.json" "$@"
}
small=(--lanes 1x2)
unit --arch Ada --instruction QMMA.16832.F32.E4M3.E5M2 "${small[@]}"                                # CoFDA, E8M13
unit --arch RTXBlackwell --instruction QMMA.SF.16832.F32.E4M3.E2M1.E8 "${small[@]}" --stages 4      # MX
unit --arch RTXBlackwell --instruction QMMA.16832.F16.E3M2.E2M3 "${small[@]}" --stages 0
unit --arch Hopper --instruction mma.m16n8k32.f16.e5m2.e4m3.f16 "${small[@]}" --stages 2            # converted, c late
unit --arch Blackwell --instruction UTCOMMA.4X "${small[@]}" --stages 3                             # GDFS
unit --arch CDNA3 --instruction v_mfma_f32_16x16x8_xf32 "${small[@]}"                               # CoFDRDA
unit --arch CDNA3 --instruction v_mfma_f32_16x16x32_fp8_bf8 "${small[@]}" --stages 4                # CoGFDRDA
unit --arch CDNA2 --instruction v_mfma_f32_32x32x8f16 "${small[@]}" --stages 4                      # GPS, flushing
unit --arch CDNA1 --instruction v_mfma_f32_32x32x4bf16 "${small[@]}" --stages 0
unit --arch Hopper --instruction DMMA.884 "${small[@]}" --stages 2                                  # SFMA
spec '"algorithm": "sda", "k": 8, "terms": 4, "F": 20, "dot_format": "fp16", "sticky": "ored"' "${small[@]}" --stages 4
spec '"algorithm": "muladd", "k": 3, "product_format": "fp16", "overflow": "ieee", "output_rounding": "RD"' "${small[@]}"
spec '"algorithm": "gfda", "k": 8, "group": 4, "F_inner": 14, "group_pattern": "interleaved", "zero_group": "counted"' "${small[@]}"
spec '"algorithm": "gps", "k": 5, "pairing": "half", "c_place": "leaf_first"' "${small[@]}" --stages 3
spec '"algorithm": "fda", "k": 4, "terms": 2, "F": "exact", "zero_sum": "ieee", "zero_product": "minus126", "zero_c": "format_min"' "${small[@]}"
echo "${#configurations[@]} configurations of karat_fda_tile, $units units clean under verilator -Wall and in yosys${python:+, elaborated by slang}"
