#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# End-to-end test of the command line: bad usage, bad input, valid JSON output, exit statuses.
#   cli_test.sh KARAT_BINARY SCRATCH_DIR
set -u

if [ $# -ne 2 ] || [ ! -x "$1" ]; then
    echo "usage: $0 KARAT_BINARY SCRATCH_DIR" >&2
    exit 2
fi
karat=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
rm -rf "$2"
mkdir -p "$2" && cd "$2" || exit 2
export KARAT_CACHE=$PWD/cache # nothing should be built; anything that is built ends up here
passed=0
failed=0

fail() {
    failed=$((failed + 1))
    echo "FAILED: $1: $2"
    sed 's/^/    stdout: /' out | head -n 5
    sed 's/^/    stderr: /' err | head -n 5
}

# call ARGUMENTS...: runs karat, sets $status, and writes stdout and stderr to the files out and err
call() {
    timeout 60 "$karat" "$@" >out 2>err </dev/null
    status=$?
}

# judge STATUS WRONG TEXT ARGUMENTS...: runs karat and expects exit status STATUS. Then calls the function
# WRONG with TEXT; it checks the files out and err, and prints a message if they are wrong.
judge() {
    local wanted=$1 wrong=$2 text=$3 said
    shift 3
    call "$@"
    if [ $status -ne "$wanted" ]; then
        said="exit status $status, expected $wanted"
    else
        said=$("$wrong" "$text")
    fi
    if [ -n "$said" ]; then
        fail "karat $*" "$said"
    else
        passed=$((passed + 1))
    fi
}

wrong_refusal() {
    if [ -s out ]; then
        echo "stdout is not empty"
    elif [ "$(wc -l <err)" -ne 1 ] || [ "$(grep -c . err)" -ne 1 ]; then
        echo "$(wc -l <err) lines on stderr, expected 1"
    elif ! grep -qF -- "$1" err; then
        echo "stderr does not contain $1"
    fi
}

wrong_answer() {
    if ! grep -qF -- "$1" out; then
        echo "stdout does not contain $1"
    elif [ -s err ]; then
        echo "stderr is not empty"
    fi
}

wrong_json() {
    if ! python3 -m json.tool out >/dev/null 2>&1; then
        echo "stdout is not JSON"
    elif ! python3 -c "import json,sys; j = json.load(open('out')); sys.exit(0 if ($1) else 1)"; then
        echo "the JSON does not satisfy $1"
    fi
}

# bad TEXT ARGUMENTS...: expects status 2, an empty stdout, and one line on stderr that contains TEXT
bad() { judge 2 wrong_refusal "$@"; }

# good STATUS TEXT ARGUMENTS...: expects STATUS, TEXT in stdout, and an empty stderr
good() { judge "$1" wrong_answer "${@:2}"; }

# json STATUS EXPRESSION ARGUMENTS...: expects STATUS, and a JSON value j on stdout that satisfies the Python
# expression
json() { judge "$1" wrong_json "${@:2}"; }

hopper=(--arch Hopper --instruction HMMA.16816.F32)
volta=(--arch Volta --instruction HMMA.884.F32.F32)
omma=(--arch RTXBlackwell --instruction OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X)
imma=(--arch Turing --instruction IMMA.8816.S8.S8)
sparse=(--arch Ampere --instruction HMMA.SP.16816.F32)
cdna3=(--arch CDNA3 --instruction v_mfma_f32_32x32x8_f16 --a "2048,2048" --b "2048,-2048")

# ---- input files --------------------------------------------------------------------------------
header='# karat-vectors 1
# arch: Volta
# instruction: HMMA.884.F32.F32
# k: 4
# a: fp16
# b: fp16
# c: fp32
# d: fp32'
printf '%s\n3c00 0 0 0 3c00 0 0 0 3f800000 40000000\n3c00 0 0 0 7e00 0 0 0 0 nan\n' "$header" >good.vec
printf '%s\n3c00 0 0 0 3c00 0 0 0 3f800000 40000000\n3c00 0 0 0 3c00 0 0 0 3f800000 40000001\n'\
'3c00 0 0 0 3c00 0 0 0 0 nan\n' "$header" >wrong.vec
printf '%s\n3c00 0 0 0 3c00 0 0 0 3f800000\n' "$header" >columns.vec
printf '%s\n3c00 0 0 0 3c00 0 0 0 3f8zz000 0\n' "$header" >hex.vec
grep -v '^# a:' good.vec >no_a.vec
for row in 1 2 3 4 5; do echo "3c00 0 0 0 3c00 0 0 0 0 $row"; done | cat <(echo "$header") - >five.vec
: >empty.vec
printf '{"karat_spec": 1, "algorithm": "fda", "F": 12}' >good.json
printf '{"karat_spec": 1, "algorithm": "fda", "F": ' >broken.json
printf '{"karat_spec": 1, "algorithm": "fda", "Ff": 12}' >unknown.json
printf '{"karat_spec": 1, "algorithm": "fda", "k": "16"}' >type.json
printf '{"karat_spec": 2, "algorithm": "fda"}' >version.json
printf '{"karat_spec": 1, "algorithm": "fda", "F": 12, "k": 16, "F" : 13}' >twice.json

# ---- bad usage ----------------------------------------------------------------------------------
bad rnu rnu
bad repla repla good.vec
bad "" ""
bad bogus run "${hopper[@]}" --bogus
bad "--nearest: applies only with --identify" check "${hopper[@]}" --nearest near.json
bad "--nearest: applies only with --identify" diagnose good.vec --nearest near.json
bad "CDNA4 is not modelled: no source gives its arithmetic" list --arch gfx950
bad "--archs: --evidence cannot be given with it" list --archs --evidence
bad "--a element 1: 1.5 is not an integer; int8 holds -128..127" run "${imma[@]}" --a 1,1.5 --b 1
bad "1e6 is beyond fp16's 65504; 2 of 3 values do not fit; --convert saturate, inf or nan converts them" \
    run "${hopper[@]}" --a 1,1e6,-7e4
bad "500 is beyond e4m3's 448, and inf has no encoding there; 1 of 1 value does not fit; --convert saturate" \
    run --arch Hopper --instruction QGMMA.64x8x32.F32.E4M3.E4M3 --a 500 --convert inf
bad "--convert: \"wrap\" is not allowed" run "${hopper[@]}" --a 1 --convert wrap
bad "--convert: applies to numbers" run --vec good.vec --convert inf
bad "--b element 0: 300 is beyond int8's 127" explain "${imma[@]}" --a 1 --b 300
bad "--metadata: the instruction HMMA.16816.F32 has no metadata" run "${hopper[@]}" --metadata 0x4
bad "--metadata element 0: 4.5 is not an integer; uint4 holds 0..15" run "${sparse[@]}" --a 1 --metadata 4.5
bad "--metadata element 0: 16 is beyond uint4's 15" run "${sparse[@]}" --a 1 --metadata 16
bad bogus list --bogus
bad bogus show HMMA.16816.F32 --arch Hopper --bogus 3
bad bogus explain "${hopper[@]}" --bogus
bad bogus replay good.vec --bogus
bad bogus check "${hopper[@]}" --bogus
bad "--a" run "${hopper[@]}" --a
bad stray run "${hopper[@]}" stray
bad "--a" run "${hopper[@]}" --a 1 --a 2
bad "--instruction" run --a 1
bad "--spec" run "${hopper[@]}" --spec good.json
bad HMMA.16816.F23 run --arch Hopper --instruction HMMA.16816.F23
bad HMMA.16816.F32 run --arch Hopper --instruction HMMA.16816.F33
bad Ampere run --arch Volta --instruction HMMA.16816.F32
bad Hoper run --arch Hoper --instruction HMMA.16816.F32
bad HMMA.16816.F32 run --instruction HMMA.16816.F32
bad ambiguous run --arch Blackwell --instruction tcgen05.mma.kind::f16
bad Vega list --arch Vega
bad HMMA.1 show HMMA.1 --arch Hopper
bad "nearest: HMMA." show HMMA.9 --arch Hopper
bad "nearest: HMMA.16816.F32" show HMMA.16816.F32x --arch Hopper
bad "nearest: HMMA.1688.F32" show HNMA.1688.F32 --arch Hopper
bad "nearest: flush_" run "${hopper[@]}" --set flush=true
bad instruction show --arch Hopper
bad instruction show HMMA.16816.F32 HMMA.1688.F32 --arch Hopper
bad "vector file" replay
bad "--first" replay good.vec --first -1
bad "--first" replay good.vec --first many
bad purple explain "${hopper[@]}" --colour purple

# ---- bad operands -------------------------------------------------------------------------------
bad 0x3g run "${hopper[@]}" --a 0x3g
bad 0x10000 run "${hopper[@]}" --a 1,0x10000
bad "element 1" run "${hopper[@]}" --a 1,0x10000
bad one run "${hopper[@]}" --b one
bad 1e10 run "${hopper[@]}" --a 1e10
bad "17 elements" run "${hopper[@]}" --a 1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1
bad "--c" run "${hopper[@]}" --c 1,2
bad scale run "${hopper[@]}" --scale-a 1
bad "--scale-b" run "${omma[@]}" --scale-b 1,1,1,1,1
bad "-1" run "${omma[@]}" --scale-a -1
bad inf run "${omma[@]}" --a inf
bad nonesuch.vec run --vec nonesuch.vec
bad "--row" run --vec good.vec --row 0
bad "1..2" run --vec good.vec --row 3
bad "--row" explain --vec good.vec --row -1
bad "--row" run --vec good.vec --row first
bad "--a" run --vec good.vec --a 1
bad "element 1 is empty" run "${hopper[@]}" --a 1,,1
bad "element 0 is empty" run "${hopper[@]}" --b ""
bad "multiple of 8" show HGMMA.64x12x16.F32 --arch Hopper
bad "Hopper, Blackwell" show HMMA.1688.F32

# ---- bad settings and specifications ------------------------------------------------------------
bad "--set F" run "${hopper[@]}" --set F
bad "--set F" replay good.vec --set F
bad "Ff" run "${hopper[@]}" --set Ff=12
bad "F: 0" run "${hopper[@]}" --set F=0
bad "F: 1025" run "${hopper[@]}" --set F=1025
bad align_rounding run "${hopper[@]}" --set align_rounding=RX
bad "terms: 5" run "${hopper[@]}" --set terms=5
bad zero_group run "${hopper[@]}" --set zero_group=counted
bad nonesuch.json run --spec nonesuch.json
bad broken.json run --spec broken.json
bad '"Ff"' run --spec unknown.json
bad 'k: "16"' run --spec type.json
bad karat_spec run --spec version.json
bad "not JSON" run --spec empty.vec
bad '"F" appears twice' run --spec twice.json
bad "/dev/zero" run --spec /dev/zero
bad "folder" run --spec .

# ---- bad files ----------------------------------------------------------------------------------
bad nonesuch.vec replay nonesuch.vec
bad empty.vec: replay empty.vec
bad columns.vec:9: replay columns.vec
bad hex.vec:9: replay hex.vec
bad 'no_a.vec: the header line "# a: fp16" is missing' replay no_a.vec
bad good.json:1: replay good.json
bad "$PWD" replay "$PWD"
bad columns.vec:9: explain --vec columns.vec
bad /dev/zero:1: replay /dev/zero

# one broken file does not prevent the replay of the others
call replay nonesuch.vec wrong.vec empty.vec
if [ $status -eq 2 ] && grep -qF "wrong.vec: 3 vectors, 2 mismatches" out &&
    grep -qF nonesuch.vec err && grep -qF empty.vec err; then
    passed=$((passed + 1))
else
    fail "karat replay nonesuch.vec wrong.vec empty.vec" \
        "expected wrong.vec on stdout, the other two on stderr, status 2; status $status"
fi

# ---- bad checks: refused before anything is built -----------------------------------------------
bad "--count" check "${hopper[@]}" --count 0
bad "--count" check "${hopper[@]}" --count -1 --candidate ./nonesuch.so
bad "many" check "${hopper[@]}" --count many
for lanes in 2 2x x2 2x2x2 axb 2,2 "" 0x2 2x0 -1x2 4294967298x2; do
    bad "${lanes:-lanes}" check "${hopper[@]}" --lanes "$lanes"
done
bad "9" check "${hopper[@]}" --stages 9
bad "-1" check "${hopper[@]}" --stages -1
bad "F: 0" check "${hopper[@]}" --F 0
bad RX check "${hopper[@]}" --align-rounding RX
bad nonesuch.so check "${hopper[@]}" --candidate ./nonesuch.so
bad good.vec check "${hopper[@]}" --candidate good.vec
bad purple check "${hopper[@]}" --colour purple
bad "--F" check "${hopper[@]}" --candidate ./nonesuch.so --F 24
bad "--stages" check "${hopper[@]}" --candidate ./nonesuch.so --stages 2
bad "/nonesuch/out.vec" check "${hopper[@]}" --out /nonesuch/out.vec
bad "--out ." check "${hopper[@]}" --out .
bad "--arch Hopper" run --spec good.json --arch Hopper --a 1
bad "--arch Hopper" check --spec good.json --arch Hopper
bad "--until-coverage" check "${hopper[@]}" --until-coverage 101
# output files are checked before the run, and a refused run leaves them unchanged
bad "--waves nonesuch/x.fst: there is no folder nonesuch" check "${hopper[@]}" --waves nonesuch/x.fst
bad "--junit /nonesuch/c.xml: there is no folder /nonesuch" check "${hopper[@]}" --junit /nonesuch/c.xml
echo "{}" >merged.json
bad "--out ./merged.json: is the file that the command reads" coverage merged.json --out ./merged.json
bad "--out nonesuch/c.json: there is no folder nonesuch" coverage merged.json --out nonesuch/c.json
bad "--coverage nonesuch/c.json: there is no folder nonesuch" check "${hopper[@]}" --coverage nonesuch/c.json
bad "--junit .: is a folder" check "${hopper[@]}" --junit .
cp good.vec keep.vec
ln -s keep.vec link.vec
bad "--out link.vec: is the file that --stimulus reads" check "${volta[@]}" --stimulus keep.vec --out link.vec
bad "--junit ./keep.vec: is the file that --stimulus reads" \
    check "${volta[@]}" --stimulus keep.vec --junit ./keep.vec
"$karat" show HMMA.884.F32.F32 --arch Volta --json >volta.json
bad "--out volta.json: is the file that --spec reads" check --spec volta.json --out volta.json
bad "--coverage ./new: is also the file of --junit" check "${hopper[@]}" --junit new --coverage ./new
bad bogus check "${volta[@]}" --out keep.vec --stimulus bogus
bad bogus check "${volta[@]}" --out link.vec --stimulus bogus
bad bogus check "${volta[@]}" --out new.vec --junit new.xml --coverage new.json --stimulus bogus
: >out
: >err
if cmp -s good.vec keep.vec && [ -L link.vec ] && [ -z "$(ls new* 2>/dev/null)" ]; then
    passed=$((passed + 1))
else
    fail "bad checks" "a file was created, changed or removed: $(ls -l keep.vec link.vec new* 2>&1)"
fi
bad instruction check --count 5
if [ -e cache ]; then
    : >out
    : >err
    fail "bad checks" "something was built before the bad option was refused"
else
    passed=$((passed + 1))
fi

# ---- good usage ---------------------------------------------------------------------------------
good 0 usage --help
good 0 usage -h
good 0 usage help
good 0 karat --version
for command in list show knobs run explain replay check; do
    good 0 "usage: karat $command" $command --help
done
good 0 QGMMA.64xNx32.F32.E4M3.E4M3 list --arch Hopper
good 0 "ARCH          INSTRUCTION" list --arch Hopper
json 0 'len(j) > 3 and all("QMMA.SF" in i["instruction"] for i in j)
        and all("e4m3" in (i["spec"]["a"], i["spec"]["b"]) for i in j)' \
    list --format e4m3 --kind qmma.sf --json
json 0 'j and {i["arch"] for i in j} == {"RDNA4"}' list --format fp16 --kind WMMA --arch RDNA4 --json
bad "give --instruction NAME (with --arch), --spec FILE.json, or knobs as in karat sweep" cost
bad "--set f=20: F is also set by --F; leave out one of the two" cost --F 8 --set f=20
bad "group is not a knob of algorithm" cost --K 4 --set group=2
bad "--baseline: with one design, not with a list" cost --F 8,10 --baseline HMMA.16816.F32 --arch Hopper
bad "F: \"10:8\" is not a valid range" cost --F 10:8
bad "scale_block is also set by --scale" cost --scale ue8m0/32 --set scale_block=32
bad "group is not a knob of algorithm" cost --K 4 --vary group=2
bad "names another architecture than --arch Ampere" show --arch Ampere Hopper/HMMA.16816.F32
good 0 "FDA F=25, M=16 N=8 K=16" show H100/HMMA.16816.F32
json 0 '{i["spec"].get("a") for i in j} >= {"e4m3", "e5m2", "e4m3fnuz", "e5m2fnuz"}' list --format fp8 --json
bad "no instruction matches" list --format e4m3 --kind v_wmma --arch Hopper
bad "--format: \"fp7\" is not allowed" list --format fp7
bad "--archs: --kind cannot be given with it" list --archs --kind wmma
good 0 -0.25 run "${cdna3[@]}" --c 0xb58637bd
good 0 -0.25 explain "${cdna3[@]}" --c 0xb58637bd
good 0 0xbe800000 run "${cdna3[@]}" --c 0xb58637bd
good 0 "0x40000000  2" run --spec good.json --a 1 --b 1 --c 1
good 0 "0x40000000  2" run --vec good.vec
good 0 "0x477fe000  65504" run "${hopper[@]}" --a 1e6 --b 1 --convert saturate
good 0 "  convert saturate: --a element 0: 1e6 is beyond fp16's 65504; 1 of 1 value does not fit" \
    explain "${hopper[@]}" --a 1e6 --b 1 --convert SATURATE
good 0 "0x7f800000  inf" run "${hopper[@]}" --a 1e6 --b 1 --convert inf
good 0 "convert nan: every value fits" run "${hopper[@]}" --a 65504 --b 1 --convert nan
good 0 nan run --vec good.vec --row 2
good 0 "0x3c008000" run "${volta[@]}" --a 0x1p-7 --b 1 --c 0x1p-15 --set F=8
good 0 "0x3c000000" run "${volta[@]}" --a 0x1p-7 --b 1 --c 0x1p-15 --set F=7
good 0 "0x" run "${hopper[@]}" --a 1 --b 1 --set output_rounding=RNE --set F=exact --set flush_a=true
good 0 "good.vec: 2 vectors, 0 mismatches" replay good.vec
good 1 "wrong.vec: 3 vectors, 2 mismatches" replay wrong.vec
good 1 "wrong.vec:10" replay good.vec wrong.vec
good 1 "expected 40000000 (2), got 40000001" replay wrong.vec
good 1 "got nan" replay wrong.vec
good 0 "F: " knobs
good 0 1..1024 knobs
good 0 "recorded on H100, 1000 results, replayed" list --evidence --arch Hopper
good 0 "not settled by any source: F of c" list --evidence --arch RDNA3
good 0 "Hopper: H100, H200" list --archs
good 0 "recipe             documented (draft)" list --arch riscv64
good 0 "vfwbdot.vv.bf16.k4: documented (draft)" list --evidence --arch RISCV
good 0 "evidence  documented (draft)" show vfwbdot.vv.bf16.k4
good 0 "K=32 (16 stored) CoFDA F=24" list --arch Ampere
good 0 "K=8 (4 stored)" show HMMA.SP.1688.F32.TF32 --arch Ampere
good 0 "not settled by any source: sum" show HMMA.SP.1688.F32.TF32 --arch Ampere
good 0 "Exact XOR, wraps" show BMMA.88128.XOR.POPC --arch Turing
good 0 "Exact AND, wraps" show BMMA.88128.AND.POPC --arch Ampere
good 0 "Exact, saturates" show IMMA.8816.S8.S8.SAT --arch Turing
good 0 "not settled by any source: F of c" show v_dot2_f32_f16 --arch RDNA3
good 0 "(15 more, all 0)" explain "${hopper[@]}" --a 1 --b 1
good 0 "0x40000000  2" run "${hopper[@]}" --a " 1 1 " --b "1, 1"

# of an integer instruction, show prints no knob that integers lack
call show TDPBSSD
if [ $status -eq 0 ] && grep -q "overflow: \"wrap\"" out && ! grep -qE "nan|zero_sum|flush|convert|sign" out
then
    passed=$((passed + 1))
else
    fail "karat show TDPBSSD" "expected no knob that integers lack"
fi

# an inexact number is rounded to nearest, with a one-line note on stderr
call run "${cdna3[@]}" --c -0.000001
if [ $status -eq 0 ] && grep -qF -- -0.25 out && [ "$(wc -l <err)" -eq 1 ] &&
    grep -qF -- "-0.000001" err && grep -qF b58637bd err; then
    passed=$((passed + 1))
else
    fail "karat run with an inexact --c" "expected -0.25, status 0 and one note on stderr"
fi

# ---- JSON ---------------------------------------------------------------------------------------
call run "${hopper[@]}" --a 1 --b 1 --set align_rounding=truncate --set a=half
if [ $status -eq 0 ] && grep -q "align_rounding=truncate: truncate is RZ" err &&
    grep -q "half is fp16" err; then
    passed=$((passed + 1))
else
    fail "other names" "exit status $status"
fi
json 0 'len(j) > 100 and all(i["spec"]["karat_spec"] == 1 for i in j)' list --json
json 0 'all(i["sources"] and all(s["kind"] and s["text"] for s in i["sources"]) for i in j)' list --json
json 0 'all(i.get("draft", False) == (i["arch"] == "RISCV") for i in j)' list --json
json 0 'all(i["shape"].get("k_of_b") == (2 * i["shape"]["k"] if ".SP." in i["instruction"] else None)
            for i in j)' list --json --arch Ada
