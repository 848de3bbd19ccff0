#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The programs that karat_add_rtl_check() builds for karat_narrow_tile with 1x2 lanes of narrow.json: their
# names, defaults and usage errors.
#   programs_test.sh SCRATCH_DIR PROGRAM...
set -u
rm -rf "$1"
mkdir -p "$1" && cd "$1" || exit 2
shift
failed=0

# expect PROGRAM STATUS FILE TEXT ARGUMENT...: the exit status, and FILE (out or err) contains the text
expect() {
    local program=$1 wanted=$2 file=$3 text=$4 status=0
    shift 4
    timeout 120 "$program" "$@" >out 2>err || status=$?
    if [ $status -eq "$wanted" ] && grep -qF -- "$text" "$file"; then return; fi
    failed=$((failed + 1))
    echo "FAILED: $program $*: exit status $status, expected $wanted and \"$text\" in std$file"
    sed 's/^/    /' out err | head -n 20
}

for program in "$@"; do
    name=$(basename "$program")
    expect "$program" 0 out "PASS  $name  FDA F=23  --spec narrow.json" --count 20 --quiet --junit "$name.xml"
    if ! grep -qF "<testsuite name=\"$name\"" "$name.xml" || grep -qF karat_spec "$name.xml"; then
        failed=$((failed + 1))
        echo "FAILED: $name.xml is not named after the check"
        cat "$name.xml"
    fi
    expect "$program" 0 out "PASS  other  FDA F=23  --spec narrow.json" --count 20 --quiet --name other
    expect "$program" 0 out "--lanes MxN (=1x2)" --help
    expect "$program" 2 err "the candidate has 1x2 lanes, not 2x2" --lanes 2x2
    expect "$program" 2 err "--arch Hopper: applies only to --instruction" --arch Hopper
    expect "$program" 1 out "replay ${name}_mismatches.vec" --count 2000 --quiet --set F=10
    cp "${name}_mismatches.vec" recorded.vec
    # The recorded mismatches as stimulus. The file is kept, although new mismatches go there by default.
    expect "$program" 1 out "replay ${name}_mismatches_2.vec" --quiet --set F=10 \
        --stimulus "${name}_mismatches.vec"
    expect "$program" 0 out "0 mismatches" --quiet --stimulus "${name}_mismatches.vec"
    if ! cmp recorded.vec "${name}_mismatches.vec"; then failed=$((failed + 1)); fi
done
echo "$# programs, $failed failed"
[ $failed -eq 0 ]
