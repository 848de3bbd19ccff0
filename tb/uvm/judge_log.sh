#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Judges the log of a simulation of tb/uvm and prints one line with the verdict and its reason.
#   judge_log.sh LOG
# Exit status: 0 if UVM printed its summary with 0 UVM_ERROR and 0 UVM_FATAL and the scoreboards compared at
# least one lane; 2 if there is no log; otherwise 1.
set -euo pipefail
[ $# -eq 1 ] || { echo "usage: judge_log.sh LOG" >&2; exit 2; }
[ -r "$1" ] || { echo "judge_log: there is no log $1" >&2; exit 2; }

fail() { echo "FAILED: $1"; exit 1; }
# Prints the count of the given severity from the last UVM summary in the log. Some simulators prefix each
# line with "# ".
count() { sed -nE "s/^(# )?$1 *: *([0-9]+) *\$/\\2/p" "$2" | tail -1; }

errors=$(count UVM_ERROR "$1")
fatals=$(count UVM_FATAL "$1")
[ -n "$errors" ] && [ -n "$fatals" ] || fail "UVM printed no summary; the simulation did not reach its end"
[ "$fatals" -eq 0 ] || fail "UVM_FATAL: $fatals"
[ "$errors" -eq 0 ] || fail "UVM_ERROR: $errors"
# A message that the summary does not count, such as an error in a final phase.
if grep -qE '^(# )?UVM_(ERROR|FATAL) [^:]' "$1"; then \
    fail "the log has a UVM_ERROR or UVM_FATAL that the summary does not count"; fi
if grep -qE '^(# )?(%Error|Error-|\*\* Error|xmsim: \*E)' "$1"; then \
    fail "the simulator reported an error"; fi
# Each scoreboard prints one line; the verdict has their sums.
counts='[0-9]+ tiles, [0-9]+ lanes compared, [0-9]+ (expected )?mismatches( reported as warnings)?'
summaries=$(sed -nE "s/^.*\[KARAT\/SUMMARY\] ($counts) *\$/\1/p" "$1")
[ -n "$summaries" ] || fail "the scoreboard did not report"
summary=$(awk -F ', ' '{ split($1, t, " "); split($2, l, " "); tiles += t[1]; lanes += l[1]
                         number = $3 + 0; words = $3; sub(/^[0-9]+ /, "", words)
                         if (number != 0) wrong[words] += number }
    END { printf "%d tiles, %d lanes compared", tiles, lanes
          for (words in wrong) { printf ", %d %s", wrong[words], words; any = 1 }
          if (!any) printf ", 0 mismatches"
          if (NR > 1) printf ", in %d scoreboards", NR }' <<<"$summaries")
# The sums of those that compare status flags.
line='.*\[KARAT\/SUMMARY\] flags: ([0-9]+) compared, ([0-9]+) ([a-z ]*mismatches[a-z ]*)'
flags=$(sed -nE "s/^$line\$/\1 \2 \3/p" "$1" | awk '{ here = $2; sets += $1; wrong += here; $1 = $2 = ""
                  if (here != 0 || words == "") words = $0; any = 1 }
    END { if (any) printf ", flags: %d compared, %d%s", sets, wrong, substr(words, 2) }')
summary+=$flags
lanes=$(sed -E 's/^[0-9]+ tiles, ([0-9]+) lanes.*/\1/' <<<"$summary")
[ "$lanes" -gt 0 ] || fail "the scoreboard compared nothing"
echo "PASSED: $summary, UVM_ERROR 0, UVM_FATAL 0"