json 0 '{i["arch"] for i in j} == {"CDNA2"}' list --arch gfx90a --json
json 0 'j["F"] == 25 and j["k"] == 16' show HMMA.16816.F32 --arch Hopper --json
json 0 'len(j) > 40 and all(i["meaning"] and i["allowed"] for i in j)' knobs --json
json 0 'j["d"] == "be800000" and j["value"] == "-0.25" and j["format"] == "fp32"' \
    run "${cdna3[@]}" --c 0xb58637bd --json
json 0 'j["value"] == "nan"' run --vec good.vec --row 2 --json
json 0 'j["d"] == "be800000" and len(j["trace"]["steps"]) > 0' explain "${cdna3[@]}" --c 0xb58637bd --json
json 0 'j[0]["vectors"] == 2 and j[0]["mismatches"] == 0 and j[0]["rows"] == []' replay good.vec --json
json 1 'j[1]["mismatches"] == 2 and j[1]["rows"][0]["line"] == 10 and j[1]["rows"][1]["got"] == "nan"' \
    replay good.vec wrong.vec --json
json 1 'j[0]["mismatches"] == 2 and [r["line"] for r in j[0]["rows"]] == [10]' \
    replay wrong.vec --json --first 1
json 1 'len(j[0]["rows"]) == 5' replay five.vec --json
json 1 'j[0]["mismatches"] == 2 and j[0]["rows"] == []' replay wrong.vec --json --first 0

