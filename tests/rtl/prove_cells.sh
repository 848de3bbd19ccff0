#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# prove_cells.sh RTL_REF [CELL]: proves each row of cells.txt. Every cell of karat_cells.f must have a
# reference. The module cell_pair of CELL.sv is the cell; with REFERENCE=1 it is the reference. Combinational
# cells are proved by combinational equivalence checking (yosys-abc cec), cells with registers by property
# directed reachability (yosys-abc pdr), which covers any number of clock cycles.
set -euo pipefail
rtl=$(realpath "${1:?usage: prove_cells.sh RTL_REF [CELL]}")
only=${2:-}
cd "$(dirname "$0")/cells"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The port check is for simulation only.
mapfile -t files < <(grep '\.sv$' "$rtl/karat_cells.f" | grep -v karat_port_check.sv)
sources=${files[*]/#/$rtl/}
mapfile -t listed < <(basename -s .sv -- "${files[@]}")

for name in "${listed[@]}"; do
    [[ -n $only || $name == *_pkg ]] && continue
    if ! grep -qw "$name" ./*.sv; then
        echo "prove: $name has no reference"
        exit 1
    fi
done

# equivalent CELL REFERENCE: succeeds if the two netlists are equivalent.
equivalent() {
    local question="cec -n $1 $2" answer="Networks are equivalent"
    if grep -q '^\.latch' "$1" "$2"; then
        question="miter $1 $2; undc; strash; zero; pdr"
        answer="Property proved"
    fi
    yosys-abc -c "$question" >"$work/log" 2>&1 || true
    grep -q "$answer" "$work/log"
}

# REFERENCE=0 must instantiate a cell and REFERENCE=1 must not, so that no reference is compared with itself.
cells_inside=(any none)
cells=0
sets=0
while read -r cell; do
    [[ -n $only && $cell != "$only" ]] && continue
    # One Yosys run per cell: reading the sources and mapping to gates once is faster than doing it for every
    # row. Apart from constant folding the two netlists stay as written.
    mapfile -t rows < <(sed -n -E "s/^$cell( +|\$)//p" cells.txt)
    script="read_verilog -sv $sources $PWD/number.sv $PWD/$cell.sv; design -save both"
    for row in "${!rows[@]}"; do
        set=""
        for parameter in ${rows[row]}; do set="$set -set ${parameter%=*} ${parameter#*=}"; done
        for side in 0 1; do
            script="$script; design -load both; chparam $set -set REFERENCE $side cell_pair
                hierarchy -check -top cell_pair; select -assert-${cells_inside[side]} t:*karat_*
                proc; async2sync; flatten; opt_expr; opt_clean
                rename -top side_${side}_$row; design -copy-to all side_${side}_$row"
        done
    done
    rm -f "$work"/*.blif
    yosys -q -p "$script
        design -load all; techmap; dfflegalize -cell \$_DFF_P_ 01; opt_clean; write_blif $work/all"
    awk -v work="$work" '/^\.model/ { file = work "/" $2 ".blif"; $2 = "same" } file { print > file }' \
        "$work/all"
    for row in "${!rows[@]}"; do
        if ! equivalent "$work/side_0_$row.blif" "$work/side_1_$row.blif"; then
            echo "prove: $cell ${rows[row]}: not equivalent"
            cat "$work/log"
            exit 1
        fi
        sets=$((sets + 1))
    done
    cells=$((cells + 1))
done < <(sed -E '/^(#|$)/d; s/ .*//' cells.txt | uniq)
if [ "$cells" -eq 0 ]; then
    echo "prove: there is no cell \"$only\""
    exit 2
fi
echo "$cells cells proved equivalent to their references, with $sets sets of parameters"
