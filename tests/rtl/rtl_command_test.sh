#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# karat rtl: what it writes is a design as it stands, what it cannot write it refuses in one line. (Parameters refused at elaboration:
# refusals_test.py.) Usage: rtl_command_test.sh KARAT SCRATCH
set -u
karat=$(realpath "$1")
scratch=$2
failures=0
fail() {
    echo "rtl_command_test: $1"
    failures=$((failures + 1))
}
rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch" || exit 1

# ---- what it writes ----
"$karat" rtl --arch CDNA3 --instruction v_mfma_f32_16x16x32_fp8_bf8 --lanes 1x2 --top karat_cdna3 -o design >said || fail "karat rtl: exit status $?"
verilator --lint-only -Wall --assert -F design/karat_cdna3.f --top-module karat_cdna3 || fail "the design does not lint"
"$karat" run --spec design/karat_cdna3.json --a 1 --b 1 | grep -q "0x3f800000" || fail "the specification beside it does not run"
grep -q "verilator --lint-only -Wall -F design/karat_cdna3.f --top-module karat_cdna3" said || fail "it does not say how to read the design"

# ---- refusals of the command: exit status 2, one line, the word it must contain ----
bad() {
    local word=$1
    shift
    "$karat" rtl "$@" >said 2>complaint
    [ $? -eq 2 ] || fail "$*: not exit status 2"
    [ ! -s said ] && [ "$(wc -l <complaint)" -eq 1 ] && grep -q -- "$word" complaint || fail "$*: $(cat said complaint)"
}
hopper=(--arch Hopper --instruction HMMA.16816.F32)
bad "--out" "${hopper[@]}"
bad "--top" "${hopper[@]}" -o out --top module
bad "--top" "${hopper[@]}" -o out --top "karat_x y"
bad "_flat" "${hopper[@]}" -o out --top karat_x_flat
bad "empty" "${hopper[@]}" -o ""
bad "blank" "${hopper[@]}" -o "out of here"
bad "karat_tile" "${hopper[@]}" -o out --top karat_tile
bad "lanes" "${hopper[@]}" -o out --lanes 65x1
bad "stages" "${hopper[@]}" -o out --stages 5
bad "instruction" --arch Hopper -o out
bad "exponent_floor" "${hopper[@]}" -o out --set exponent_floor=-1001
bad "chain_format" --arch Ampere --instruction HMMA.16816.F32 -o out --set chain_format=e5m2
bad "F: " "${hopper[@]}" -o out --set F=601
echo '{"karat_spec": 1, "algorithm": "exact", "k": 4}' >exact.json
bad "exact" --spec exact.json -o out
echo '{"karat_spec": 1, "algorithm": "muladd", "k": 4, "product_format": "e4m3"}' >product.json
bad "product_format" --spec product.json -o out
[ -e out ] && fail "a refused design left a folder behind"
touch file
bad "not a folder" "${hopper[@]}" -o file
[ $failures -eq 0 ] && echo "karat rtl: as it should be"
exit $((failures != 0))