# --spec reads the output of show
"$karat" show HMMA.16816.F32 --arch Hopper --json >shown.json
good 0 "0x40000000  2" run --spec shown.json --a 1 --b 1 --c 1

# the published test suites
bad "write karat probe TARGET" probe
bad "write karat probe TARGET" probe Hopper/HMMA.16816.F32 Ampere/HMMA.16816.F32
bad 'unknown instruction "XX" on Hopper' probe Hopper/XX
bad '--suite: "ftn" is not allowed; use mma-sim, fttn, fasi or all' probe Hopper/HMMA.16816.F32 --suite ftn
bad "--svg draws the summation tree, which --suite mma-sim finds" \
    probe Hopper/HMMA.16816.F32 --suite fttn --svg tree.svg
bad "it takes no TARGET, and no option but --json and --html" probe --published Hopper/HMMA.16816.F32
bad "--html no/such/folder/page.html" probe Hopper/HMMA.16816.F32 --html no/such/folder/page.html
good 0 "one fused sum of 17" probe Hopper/HMMA.16816.F32
good 0 "lost, e = 2^-25" probe "Hopper/HMMA.16816.F32 F=24" --suite fasi
json 0 'j["suites"][0]["shape"] == "two chained fused sums of 9" and len(j["suites"]) == 3' \
    probe Ampere/HMMA.16816.F32 --json
