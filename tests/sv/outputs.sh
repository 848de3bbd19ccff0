#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Output files of the testbench: the same seed gives the same run and another seed another run, the waves are
# an FST file, and `karat coverage` reads the coverage. Usage: outputs.sh FOLDER BINARY KARAT
set -eu
folder=$1 binary=$2 karat=$3
rm -rf "$folder" && mkdir -p "$folder" && cd "$folder"
fail() { echo "outputs.sh: $*"; exit 1; }

for run in a b c; do
    mkdir "$run"
    seed=5
    [ "$run" = c ] && seed=6
    (cd "$run" && "$binary" +seed=$seed +count=300 +waves=waves.fst >output)
done
cmp a/karat_tile_tb.coverage.json b/karat_tile_tb.coverage.json || fail "one seed gave two different runs"
! cmp -s a/karat_tile_tb.coverage.json c/karat_tile_tb.coverage.json ||
    fail "two seeds gave the same run"
[ "$(head -c 1 a/waves.fst | od -An -tu1 | tr -d ' ')" = 0 ] && [ "$(wc -c <a/waves.fst)" -gt 10000 ] ||
    fail "waves.fst is not an FST file of a run"
"$karat" coverage a/karat_tile_tb.coverage.json c/karat_tile_tb.coverage.json | tee report
grep -q "in each of 4 lanes, .* 600 tiles" report ||
    fail "the coverage of two runs does not merge to 600 tiles"
