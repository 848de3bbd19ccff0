#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""fault_test.py CHECK VERDICT OUT: expects the program CHECK to end with that verdict, a reason and exit
status 1, after 8 to 300 tiles."""
import json
import subprocess
import sys

check, verdict, out = sys.argv[1:]
command = [check, "--quiet", "--json", "--no-diagnosis", "--max-mismatches", "0", "--out", out,
           "--traffic", "no-reset"]  # a fault at the last tile counts the tiles
done = subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=60)
result = json.loads(done.stdout)
print(result["verdict"], "-", result["reason"], "-", result["tiles"], "tiles, exit status", done.returncode)
good = done.returncode == 1 and result["verdict"] == verdict and result["reason"]
sys.exit(0 if good and 8 <= result["tiles"] <= 300 else 1)
