#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tb/uvm/judge_log.sh on passing and failing logs.
#   judge_test.sh JUDGE_LOG_SH SCRATCH_DIR
set -u
judge=$(cd "$(dirname "$1")" && pwd)/judge_log.sh
rm -rf "$2"
mkdir -p "$2" && cd "$2" || exit 2
passed=0 failed=0
shopt -s lastpipe  # `verdict` reads a pipe but must run in this shell, because it counts

# verdict STATUS TEXT: judges the log on stdin; expects this exit status and one line with TEXT
verdict() {
    cat >log
    "$judge" log >out 2>&1
    local status=$?
    if [ $status -eq "$1" ] && grep -qF -- "$2" out && [ "$(wc -l <out)" -eq 1 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: exit status $status and \"$(cat out)\", expected $1 and \"$2\", for"
        sed 's/^/    /' log
    fi
}
compared='UVM_INFO s.svh(1) @ 5: uvm_test_top.env.scoreboard [KARAT/SUMMARY] '
compared+='10 tiles, 40 lanes compared, 0 mismatches'
none=${compared/10 tiles, 40/0 tiles, 0}
summary() {
    printf -- '--- UVM Report Summary ---\n\n** Report counts by severity\n'
    printf 'UVM_INFO :    6\nUVM_WARNING :    2\n'
    printf 'UVM_ERROR :    %s\nUVM_FATAL :    %s\n' "$1" "$2"
}

{ echo "$compared"; summary 0 0; } | verdict 0 'PASSED: 10 tiles, 40 lanes compared, 0 mismatches'
{ echo "$compared"; summary 0 0; } | sed 's/^/# /' | verdict 0 PASSED
{ echo "${compared/0 mism/7 mism}"; summary 0 0; } | verdict 0 '7 mismatches'
{ echo "${compared/0 mism/7 expected mism}"; summary 0 0; } | verdict 0 ', 7 expected mismatches, UVM_ERROR 0'
{ echo "${compared/0 mismatches/7 mismatches reported as warnings}"; summary 0 0; } |
    verdict 0 ', 7 mismatches reported as warnings, UVM_ERROR 0'
{ echo "$compared"; summary 1 0; } | verdict 1 'UVM_ERROR: 1'
{ echo "$compared"; summary 12 0; } | sed 's/^/# /' | verdict 1 'UVM_ERROR: 12'
{ echo "$compared"; summary 0 1; } | verdict 1 'UVM_FATAL: 1'
{ echo "$none"; summary 0 0; } | verdict 1 'compared nothing'
# several scoreboards
{ echo "$compared"; echo "${compared/0 mism/3 expected mism}"; echo "$none"; summary 0 0; } |
    verdict 0 'PASSED: 20 tiles, 80 lanes compared, 3 expected mismatches, in 3 scoreboards, UVM_ERROR 0'
{ echo "$none"; echo "$none"; summary 0 0; } | verdict 1 'compared nothing'
# status flags
flags=${compared/10 tiles, 40 lanes/flags: 40}
{ echo "$compared"; echo "$flags"; summary 0 0; } |
    verdict 0 '40 lanes compared, 0 mismatches, flags: 40 compared, 0 mismatches, UVM_ERROR 0'
{ echo "$compared"; echo "${flags/0 mism/3 expected mism}"; echo "$compared"; echo "$flags"; summary 0 0; } |
    verdict 0 'in 2 scoreboards, flags: 80 compared, 3 expected mismatches, UVM_ERROR 0'
summary 0 0 | verdict 1 'the scoreboard did not report'
echo "$compared" | verdict 1 'no summary'
verdict 1 'no summary' </dev/null
{ echo "$compared"; summary 0 0; echo 'UVM_ERROR t.svh(3) @ 9: reporter [LATE] after the summary'; } |
    verdict 1 'does not count'
{ echo "$compared"; echo '%Error: x.sv:3: Assertion failed'; summary 0 0; } |
    verdict 1 'the simulator reported an error'
{ echo "$compared"; summary 0 0; summary 2 0; } | verdict 1 'UVM_ERROR: 2'
"$judge" missing >out 2>&1
if [ $? -eq 2 ] && grep -qF 'there is no log missing' out; then
    passed=$((passed + 1))
else
    failed=$((failed + 1))
    echo "FAILED: a log that does not exist"
fi

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
