#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# karat rtl writes a complete design, or prints a one-line error if it cannot. (refusals_test.py covers
# the parameters that elaboration rejects.) Usage: rtl_command_test.sh KARAT SCRATCH
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

# ---- The design ----
lint() { verilator --lint-only -Wall --assert -F "$1/$2.f" --top-module "$2" || fail "$1/$2 does not lint"; }
cdna3=(--arch CDNA3 --instruction v_mfma_f32_16x16x32_fp8_bf8)
"$karat" rtl "${cdna3[@]}" --lanes 1x2 --top karat_cdna3 -o design >said ||
    fail "karat rtl: exit status $?"
lint design karat_cdna3
"$karat" run --spec design/karat_cdna3.json --a 1 --b 1 | grep -q "0x3f800000" ||
    fail "the written specification does not run"
grep -q "verilator --lint-only -Wall -F design/karat_cdna3.f --top-module karat_cdna3" said ||
    fail "the command that reads the design is not printed"
grep -q "^$(find design -type f | wc -l) files in design$" said ||
    fail "wrong number of files: $(cat said)"
for part in .f .json .sv _flat.sv _lane.sv _shape.svh; do
    [ -s "design/karat_cdna3$part" ] || fail "karat_cdna3$part was not written"
done
for macro in "M 1" "N 2" "K 32" "AW 8" "BW 8" "CW 32" "DW 32"; do
    grep -qx "\`define KARAT_$macro" design/karat_cdna3_shape.svh || fail "no KARAT_$macro in the shape file"
done

# Two designs share a folder; writing the second leaves the first unchanged.
cp design/karat_cdna3_lane.sv before.sv
volta=(--arch Volta --instruction HMMA.884.F32.F32)
"$karat" rtl "${volta[@]}" --lanes 1x1 --top karat_volta -o design >said ||
    fail "karat rtl of a second design: exit status $?"
cmp -s before.sv design/karat_cdna3_lane.sv || fail "a second design changed the first"
lint design karat_cdna3
lint design karat_volta

# A user-defined recipe that no knobs describe.
cat >own.json <<'EOT'
{"karat_recipe": 1, "operands": {"a": "e4m3", "b": "e4m3", "k": 4, "scale": "ue4m3", "scale_block": 2},
 "result": {"sum": [{"of": {"sum": [{"of": "product", "F": 9}]}, "parts": 2, "scaled": true, "F": 18,
                     "rounding": "RNZ"},
                    {"of": "c", "F": 21}], "floor": -20, "round": {"format": "fp32"}}}
EOT
"$karat" rtl --spec own.json --lanes 2x1 --stages 3 -o own >said ||
    fail "karat rtl of a user-defined recipe: exit status $?"
lint own karat_top
grep -qx '`define KARAT_S 2' own/karat_top_shape.svh ||
    fail "no scale factors in the shape file of the recipe"
"$karat" run --spec own/karat_top.json --a 1 --b 1 | grep -q "0x3f800000" ||
    fail "the written recipe does not run"

# ---- Refusals: exit status 2 and one line that contains the given word ----
bad() {
    local word=$1
    shift
    "$karat" rtl "$@" >said 2>complaint
    [ $? -eq 2 ] || fail "$*: not exit status 2"
    [ ! -s said ] && [ "$(wc -l <complaint)" -eq 1 ] && grep -q -- "$word" complaint ||
        fail "$*: $(cat said complaint)"
}
refused() {
    local word=$1
    echo "{\"karat_recipe\": 1, \"operands\": {\"k\": 4$2}, \"result\": $3}" >refused.json
    bad "$word" --spec refused.json -o out
}
hopper=(--arch Hopper --instruction HMMA.16816.F32)
bad "--out" "${hopper[@]}"
bad "--top" "${hopper[@]}" -o out --top module
bad "--top" "${hopper[@]}" -o out --top "karat_x y"
bad "_flat" "${hopper[@]}" -o out --top karat_x_flat
bad "empty" "${hopper[@]}" -o ""
bad "blank" "${hopper[@]}" -o "out of here"
bad "karat_align is a module of the reference RTL" "${hopper[@]}" -o out --top karat_align
bad "lanes" "${hopper[@]}" -o out --lanes 65x1
bad "stages: 8 is not allowed; this recipe allows 0..7" "${hopper[@]}" -o out --stages 8
bad "stages" "${hopper[@]}" -o out --stages -1
bad "instruction" --arch Hopper -o out
bad "exponent_floor" "${hopper[@]}" -o out --set exponent_floor=-2001
bad "F: 1025" "${hopper[@]}" -o out --set F=1025
"$karat" rtl "${hopper[@]}" -o deepest --lanes 1x1 --stages 7 >said ||
    fail "the largest number of stages is refused"

# Recipes that karat rtl cannot build (rtl_ref/README.md).
fp32='"round": {"format": "fp32"}'
scaled='{"of": {"sum": [{"of": "product", "F": 8}]}, "parts": 4, "scaled": true, "compared_by": "scale"}'
common='{"of": {"grid": "common", "sum": [{"of": "product", "F": 20}]}}'
refused "grid: a sum on a common grid must be rounded" '' "{\"sum\": [$common, {\"of\": \"c\"}], $fp32}"
refused "compared by its scale factors must be exact" ', "scale": "ue8m0"' \
    "{\"sum\": [$scaled, {\"of\": \"c\"}], $fp32}"
refused "round.nan: x86 is not supported together with converted operands" ', "convert": "fp32"' \
    '{"sum": [{"of": "product"}, {"of": "c"}], "round": {"format": "fp32", "nan": "x86"}}'
refused "round.nan: amd_rdna is not supported together with scale factors" ', "scale": "ue8m0"' \
    '{"sum": [{"of": "product", "scaled": true}, {"of": "c"}],
      "round": {"format": "fp32", "nan": "amd_rdna"}}'
[ -e out ] && fail "a refused design leaves a folder behind"
touch file
bad "not a folder" "${hopper[@]}" -o file
[ $failures -eq 0 ] && echo "karat rtl: all good"
exit $((failures != 0))
