#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# record.sh KARAT SCRATCH: karat check --record, the record as stimulus, and --stimulus-spec.
set -euo pipefail
karat=$1
scratch=$2
fail() { echo "record: $*" >&2; exit 1; }
mkdir -p "$scratch"
cd "$scratch"
rm -f ./*.vec

name=HMMA.16816.F32
hopper=(--arch Hopper --instruction "$name" --quiet --no-diagnosis --max-mismatches 0)
# check STATUS NAME ARGUMENTS: checks with these arguments, and leaves the report in NAME.json
check() {
    local wanted=$1 report=$2.json status=0
    shift 2
    "$karat" check "${hopper[@]}" --out out.vec --json "$@" >"$report" || status=$?
    [ "$status" -eq "$wanted" ] || fail "check $* exits $status, not $wanted"
}
# value NAME EXPRESSION: of the report r
value() { python3 -c "import json; r = json.load(open('$1.json')); print($2)"; }
operands() { grep -v '^#' "$1" | sed 's/ [^ ]*$//'; }

# What is recorded: notes, counts of the whole run, and d of the design.
check 1 wrong --F 24 --count 3000 --record wrong.vec
[ "$(grep -c '^# tile ' wrong.vec)" -eq "$(grep -vc '^#' wrong.vec)" ] || fail "not every row has a note"
total=$(value wrong "r['mismatches']")
grep -q "^# record of 2x2 lanes: 3000 tiles, 12000 answers, $total wrong$" wrong.vec ||
    fail "the counts of the run are missing"
grep -q '^# record of class near_one: 752 answers, .* wrong: .*one_ulp [0-9]' wrong.vec ||
    fail "the counts of a class are missing"
grep -q ', class near_one, cycle [0-9]*, right$' wrong.vec || fail "no right answer in the record"
wrong=$(grep -c ', wrong: ' wrong.vec)
rows=$(grep -vc '^#' wrong.vec)
[ "$rows" -le 20000 ] || fail "$rows rows in the record"
replayed=$("$karat" replay --first 0 wrong.vec || true)
[[ $replayed == "wrong.vec: $rows vectors, $wrong mismatches"*" diagnose wrong.vec" ]] ||
    fail "replay printed \"$replayed\""

# With a diagnosis the record is that of its run, whatever ended the check.
status=0
"$karat" check --arch Hopper --instruction "$name" --quiet --F 24 --count 500 --out out.vec --json \
    --record diagnosed.vec >diagnosed.json || status=$?
[ "$status" -eq 1 ] || fail "a wrong design exits $status"
[ "$(value diagnosed "r['mismatches'] < 110")" = True ] || fail "the check did not stop at 100 mismatches"
grep -q "^# record of 2x2 lanes: 20000 tiles, 80000 answers, " diagnosed.vec ||
    fail "the record is not that of the diagnosis: $(grep '^# record of 2x2' diagnosed.vec)"

# Two specifications on the same recorded stimulus: the same lanes, class by class, and the same operands.
classes="sorted((c, n['lanes']) for c, n in r['classes'].items())"
check 0 first --stimulus wrong.vec --record first.vec
check 1 second --stimulus wrong.vec --set F=20 --rtl-set F=19 --record second.vec
[ "$(value first "$classes")" = "$(value second "$classes")" ] || fail "the lanes of the classes differ"
[ "$(value first "$classes")" != "$(value wrong "$classes")" ] || fail "the record holds the whole run"
# Each record is a sample of its run; the operands of the lanes that are in both must agree.
python3 - <<'END' || fail "the operands differ"
import re
def lanes(path):
    text = open(path).read()
    return dict(re.findall(r"^# (tile \d+, lane \(\d,\d\), class \w+), .*\n(.*) \w+$", text, re.M))
first, second = lanes("first.vec"), lanes("second.vec")
both = first.keys() & second.keys()
assert len(both) > 5000, len(both)
assert all(first[lane] == second[lane] for lane in both)
END

# A record of whole tiles drives them again, in their classes.
check 0 right --count 300 --record right.vec
check 0 once_more --stimulus right.vec --record again.vec
[ "$(value right "$classes")" = "$(value once_more "$classes")" ] || fail "a tile did not come back"
[ "$(operands right.vec)" = "$(operands again.vec)" ] || fail "a tile came back changed"

# --stimulus-spec: --set does not change the stimulus.
check 0 plain --count 300 --set F=20 --record plain.vec
check 0 pinned --count 300 --set F=20 --stimulus-spec "Hopper/$name" --record pinned.vec
[ "$(operands pinned.vec)" = "$(operands right.vec)" ] || fail "--stimulus-spec does not pin the stimulus"
[ "$(operands plain.vec)" != "$(operands right.vec)" ] || fail "--set F=20 makes the same stimulus anyway"
"$karat" show --arch Hopper "$name" --json >hopper.json
check 0 file --count 300 --set F=20 --stimulus-spec hopper.json --record file.vec
[ "$(operands file.vec)" = "$(operands right.vec)" ] || fail "--stimulus-spec FILE.json differs"

# What is refused, and a run without answers.
refused() {
    local word=$1 status=0
    shift
    "$karat" check "${hopper[@]}" "$@" >/dev/null 2>err || status=$?
    [ "$status" -eq 2 ] || fail "check $* exits $status, not 2"
    grep -qF -- "$word" err || fail "check $*: \"$(cat err)\" does not say \"$word\""
}
refused "--stimulus-spec: Volta/HMMA.884.F32.F32 takes" --stimulus-spec Volta/HMMA.884.F32.F32
refused "not with --until-coverage" --stimulus-spec hopper.json --until-coverage 90
refused "--record hopper.json: is the file that --stimulus-spec reads" --stimulus-spec hopper.json \
    --record hopper.json
refused "--record right.vec: is the file that --stimulus reads" --stimulus right.vec --record right.vec
refused "--record no/x.vec: there is no folder no" --record no/x.vec
echo "$rows rows recorded"
