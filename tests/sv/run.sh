#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# One run of the SystemVerilog testbench in a folder of its own. Usage: run.sh FOLDER STATUS PATTERN COMMAND...
# Passes if the exit status is 0 where STATUS is 0, not 0 where it is 1, and the output matches PATTERN.
set -u
folder=$1 status=$2 pattern=$3
shift 3
rm -rf "$folder" && mkdir -p "$folder" && cd "$folder" || exit 1
"$@" >output 2>&1
got=$?
cat output
[ "$got" -ne 0 ] && got=1
[ "$got" -eq "$status" ] || { echo "run.sh: exit status $got, wanted $status"; exit 1; }
grep -Eq "$pattern" output || { echo "run.sh: no line matches \"$pattern\""; exit 1; }
