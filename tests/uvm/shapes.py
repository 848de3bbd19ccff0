#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Of `karat list --json` (stdin), one instruction for each combination of formats, k, scale factors and
metadata: lines "ARCH INSTRUCTION"."""
import json
import sys

KEYS = ("a", "b", "c", "d", "k", "scale", "scale_block", "metadata")
chosen = {}
for row in json.load(sys.stdin):
    recipe = row["spec"].get("recipe")
    operands = recipe["operands"] if recipe else row["spec"]
    chosen.setdefault(tuple(str(operands.get(key)) for key in KEYS), f"{row['arch']} {row['instruction']}")
print("\n".join(chosen.values()))
