#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the fuzz targets with clang, ASan and UBSan. The vector engine is compiled for one instruction set
# only. The default -O1 compiles in half the time of -O2, -O0 in half of that; the targets then run slower.
#   build.sh BUILD_DIR [JOBS [OPTIMISATION]]
set -euo pipefail
build=${1:?usage: build.sh BUILD_DIR [JOBS [OPTIMISATION]]}
jobs=${2:-1}
optimisation=${3:--O1}
source=$(cd "$(dirname "$0")/../.." && pwd)
command -v clang++ >/dev/null ||
    { echo "fuzz: clang++ is missing; install clang and libclang-rt-dev" >&2; exit 1; }
cmake -S "$source" -B "$build" -G Ninja -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ \
    -DKARAT_TESTS=OFF -DKARAT_BENCH=OFF -DKARAT_FUZZ=ON -DKARAT_UNITY=ON \
    -DCMAKE_CXX_FLAGS=-DHWY_COMPILE_ONLY_STATIC \
    -DCMAKE_CXX_FLAGS_RELEASE="$optimisation -DNDEBUG" \
    -DKARAT_SANITIZE=fuzzer-no-link,address,undefined >/dev/null
cmake --build "$build" -j "$jobs" --target fuzz
