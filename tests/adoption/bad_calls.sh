#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every bad call of karat_add_rtl_check() ends the configuration with one error.
#   bad_calls.sh CMAKE FUNCTION_FILE SCRATCH_DIR
set -u
cmake=$1
function_file=$2
rm -rf "$3"
mkdir -p "$3" && cd "$3" || exit 2
: >top.sv
echo '{}' >spec.json
passed=0
failed=0

# bad SENTENCE CALL: the call fails with this error and no other
bad() {
    {
        echo 'set(CMAKE_DISABLE_FIND_PACKAGE_verilator ON)'
        echo 'set(CMAKE_DISABLE_FIND_PACKAGE_ZLIB ON)'
        printf 'include(%s)\nkarat_add_rtl_check(%s)\n' "$function_file" "$2"
    } >call.cmake
    "$cmake" -P call.cmake >out 2>&1
    local status=$?
    local text
    text=$(tr -s ' \n' ' ' <out)
    if [ $status -ne 0 ] && [ "$(grep -c 'CMake Error' out)" -eq 1 ] &&
        [[ $text == *": $1 Call Stack"* ]]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: karat_add_rtl_check($2): exit status $status, expected \"$1\""
        sed 's/^/    /' out
    fi
}

base='NAME t TOP top SOURCES top.sv'
keywords='NAME, CONTRACT, TOP, SPEC, INSTRUCTION, ARCH, LANES, MODE_BITS, COUNT, SEED, SOURCES, FILELIST, '
keywords+='PARAMS, VERILATOR_ARGS, MODES, WAVES, EXPECT_MISMATCH, SYSTEMC'
bad "\"BOGUS\" is not a keyword; the keywords are $keywords" "BOGUS $base SPEC spec.json"
bad "\"t\" is not a keyword; the keywords are $keywords" 't TOP top SOURCES top.sv SPEC spec.json'
bad 'NAME is missing; it names the program and the test' 'TOP top SOURCES top.sv SPEC spec.json'
bad "TOP is missing; it names the module with karat's ports" 'NAME t SOURCES top.sv SPEC spec.json'
bad 'TOP has no value' 'NAME t TOP SOURCES top.sv SPEC spec.json'
bad 'PARAMS has no value' "$base SPEC spec.json PARAMS"
bad 'SOURCES and FILELIST are missing; give at least one of them' 'NAME t TOP top SPEC spec.json'
bad "SOURCES: $PWD/none.sv does not exist" 'NAME t TOP top SOURCES top.sv none.sv SPEC spec.json'
bad "FILELIST: $PWD/none.f does not exist" 'NAME t TOP top FILELIST none.f SPEC spec.json'
bad 'SPEC or INSTRUCTION is missing; give one of them' "$base"
bad 'SPEC and INSTRUCTION are both given; give only one of them' \
    "$base SPEC spec.json INSTRUCTION HMMA.16816.F32 ARCH Hopper"
bad "SPEC: $PWD/none.json does not exist" "$base SPEC none.json"
bad "SPEC: $PWD is a folder, not a file" "$base SPEC ."
bad 'ARCH is missing; INSTRUCTION needs the architecture, as in ARCH Hopper' \
    "$base INSTRUCTION HMMA.16816.F32"
bad 'ARCH is given with SPEC; it belongs to INSTRUCTION' "$base SPEC spec.json ARCH Hopper"
bad "TOP is given with CONTRACT, which says it" 'NAME t TOP top CONTRACT spec.json'
bad "LANES is given with CONTRACT, which says it" 'NAME t CONTRACT spec.json LANES 2x2'
bad "CONTRACT: $PWD/none.json does not exist" 'NAME t CONTRACT none.json'
bad "CONTRACT needs an installed karat, which makes the adapter; there is no \
$(realpath -ms "$(dirname "$function_file")/../../../bin/karat")" 'NAME t CONTRACT spec.json'
for lanes in 2 x 2x 0x2 2x65 2X2 02x2 -1x2 2x2x2; do
    bad "LANES: \"$lanes\" is not allowed; write MxN from 1x1 to 64x64, as in 2x2" \
        "$base SPEC spec.json LANES $lanes"
done
for bits in 0 33 x 03; do
    bad "MODE_BITS: \"$bits\" is not allowed; give the width of mode_i, from 1 to 32" \
        "$base SPEC spec.json MODE_BITS $bits MODES 0:"
done
bad 'MODES is given without MODE_BITS, the width of the port mode_i' "$base SPEC spec.json MODES 0: 1:"
bad 'MODE_BITS is given without MODES, the values of the port mode_i' "$base SPEC spec.json MODE_BITS 1"
for count in 0 -1 many 1.5; do
    bad "COUNT: \"$count\" is not allowed; give a number of tiles, 1 or more" \
        "$base SPEC spec.json COUNT $count"
done
bad 'SEED: "-1" is not allowed; give a whole number' "$base SPEC spec.json SEED -1"
for parameter in K K= =3 9K=1; do
    bad "PARAMS: \"$parameter\" is not allowed; write NAME=VALUE, as in K=16" \
        "$base SPEC spec.json PARAMS F=3 $parameter"
done
bad 'SYSTEMC and WAVES are both given; waves need the harness without SystemC' \
    "$base SPEC spec.json SYSTEMC WAVES"
bad 'SYSTEMC: karat was built without SystemC; install libsystemc-dev and rebuild karat' \
    "$base SPEC spec.json SYSTEMC"
bad 'WAVES needs zlib, which was not found; install zlib1g-dev' "$base SPEC spec.json WAVES"

# A correct call gets as far as Verilator, which this test disables.
absent='Verilator 5.006 or later was not found; install verilator or set VERILATOR_ROOT'
bad "$absent" "$base SPEC spec.json"
bad "$absent" "NAME t TOP top FILELIST top.sv INSTRUCTION HMMA.16816.F32 ARCH Hopper LANES 64x1 \
PARAMS F=3 K=\"a b\" COUNT 1 SEED 0 EXPECT_MISMATCH"

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
