#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A Python with pyslang, the front end slang, in a folder of its own; prints its path. Usage: slang_python.sh FOLDER
set -euo pipefail
version=12.1.0
home=${1:?usage: slang_python.sh FOLDER}
if ! "$home/bin/python" -c "import pyslang, importlib.metadata as m; assert m.version('pyslang') == '$version'" 2>/dev/null; then
    rm -rf "$home"
    python3 -m venv "$home" >&2
    "$home/bin/pip" --quiet install "pyslang==$version" >&2
fi
echo "$home/bin/python"
