#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""run_variant.py KARAT NAME SCRATCH: builds the broken variant NAME of variants.txt in SCRATCH/NAME and
expects karat check to catch it.

karat rtl writes the design, NAME.patch breaks one of its cells or written files, and Verilator builds it. If
knobs explain the variant, the same design must pass against a specification with these knobs. The
"diagnosis" of the check in JSON (a list of objects: what is changed -> value) must contain one of the
explanations. If no knobs explain the variant, it must be empty.
"""
import sys
from pathlib import Path

from variant import HERE, build, check, explanations, fail, find_variant, word


def check_diagnosis(expected, diagnosis):
    found = [{knob: word(value) for knob, value in one.items()} for one in diagnosis]
    as_expected = any(one in found for one in expected) if expected else not found
    if not as_expected:
        fail(f"the diagnosis is {found}; expected {' or '.join(map(str, expected)) or 'none'}")


def main():
    if len(sys.argv) != 4:
        fail("usage: run_variant.py KARAT NAME SCRATCH")
    karat, name, scratch = str(Path(sys.argv[1]).resolve()), sys.argv[2], Path(sys.argv[3]).resolve()
    _, arch, instruction, options, explained, _ = find_variant(name)
    expected, named = explanations(explained)
    home = scratch / name
    home.mkdir(parents=True, exist_ok=True)
    subject = ["--arch", arch, "--instruction", instruction]
    if arch == "-":
        subject = ["--spec", str(HERE / instruction)]
    rtl = options.split()
    if "--lanes" not in rtl:
        rtl += ["--lanes", "1x1"]
    candidate = ["--candidate", str(build(karat, home, subject, rtl, HERE / f"{name}.patch"))]

    # Stop at the first mismatch.
    status, first = check(karat, home, [*subject, *candidate, "--max-mismatches", "1"])
    # "finished": an assertion on the ports of the tile failed before any lane differed
    if status != 1 or first["verdict"] not in ("mismatched", "finished"):
        fail(f"not caught: exit status {status}, verdict {first['verdict']}, {first['tiles']} tiles")
    print(f"{name}: caught after {first['tiles']} tiles")

    for one in expected:
        changes = [text for knob, value in one.items() for text in ("--set", f"{knob}={value}")]
        status, changed = check(karat, home, [*subject, *candidate, *changes, "--count", "20000"])
        if status != 0:
            fail(f"{one} does not explain the fault: {changed['verdict']} {changed['reason']}")
        print(f"{name}: explained by {one}")

    check_diagnosis(named, first.get("diagnosis", []))  # absent if only a few tiles were compared
    print(f"{name}: diagnosis as expected")


main()
