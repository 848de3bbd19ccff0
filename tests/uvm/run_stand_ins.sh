# SPDX-License-Identifier: Apache-2.0
# For run_arguments.sh and run_compiled.sh, which read this file: checks of what run.sh does, and stand-ins
# for the simulators, which record their command line and print a canned log.
set -u
run=$(cd "$(dirname "$1")" && pwd)/run.sh
rm -rf "$2"
mkdir -p "$2" && cd "$2" || exit 2
here=$PWD
passed=0 failed=0
unset UVM_HOME KARAT_DPI_LIB KARAT KARAT_ANY_VERILATOR VERILATOR VERILATOR_SOLVER

fail() { failed=$((failed + 1)); echo "FAILED: $1"; sed 's/^/    /' err out 2>/dev/null | head -n 8; }
ok() { passed=$((passed + 1)); }
# refused TEXT COMMAND...: exit status 2, and one line on stderr that contains the text
refused() {
    local text=$1
    shift
    "$@" >out 2>err </dev/null
    local status=$?
    if [ $status -ne 2 ]; then fail "$*: exit status $status, expected 2"
    elif [ "$(wc -l <err)" -ne 1 ] || ! grep -qF -- "$text" err; then fail "$*: no single line with \"$text\""
    else ok; fi
}
# gives STATUS TEXT COMMAND...: the exit status, and stdout contains the text
gives() {
    local expected=$1 text=$2
    shift 2
    "$@" >out 2>err </dev/null
    local status=$?
    if [ $status -ne "$expected" ]; then fail "$*: exit status $status, expected $expected"
    elif ! grep -qF -- "$text" out; then fail "$*: no \"$text\""
    else ok; fi
}
# not_called TEXT: no simulator's command line contains it
not_called() { if grep -qF -- "$1" calls; then fail "a simulator was called with \"$1\""; else ok; fi; }
# called TEXT: a simulator's command line contains it
called() { if grep -qF -- "$1" calls; then \
    ok; else fail "no simulator was called with \"$1\""; sed 's/^/    /' calls; fi; }

# ---- stand-ins ---------------------------------------------------------------------------------------------
mkdir -p bin uvm/src
: >uvm/src/uvm_pkg.sv
: >libkarat_dpi.so
cat >log <<'LOG'
UVM_INFO x.svh(1) @ 9: uvm_test_top.env.scoreboard [KARAT/SUMMARY] 10 tiles, 40 lanes compared, 0 mismatches
UVM_ERROR :    0
UVM_FATAL :    0
LOG
stand_in() { printf '#!/bin/sh\n%s\n' "$2" >"bin/$1"; chmod +x "bin/$1"; }
simulation="printf '#!/bin/sh\\necho simulation \"\$@\" >>$here/calls; cat $here/log\\n'"
stand_in verilator "echo verilator \"\$@\" >>$here/calls
case \"\$1\" in --version) echo \"Verilator \${FAKE_VERSION:-5.050} 2026-07-01 rev v5.050\" ;; *) mkdir -p \
    obj; $simulation >obj/simulation; chmod +x obj/simulation
    echo obj/V.cpp  : $here/bin/verilator $here/own/parts/part.sv $here/elsewhere/table.def >obj/V__ver.d ;;
    esac"
# Writes the files that run.sh compiles, or prints an error as karat does.
stand_in karat "echo karat \"\$@\" >>$here/calls
[ ! -e $here/refusal ] || { cat $here/refusal >&2; exit 2; }
words=\$*
while [ \"\$1\" != --out ]; do shift; done
mkdir -p \$2; : >\$2/karat_top.f; echo \"// \$words\" >\$2/karat_top_shape.svh"
version="case \"\$1\" in -ID | -version) echo \${FAKE_VERSION:-2026}; exit ;; esac"
stand_in vcs "$version
echo vcs \"\$@\" >>$here/calls; $simulation >simulation; chmod +x simulation"
stand_in vlib 'mkdir -p work'
stand_in vlog "$version
echo vlog \"\$@\" >>$here/calls"
stand_in vsim "echo vsim \"\$@\" >>$here/calls; sed 's/^/# /' $here/log"
stand_in xrun "echo xrun \"\$@\" >>$here/calls; cat $here/log"
plain=$PATH
both=(UVM_HOME="$here/uvm" KARAT_DPI_LIB="$here/libkarat_dpi.so" KARAT="$here/bin/karat")
bare() { env PATH=/usr/bin:/bin "${both[@]}" "$@"; }  # no simulator
full() { env PATH="$here/bin:$plain" "${both[@]}" "$@"; }
