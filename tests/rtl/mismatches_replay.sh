#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# karat replay reads the mismatches that karat check writes for a wrong design. It reproduces every mismatch,
# and finds none if the specification is set to that of the design (F = 24).
set -euo pipefail
karat=$1
vectors=$2/mismatches_replay.vec
report=$2/mismatches_replay.txt
fail() { echo "mismatches_replay: $*" >&2; exit 1; }

rm -f "$vectors"
status=0
"$karat" check --arch Hopper --instruction HMMA.16816.F32 --F 24 --count 1000 --quiet --out "$vectors" \
    >"$report" || status=$?
[ "$status" -eq 1 ] || fail "check of a wrong design exits $status, not 1"
for word in FAIL 'lane (' 'expected 0x' 'got      0x' ' ulp' 'dropped' 'seed 1' 'karat replay' \
    'karat explain'; do
    grep -qF "$word" "$report" || fail "the report does not contain \"$word\""
done
rows=$(grep -vc '^#' "$vectors")
note='^# tile [0-9]+, lane \([01],[01]\), class [a-z_]+, cycle [0-9]+, wrong: [a-z_]+$'
notes=$(grep -cE "$note" "$vectors" || true)
[ "$notes" -eq "$rows" ] || fail "$notes notes for $rows rows"
grep -qF "first mismatch: $(grep -m 1 '^# tile' "$vectors" | sed 's/^# //; s/, cycle.*//')" "$report" ||
    fail "the note of row 1 is not the place that the report names"
status=0
replayed=$("$karat" replay --first 0 "$vectors") || status=$?
[ "$status" -eq 1 ] || fail "replay exits $status, not 1"
[[ $replayed == "$vectors: $rows vectors, $rows mismatches"*" diagnose $vectors" ]] ||
    fail "replay printed \"$replayed\""
replayed=$("$karat" replay --set F=24 "$vectors") || fail "mismatches remain with F = 24: $replayed"
[ "$replayed" = "$vectors: $rows vectors, 0 mismatches" ] || fail "replay printed \"$replayed\""
"$karat" explain --vec "$vectors" --row 1 | grep -q '^d = 0x' || fail "explain does not accept the row"
echo "$rows mismatches replayed"
