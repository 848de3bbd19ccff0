#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""fault_test.py CHECK VERDICT OUT: the design's check ends with that verdict and exit status 1, after some tiles, and says why."""
import json
import subprocess
import sys

check, verdict, out = sys.argv[1:]
command = [check, "--quiet", "--json", "--no-diagnosis", "--max-mismatches", "0", "--out", out]
done = subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=60)
result = json.loads(done.stdout)
print(result["verdict"], "-", result["reason"], "-", result["tiles"], "tiles, exit status", done.returncode)
good = done.returncode == 1 and result["verdict"] == verdict and result["reason"] and 8 <= result["tiles"] <= 300
sys.exit(0 if good else 1)
