#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The cocotb example: the reference RTL passes, and RTL with F = 24 fails with a wrong lane. There are few
# lanes, because they take a minute to compile. Exit status 77: PyPI cannot be reached.
#   cocotb.sh SOURCE_DIR LIBKARAT_DPI SCRATCH_DIR
set -euo pipefail
source=$1 library=$2 scratch=$3
mkdir -p "$scratch"
command -v ccache >/dev/null && export OBJCACHE=ccache
status=0
"$source/examples/cocotb/run.sh" "$library" "$scratch" TILES=200 SEED=1 N=1 >"$scratch/log" 2>&1 || status=$?
[ $status -ne 77 ] || { tail -1 "$scratch/log"; exit 77; }
[ $status -eq 0 ] ||
    { tail -40 "$scratch/log"; echo "FAILED: the correct design: exit status $status"; exit 1; }
grep -q "TESTS=1 PASS=1 FAIL=0" "$scratch/log" ||
    { tail -40 "$scratch/log"; echo "FAILED: no test passed"; exit 1; }
if "$source/examples/cocotb/run.sh" "$library" "$scratch" F=24 TILES=2000 SEED=1 M=1 N=1 \
    >"$scratch/log" 2>&1; then echo "FAILED: F = 24 passes"; exit 1; fi
grep -q "TESTS=1 PASS=0 FAIL=1" "$scratch/log" ||
    { tail -40 "$scratch/log"; echo "FAILED: the test of F = 24 does not fail"; exit 1; }
grep -q "expected" "$scratch/log" ||
    { tail -40 "$scratch/log"; echo "FAILED: no report of a wrong lane"; exit 1; }
echo "cocotb: the correct design passes, F = 24 is caught"