json 0 'all(f["outcome"] == "not applicable" or f["questions"] for s in j["suites"] for f in s["findings"])' \
    probe CDNA2/v_mfma_f32_32x32x8f16 --json
good 0 "T_blk_fma_width" probe Ampere/HMMA.16816.F32 --html page.html --svg tree.svg
if [ -s page.html ] && python3 -c "import xml.etree.ElementTree as e; e.parse('tree.svg')"; then
    passed=$((passed + 1))
else
    fail "karat probe --html --svg" "the files are missing, or the drawing is not XML"
fi
call probe RDNA3/v_wmma_f32_16x16x16_f16 --suite mma-sim --svg none.svg
if [ $status -eq 1 ] && grep -q "no summation tree was found" err && [ ! -e none.svg ]; then
    passed=$((passed + 1))
else
    fail "karat probe --svg without a tree" "exit status $status"
fi
json 0 'j["unexplained"] == 0 and j["disagree"] == 6 and len(j["cells"]) == 262' probe --published --json

# a full disk is reported as an error
if [ -w /dev/full ]; then
    "$karat" list >/dev/full 2>err
    status=$?
    : >out
    if [ $status -eq 2 ] && [ "$(wc -l <err)" -eq 1 ]; then
        passed=$((passed + 1))
    else
        fail "karat list >/dev/full" "exit status $status"
    fi
fi

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
