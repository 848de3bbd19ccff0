#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the bins that tb/uvm counts in SystemVerilog against those that the model counted of the same tiles.

usage: mirror_test.py MIRROR COVERAGE.json
MIRROR has lines "NAME HITS", k left out of the names; the model's counts are summed over k and lanes. Exit status 1 if any differs.
"""
import collections
import json
import re
import sys


def merged(name):
    """operand/a3/zero -> operand/a/zero, shift/k3/F -> shift/k/F."""
    return re.sub(r"^(operand/[ab]|(?:product|max|shift|dropped)/k)\d+", r"\1", name)


def main(mirror, coverage):
    with open(coverage, encoding="utf-8") as file:
        hits = json.load(file)["hits"]
    model = collections.Counter()
    for name, lanes in hits.items():
        model[merged(name)] += sum(lanes)
    counted = collections.Counter()
    with open(mirror, encoding="utf-8") as file:
        for line in file:
            name, count = line.split()
            counted[name] = int(count)
    wrong = [name for name in sorted(model.keys() | counted.keys()) if model[name] != counted[name]]
    for name in wrong:
        print(f"{name}: the covergroups' code counted {counted[name]}, the model {model[name]}")
    print(f"{len(model)} bins, {sum(model.values())} hits, {len(wrong)} differ")
    return 1 if wrong or not model else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    sys.exit(main(sys.argv[1], sys.argv[2]))
