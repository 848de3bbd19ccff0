#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# `make run`: checks the reference RTL of Hopper HMMA.16816.F32 lane by lane against the golden model, then
# the same RTL with F = 24, which must be caught. Exit status 0 only if the good RTL passes and the bad RTL is
# caught.
# Usage: main_job.sh KARAT [TILES] [SEED]
set -euo pipefail
karat=$1
tiles=${2:-100000}
seed=${3:-1}
out=${KARAT_OUT:-$(dirname "$(dirname "$karat")")/mismatches_F24.vec}
subject=(--arch Hopper --instruction HMMA.16816.F32)

echo "== the reference RTL, 2 x 2 lanes, $tiles tiles"
good=0
"$karat" check "${subject[@]}" --lanes 2x2 --count "$tiles" --seed "$seed" --out "$out" || good=$?

echo
echo "== the same RTL built with F = 24, against the same specification (expected to fail)"
bad=0
"$karat" check "${subject[@]}" --lanes 2x2 --F 24 --count "$tiles" --seed "$seed" --out "$out" \
    --expect-mismatch || bad=$?

echo
if [ "$good" -eq 0 ] && [ "$bad" -eq 0 ]; then
    echo "karat: the good RTL passed and the bad one was caught"
    exit 0
fi
[ "$good" -eq 0 ] || echo "karat: the good RTL did not pass (exit status $good)" >&2
[ "$bad" -eq 0 ] || echo "karat: the bad RTL was not caught (exit status $bad)" >&2
exit 1
