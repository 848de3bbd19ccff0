#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs karat to a scratch prefix and uses it from there in other projects, including the example.
#   installed.sh SOURCE_DIR BUILD_DIR SCRATCH_DIR CMAKE [CMAKE_ARGUMENT...]
set -euo pipefail
source=$1 build=$2 scratch=$3 cmake=$4
options=("${@:5}")
ctest=$(dirname "$cmake")/ctest
if ! command -v verilator >/dev/null; then
    echo "skipped: karat_add_rtl_check needs Verilator, which is not installed"
    exit 77
fi
rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch"

fail() {
    echo "FAILED: $1"
    [ $# -lt 2 ] || sed 's/^/    /' "$2"
    exit 1
}
# must LOG COMMAND...: the command must succeed; its output goes to LOG
must() {
    local log=$1
    shift
    "$@" >"$log" 2>&1 || fail "exit status $? of $*" "$log"
}
# says LOG TEXT: the log contains the text, ignoring line breaks
says() { tr -s ' \n' ' ' <"$1" | grep -qF -- "$2" || fail "\"$2\" is not in $1" "$1"; }

# ---- install, then move: no installed file may contain the first path --------------------------------------
must install.log "$cmake" --install "$build" --prefix "$scratch/first"
mv first prefix
export CMAKE_PREFIX_PATH=$scratch/prefix
! grep -rlF -e "$source/" -e "$scratch/first" prefix/lib*/cmake prefix/lib/*/cmake prefix/lib*/pkgconfig \
    prefix/lib/*/pkgconfig prefix/share 2>/dev/null | grep . ||
    fail "an installed file contains a path of the build"

for file in bash-completion/completions/karat zsh/site-functions/_karat fish/vendor_completions.d/karat.fish \
    man/man1/karat.1; do
    grep -q "until.*coverage" "prefix/share/$file" || fail "share/$file is not the one that karat prints"
done

# ---- the example, with warnings that the code of karat and Verilator does not satisfy ----------------------
must example.log "$cmake" -S "$source/examples/bring_your_own_rtl" -B example "${options[@]}" \
    "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Wconversion -Wuseless-cast -Wold-style-cast -Werror"
if grep -q 'CMake Warning' example.log; then fail "a warning from CMake" example.log; fi
must example_build.log "$cmake" --build example -j 2
(cd example && must ../example_ctest.log "$ctest" --no-tests=error)
says example_ctest.log '100% tests passed, 0 tests failed out of 2'
cd example
must pass.log ./tensor_core
says pass.log "PASS tensor_core FDA F=23 --arch Volta --instruction HMMA.884.F32.F32 \
20000 tiles, 80000 lanes compared, 0 mismatches"
if ./tensor_core --expect-mismatch --count 100 >caught.log; then
    fail "a correct design was caught" caught.log
fi
if ./tensor_core --count 100 --set F=22 >set.log; then
    fail "the design passes against another specification" set.log
fi
must f22.log ./tensor_core_f22 --set F=22
if ./tensor_core_f22 --waves f22.fst >wrong.log; then fail "a wrong design passed" wrong.log; fi
says wrong.log 'diagnosis: the design behaves as F = 22'
says wrong.log "this run again ./tensor_core_f22 --waves f22.fst --seed 1 \
the mismatches karat replay tensor_core_f22_mismatches.vec"
[ -s f22.fst ] && [ -s f22.fst.gtkw ] || fail "no waves were written"
if ../prefix/bin/karat replay tensor_core_f22_mismatches.vec >replay.log; then
    fail "replay does not reproduce the mismatches" replay.log
fi
must replay_f22.log ../prefix/bin/karat replay tensor_core_f22_mismatches.vec --set F=22
status=0
./tensor_core --waves f23.fst 2>waves.log || status=$?
[ $status -eq 2 ] || fail "--waves for a design built without waves: exit status $status" waves.log
says waves.log 'WAVES in karat_add_rtl_check'
./tensor_core --help >help.log
says help.log 'usage: ./tensor_core [--count N]'
cd ..
must readme.log python3 "$source/tests/docs/commands_test.py" --in example \
    "$source/examples/bring_your_own_rtl/README.md" prefix/bin/karat readme
says readme.log ' 2 commands run, 0 failures'

# ---- contracts: flags and modes in a linked program, and SystemC -------------------------------------------
mkdir contracts
cat >contracts/CMakeLists.txt <<EOF
cmake_minimum_required(VERSION 3.25)
project(contracts LANGUAGES C CXX)
enable_testing()
find_package(karat REQUIRED)
karat_add_rtl_check(NAME flags CONTRACT $source/tests/rtl/units/raises_flags/unit.json COUNT 500)
if(TARGET karat::cosim)
  karat_add_rtl_check(NAME core_sc CONTRACT $source/examples/bring_your_own_rtl/tensor_core.json COUNT 500
                      SYSTEMC)
  karat_add_rtl_check(NAME flags_sc CONTRACT $source/tests/rtl/units/raises_flags/unit.json COUNT 500 SYSTEMC)
  karat_add_rtl_check(NAME modes_sc CONTRACT $source/tests/rtl/units/two_mode_ports/unit.json COUNT 500
                      SYSTEMC)
endif()
EOF
must contracts.log "$cmake" -S contracts -B contracts/build "${options[@]}"
must contracts_build.log "$cmake" --build contracts/build
(cd contracts/build && must ../ctest.log env SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1 "$ctest" --no-tests=error)
# Configured again, with nothing changed: nothing is verilated, and nothing is built.
must again.log "$cmake" contracts/build
if grep -qF 'Executing Verilator' again.log; then fail "an unchanged unit is verilated again" again.log; fi
must nothing.log "$cmake" --build contracts/build
if grep -qE 'Vcandidate|Building' nothing.log; then fail "an unchanged unit is built again" nothing.log; fi
# An edited source, contract or specification builds only the check that reads it. The paths in the contracts
# lead to rtl/units and to examples.
mkdir -p edited/tests/rtl edited/more
cp -r "$source/tests/rtl/units" edited/tests/rtl
cp -r "$source/examples" edited
cat >edited/CMakeLists.txt <<EOF
cmake_minimum_required(VERSION 3.25)
project(edited LANGUAGES C CXX)
find_package(karat REQUIRED)
karat_add_rtl_check(NAME latency CONTRACT tests/rtl/units/fixed_latency/unit.json)
add_subdirectory(more)
EOF
echo 'karat_add_rtl_check(NAME beats CONTRACT ../tests/rtl/units/accumulates/unit.json)' \
    >edited/more/CMakeLists.txt
must edited.log "$cmake" -S edited -B edited/build "${options[@]}" -DCMAKE_EXPORT_COMPILE_COMMANDS=ON
# What the checks share is compiled once, whichever folder they are in; each compiles its unit only.
must compiled.log python3 "$source/tests/adoption/compiled_once.py" edited/build/compile_commands.json \
    latency beats
must edited_build.log "$cmake" --build edited/build
# rebuilt LOG BUILT OTHER: a build verilates and compiles for the one check, and nothing for the other
rebuilt() {
    must "$1" "$cmake" --build edited/build
    grep -q "CMakeFiles/$2.dir/.*Vcandidate" "$1" || fail "$2 is not built again" "$1"
    ! grep -q "CMakeFiles/$3.dir/\|karat_check_harness\|Executing Verilator" "$1" ||
        fail "$3 is built again, too" "$1"
}
echo "// edited" >>edited/tests/rtl/units/fixed_latency/fixed_latency.sv
rebuilt edited_source.log latency beats
sed -i 's/"k_beats": {/"k_beats": {"gapless": true, /' edited/tests/rtl/units/accumulates/unit.json
grep -q gapless edited/tests/rtl/units/accumulates/unit.json || fail "the contract is not edited"
rebuilt edited_contract.log beats latency
# The expected arithmetic is no RTL: nothing is verilated or compiled, and the check reads it when it runs.
sed -i 's/"F": 23/"F": 22/' edited/tests/rtl/units/k8.json
must specification.log "$cmake" --build edited/build
says specification.log 'Re-running CMake'
if grep -q 'Executing Verilator\|Building' specification.log; then
    fail "something is built for a specification" specification.log
fi
if edited/build/more/beats --quiet --count 500 --no-diagnosis >beats.log 2>&1; then
    fail "the unit has F = 23" beats.log
fi
must latency.log edited/build/latency --quiet --count 500
must flags.log contracts/build/flags --quiet
says flags.log 'flags: 1000 compared, 0 mismatches'
if [ -x contracts/build/flags_sc ]; then
    must flags_sc.log env SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1 contracts/build/flags_sc --quiet
    says flags_sc.log 'all modes mixed'
fi
if contracts/build/flags --quiet --instruction Hopper/HMMA.16816.F32 2>other.log; then
    fail "a contract and an instruction with another K" other.log
fi
says other.log "the specification has k 16, but the contract's unit has 4"

# ---- the contracts of the example units, from the prefix ---------------------------------------------------
units=prefix/share/karat/tests/rtl/units
for contract in "$source"/tests/rtl/units/*/*.json "$source"/examples/bring_your_own_rtl/*.json; do
    path=${contract#"$source"/}
    cmp -s "$contract" "prefix/share/karat/$path" || fail "$path is not installed"
done
must unit.log env -u KARAT_HOME "KARAT_CACHE=$scratch/cache_of_units" prefix/bin/karat check --quiet \
    --count 500 --contract $units/fixed_latency/unit.json
says unit.log '500 tiles, 2000 lanes compared, 0 mismatches'
must adapter.log env -u KARAT_HOME prefix/bin/karat adapter $units/accumulates/unit.json --out adapter
must adapter_lint.log verilator --lint-only -Wall -F adapter/karat_adapter.f --top-module karat_adapter

# ---- the installed program finds the reference RTL in the prefix -------------------------------------------
# A stand-in for Verilator prints its arguments.
mkdir fake
printf '#!/bin/sh\necho "$@"\nexit 1\n' >fake/verilator
chmod +x fake/verilator
status=0
env -u KARAT_HOME PATH="$scratch/fake:$PATH" KARAT_CACHE="$scratch/cache" prefix/bin/karat check \
    --arch Hopper --instruction HMMA.16816.F32 >check.log 2>&1 || status=$?
[ $status -eq 2 ] || fail "karat check with a Verilator that fails: exit status $status" check.log
cat cache/candidates/*/build.log >verilator.log
says verilator.log "-F $scratch/prefix/share/karat/rtl_ref/karat_cells.f "
says verilator.log " $scratch/prefix/share/karat/tb/candidate/verilated_candidate.cpp "

# ---- the libraries from the prefix, and karat as a subdirectory of another project (configured only) -------
must consumer.log "$cmake" -S "$source/tests/adoption/consumer" -B consumer "${options[@]}"
must consumer_build.log "$cmake" --build consumer
must consumer_run.log consumer/consumer
says consumer_run.log '0x40400000'
must version.log "$cmake" -S "$source/tests/adoption/consumer" -B consumer -DVERSION=0.2
if "$cmake" -S "$source/tests/adoption/consumer" -B consumer -DVERSION=9.9 >version.log 2>&1; then
    fail "version 9.9 was found" version.log
fi
must part.log "$cmake" -S "$source/tests/adoption/consumer" -B part "${options[@]}" "-DKARAT_FOLDER=$source"
says part.log 'no test is added; call enable_testing() first'
"$source/tests/adoption/c_client/check.sh" "$scratch/prefix" "$scratch/c_client" "$cmake"
echo "installed, moved, used: all good"
