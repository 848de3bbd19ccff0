#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The C ABI from an installation, through pkg-config and through find_package, each with the shared and the
# static library; and the installed SystemVerilog files.
#   check.sh PREFIX SCRATCH_DIR CMAKE
set -euo pipefail
prefix=$1 scratch=$2 cmake=$3
source=$(cd "$(dirname "$0")" && pwd)
rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch"

fail() { echo "FAILED: $1"; exit 1; }
# works PROGRAM [LIBRARY_FOLDER]: the program prints the result of the dot-add
works() { LD_LIBRARY_PATH=${2:-} "./$1" | grep -qF 'd = 0x40e00000' || fail "$1 does not print 7"; }

pc=$(find "$prefix" -name karat.pc)
[ -n "$pc" ] || fail "no karat.pc was installed"
export PKG_CONFIG_PATH=${pc%/*}
flags=(-std=c11 -Wall -Wextra -Werror "$source/client.c")
read -ra shared <<<"$(pkg-config --cflags --libs karat)"
read -ra archive <<<"$(pkg-config --static --cflags --libs karat)"
libdir=$(pkg-config --variable=libdir karat)
${CC:-cc} "${flags[@]}" "${shared[@]}" -o client_shared
works client_shared "$libdir"
${CC:-cc} "${flags[@]}" -static "${archive[@]}" -o client_archive
works client_archive
if ${CC:-cc} "${flags[@]}" -static "${shared[@]}" -o client_wrong 2>/dev/null; then
    fail "the archive links without Libs.private, so karat.pc lists too much"
fi

CMAKE_PREFIX_PATH=$prefix "$cmake" -S "$source" -B build >configure.log 2>&1 ||
    { cat configure.log; fail "find_package(karat COMPONENTS dpi)"; }
"$cmake" --build build >build.log 2>&1 || { cat build.log; fail "the C project does not build"; }
for library in dpi dpi_static; do works "build/client_$library"; done

data=$prefix/share/karat
for file in dpi/karat_pkg.sv dpi/karat_model.svh dpi/karat_stimulus_pkg.sv dpi/karat_bins_pkg.sv \
    dpi/karat_dpi.f tb/sv/karat_checker.sv tb/sv/karat_sv.f tb/uvm/karat_uvm_pkg.sv tb/uvm/karat_uvm.f \
    Bender.yml; do
    [ -s "$data/$file" ] || fail "share/karat/$file was not installed"
done
"$data/tb/uvm/run.sh" --list | grep -qx karat_mismatch_test ||
    fail "the installed run.sh does not list its tests"
# The installed run.sh finds the installed library: only UVM and the simulator are missing.
UVM_HOME=$data/rtl_ref "$data/tb/uvm/run.sh" --sim vcs >run.log 2>&1 && fail "run.sh passes without UVM"
grep -qF 'no src/uvm_pkg.sv' run.log || { cat run.log; fail "the installed run.sh does not look for UVM"; }
env -u UVM_HOME -u KARAT_DPI_LIB PATH=/usr/bin:/bin "$data/tb/uvm/run.sh" --sim vcs >run.log 2>&1 &&
    fail "run.sh passes without vcs"
grep -qF 'vcs is not installed' run.log ||
    { cat run.log; fail "the installed run.sh does not find libkarat_dpi.so"; }
echo "the C ABI from an installation: pkg-config, find_package, shared and static"
