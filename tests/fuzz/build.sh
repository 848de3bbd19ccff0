#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the fuzz targets with clang, ASan and UBSan. The vector engine is compiled for one instruction set
# only, and with -O1: that takes half the time.
#   build.sh BUILD_DIR [JOBS]
set -euo pipefail
build=${1:?usage: build.sh BUILD_DIR [JOBS]}
jobs=${2:-1}
source=$(cd "$(dirname "$0")/../.." && pwd)
command -v clang++ >/dev/null ||
    { echo "fuzz: clang++ is missing; install clang and libclang-rt-dev" >&2; exit 1; }
cmake -S "$source" -B "$build" -G Ninja -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ \
    -DKARAT_TESTS=OFF -DKARAT_BENCH=OFF -DKARAT_FUZZ=ON -DKARAT_UNITY=ON \
    -DCMAKE_CXX_FLAGS=-DHWY_COMPILE_ONLY_STATIC \
    -DCMAKE_CXX_FLAGS_RELEASE="-O1 -DNDEBUG" -DKARAT_SANITIZE=fuzzer-no-link,address,undefined >/dev/null
cmake --build "$build" -j "$jobs" --target fuzz
