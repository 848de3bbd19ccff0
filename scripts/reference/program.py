# SPDX-License-Identifier: Apache-2.0
"""Runs the program karat."""
import os
import subprocess
import sys


def output(karat, *arguments):
    done = subprocess.run([karat, *arguments], text=True, capture_output=True, check=False,
                          env={**os.environ, "COLUMNS": "100", "NO_COLOR": "1"})
    if done.returncode != 0 or not done.stdout:
        sys.exit(f"reference_pages: `{karat} {' '.join(arguments)}` failed: {done.stderr.strip()}")
    return done.stdout
