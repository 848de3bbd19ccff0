#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the cocotb testbench. The first run creates a Python environment with the pinned cocotb release, and
# generates and Verilates the reference RTL.
# Usage: run.sh LIBKARAT_DPI BUILD_DIR [NAME=VALUE...], as in TILES=1000 SEED=1 F=25.
# The environment variable KARAT is the path of the program karat (default: near the library).
# Exit status 77: PyPI cannot be reached.
set -euo pipefail
[ $# -ge 2 ] || { echo "usage: run.sh LIBKARAT_DPI BUILD_DIR [NAME=VALUE...]" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
library=$(realpath "$1")
for program in "$(dirname "$library")"/../{cli,bin}/karat; do
    [ -x "$program" ] && KARAT=${KARAT:-$(realpath "$program")}
done
[ -n "${KARAT:-}" ] || { echo "cocotb: no program karat was found near $library; set KARAT" >&2; exit 2; }
export KARAT
mkdir -p "$2"
build=$(cd "$2" && pwd)
shift 2
[ -r "$library" ] || { echo "cocotb: $library has not been built" >&2; exit 2; }
venv=$build/venv
if ! [ -e "$venv/ready" ]; then
    python3 -m venv "$venv"
    if ! "$venv/bin/pip" install --quiet --disable-pip-version-check -r "$here/requirements.txt" \
            >"$build/pip.log" 2>&1; then
        tail -n 3 "$build/pip.log" >&2
        echo "cocotb: cannot install cocotb from PyPI; the example was not run" >&2
        exit 77
    fi
    touch "$venv/ready"
fi
export PATH=$venv/bin:$PATH KARAT_LIBRARY=$library PYTHONPATH=$here
cd "$build"
make -s -f "$here/Makefile" COCOTB_RESULTS_FILE="$build/results.xml" "$@"
grep -q '<testcase' results.xml && ! grep -q '<failure' results.xml
