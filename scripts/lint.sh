#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks formatting, static analysis and RTL lint; does not change any file. Usage: lint.sh BUILD_DIR
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build}
echo "line length, include order, missing includes"
./scripts/line_length.py
./scripts/include_order.py
./scripts/missing_includes.py
echo "clang-format"
git ls-files '*.cpp' '*.hpp' | xargs clang-format --dry-run --Werror
cmake -S . -B "$build" -G Ninja -DKARAT_TESTS=ON -DKARAT_BENCH=ON >/dev/null
echo "verilator --lint-only, yosys, slang"
cmake --build "$build" --target karat >/dev/null
./scripts/lint_rtl.sh "$build/cli/karat" "$build/uvm-venv"
echo "clang-tidy"
# without precompiled headers: clang cannot read those of g++ and would skip the sources that use them
cmake -S . -B "$build/tidy" -G Ninja -DKARAT_TESTS=OFF -DKARAT_BENCH=OFF \
    -DKARAT_UNITY=OFF -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON >/dev/null
git ls-files 'model/*.cpp' 'dpi/*.cpp' 'tb/karat_*/*.cpp' 'cli/*.cpp' ':!cli/check_program' |
    xargs -P "$(nproc)" -n 4 clang-tidy -p "$build/tidy" --quiet --warnings-as-errors='*'
