#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# If a top module lacks one of karat's ports, the only error names the port. With all ports there is no error.
# The class that Verilator would generate is written by hand here.
#   missing_ports.sh CANDIDATE_DIR VERILATOR_INCLUDE_DIR SCRATCH_DIR COMPILER
set -u
candidate=$1 include=$2 compiler=$4
rm -rf "$3"
mkdir -p "$3" && cd "$3" || exit 2
failed=0
ports="clk_i rst_ni valid_i ready_o a_i b_i c_i valid_o ready_i d_o"

flags=()
# compile PORTS: compiles a module with these ports and writes its errors to the file errors
compile() {
    {
        echo '#include <verilated.h>'
        echo 'struct Vcandidate {'
        echo '    Vcandidate(VerilatedContext*, const char*);'
        echo '    void eval();'
        echo '    void final();'
        for port in $1; do echo "    CData $port;"; done
        echo '};'
    } >Vcandidate.h
    local status=0
    "$compiler" -std=c++17 -DVM_TRACE_FST=0 -DVM_COVERAGE=0 -fsyntax-only "${flags[@]}" -I. -I"$candidate" \
        -isystem "$include" "$candidate/verilated_candidate.cpp" >log 2>&1 || status=$?
    grep -F 'error:' log >errors
    return $status
}
# expect TEXT PORTS: there is one error, and it contains the text; if TEXT is empty, there is no error
expect() {
    local status=0
    compile "$2" || status=$?
    if [ -z "$1" ] && [ $status -eq 0 ]; then return; fi
    if [ -n "$1" ] && [ $status -ne 0 ] && [ "$(wc -l <errors)" -eq 1 ] &&
        grep -qF "$1" errors; then return; fi
    failed=$((failed + 1))
    echo "FAILED: a module with the ports $2: expected \"$1\""
    cat log
}

expect '' "$ports"
expect '' "$ports scale_a_i scale_b_i"
for port in $ports; do
    expect "TOP has no port $port; docs/reference/files.md" "$(printf '%s\n' $ports | grep -vx "$port")"
done
expect 'TOP has only one of the ports scale_a_i, scale_b_i' "$ports scale_b_i"
compile "" && failed=$((failed + 1))
[ "$(grep -c 'TOP has no port' errors)" -eq 10 ] && [ "$(wc -l <errors)" -eq 10 ] ||
    { failed=$((failed + 1)); cat log; }
expect '' "$ports mode_i"
flags=(-DKARAT_MODE_BITS=8)
expect '' "$ports mode_i"
expect 'TOP has no port mode_i, but the build declares MODE_BITS' "$ports"
flags=(-DKARAT_MODE_BITS=9)
expect 'mode_i of TOP has fewer bits than MODE_BITS' "$ports mode_i"
echo "$failed failed"
[ $failed -eq 0 ]
