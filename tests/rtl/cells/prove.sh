#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# prove.sh RTL_REF [CELL]: each cell of cells.txt against its description, by combinational equivalence (yosys-abc cec).
set -euo pipefail
rtl=$(realpath "${1:?usage: prove.sh RTL_REF [CELL]}")
only=${2:-}
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
proved=0
while read -r cell parameters; do
    [[ -z $cell || $cell == \#* || (-n $only && $cell != "$only") ]] && continue
    sets=""
    for parameter in $parameters; do sets="$sets -set ${parameter%=*} ${parameter#*=}"; done
    # shellcheck disable=SC2046
    sources=$(cd "$rtl" && grep -h -E '^karat_(rtl_pkg|spec_pkg|round_inc|shift_right_sticky|lzc|max_tree|add_tree|sign_magnitude|unpack|convert|mul|special|align)\.sv$' karat_rtl.f | sed "s|^|$rtl/|" | tr '\n' ' ')
    for side in dut ref; do
        yosys -q -p "read_verilog -sv $sources $PWD/$cell.sv; ${sets:+chparam $sets cell_$side;} hierarchy -check -top cell_$side
            proc; flatten; opt -full; techmap; opt; rename -top same; write_blif $work/$side.blif"
    done
    yosys-abc -c "cec -n $work/dut.blif $work/ref.blif" >"$work/log" 2>&1 || true
    if ! grep -q "Networks are equivalent" "$work/log"; then
        echo "prove: $cell $parameters: not equivalent"
        cat "$work/log"
        exit 1
    fi
    proved=$((proved + 1))
done <cells.txt
if [ "$proved" -eq 0 ]; then
    echo "prove: no cell is called \"$only\""
    exit 2
fi
echo "$proved cells proved equivalent to their descriptions"
