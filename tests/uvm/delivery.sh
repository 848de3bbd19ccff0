#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Bender.yml and the .core files match the .f lists, and every SystemVerilog file is in a list. FuseSoC reads
# the cores, lints the RTL and sets up the UVM environment. Lists broken on purpose are rejected. Exit status
# 77: PyPI cannot be reached.
#   delivery.sh SOURCE_DIR VENV SCRATCH_DIR
set -euo pipefail
source=$1 venv=$2 scratch=$3
"$source/scripts/delivery_files.py" --check
rm -rf "$scratch"
mkdir -p "$scratch/copy/tb"
cd "$scratch"
cp -r "$source"/{rtl_ref,dpi,scripts,Bender.yml,CMakeLists.txt} copy
cp -r "$source"/tb/{sv,uvm} copy/tb
copy/scripts/delivery_files.py --check >/dev/null

fail() { echo "FAILED: $1"; [ ! -e log ] || tail -20 log; exit 1; }
# refused TEXT: the check of the copy fails and prints TEXT; then the copy is restored
refused() {
    if copy/scripts/delivery_files.py --check >log; then fail "the check passes, expected \"$1\""; fi
    grep -qF -- "$1" log || fail "the check does not print \"$1\""
    rm -rf copy/rtl_ref copy/Bender.yml
    cp -r "$source"/{rtl_ref,Bender.yml} copy
    echo "caught: $1"
}
touch copy/rtl_ref/integer/forgotten.sv
refused 'rtl_ref/integer/forgotten.sv is not in any .f list'
echo missing.sv >>copy/rtl_ref/karat_cells.f
refused 'rtl_ref/missing.sv does not exist'
sed -i '/karat_rtl_pkg.sv/d' copy/Bender.yml
refused 'Bender.yml does not match the .f lists'
sed -i 's/karat_rtl_pkg.sv/karat_rtl_pgk.sv/' copy/rtl_ref/karat_cells.core
refused 'rtl_ref/karat_cells.core does not match the .f lists'
rm -f log

# The table of what was run with a real UVM library has the rows that tests/uvm/accellera.sh prints.
rows() { sed -nE "s/^row '([^']*)'.*/\1/p" "$1"; }
of_page() { sed -n '/^| run | result |/,/^$/p' "$1" | sed -nE '3,$s/^\| ([^|]*) \|.*/\1/p'; }
[ "$(rows "$source/tests/uvm/accellera.sh" | wc -l)" -gt 20 ] || fail "accellera.sh has no rows"
diff <(rows "$source/tests/uvm/accellera.sh") <(of_page "$source/docs/how-to/run-uvm.md") >log ||
    { cat log; fail "docs/how-to/run-uvm.md has another table than tests/uvm/accellera.sh prints"; }
rm -f log

"$source/scripts/uvm_venv.sh" "$venv" || { [ $? -eq 77 ] && echo "skipped: no FuseSoC" && exit 77; exit 1; }
"$venv/bin/python" - "$source/Bender.yml" <<'PYTHON'
import pathlib, sys, yaml
path = pathlib.Path(sys.argv[1])
sources = yaml.safe_load(path.read_text(encoding="utf-8"))["sources"]
missing = [file for group in sources for file in group["files"] if not (path.parent / file).is_file()]
assert sources and not missing, missing
PYTHON
fusesoc=("$venv/bin/fusesoc")
for folder in rtl_ref dpi tb; do fusesoc+=(--cores-root "$source/$folder"); done
"${fusesoc[@]}" core list >log 2>&1 || fail "fusesoc core list"
for core in rtl_ref dpi checker uvm; do
    grep -q "karat:karat:$core:" log || fail "FuseSoC does not find karat:karat:$core"
done
for core in checker uvm; do
    "${fusesoc[@]}" run --setup --build-root setup --tool verilator karat:karat:$core >log 2>&1 ||
        fail "FuseSoC cannot set up karat:karat:$core"
    grep -rq karat_pkg.sv setup/karat_karat_${core}_* ||
        fail "karat:karat:$core does not include karat_pkg.sv"
done
if command -v verilator >/dev/null; then
    "${fusesoc[@]}" run --build-root lint --target lint karat:karat:rtl_ref >log 2>&1 ||
        fail "fusesoc --target lint of the RTL"
fi
echo "Bender.yml and FuseSoC cores: all good"
