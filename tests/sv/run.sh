#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the SystemVerilog testbench in a folder of its own. Usage: run.sh FOLDER STATUS PATTERN COMMAND...
# Passes if the output matches PATTERN and the exit status is 0 (STATUS 0) or not 0 (STATUS 1).
set -u
folder=$1 status=$2 pattern=$3
shift 3
rm -rf "$folder" && mkdir -p "$folder" && cd "$folder" || exit 1
"$@" >output 2>&1
got=$?
cat output
[ "$got" -ne 0 ] && got=1
[ "$got" -eq "$status" ] || { echo "run.sh: exit status $got, expected $status"; exit 1; }
grep -Eq "$pattern" output || { echo "run.sh: no line matches \"$pattern\""; exit 1; }
