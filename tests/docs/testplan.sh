#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs testplan_test.py in the Python environment that has hjson. Exit status 77: PyPI cannot be reached.
#   testplan.sh SOURCE_DIR VENV KARAT BUILD_DIR
set -euo pipefail
"$1/scripts/uvm_venv.sh" "$2" || { [ $? -eq 77 ] && echo "skipped: no hjson from PyPI" && exit 77; exit 1; }
exec "$2/bin/python" "$1/tests/docs/testplan_test.py" "$3" "$4"
