#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The reference RTL under `verilator --lint-only -Wall` in every kind of configuration, and read by yosys; the example's RTL. No waivers.
set -euo pipefail
cd "$(dirname "$0")/../rtl_ref"
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
yosys -q -p "read_verilog -sv $(grep -v '^//' karat_fda.f | grep -v karat_fda_tile.sv | tr '\n' ' '); hierarchy -check -top karat_fda_array; proc; check -assert"
echo "${#configurations[@]} configurations clean, yosys reads karat_fda_array"
