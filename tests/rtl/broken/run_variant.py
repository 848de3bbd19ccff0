#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""run_variant.py KARAT NAME SCRATCH: builds the broken variant NAME of variants.txt below SCRATCH; karat check must catch it.

If knobs explain the variant, the same design must pass against the specification changed by them. If check offers --diagnose, its
"diagnosis" in JSON (a list of objects: what is changed -> value) must contain one of the explanations; for a variant explained by none it must be
empty.
"""
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
TREE = HERE.parents[2]


def fail(text):
    sys.exit(f"run_variant: {text}")


def find_variant(name):
    """The columns of the variant: name, arch, instruction, options, explained by, fault."""
    for line in (HERE / "variants.txt").read_text().splitlines():
        columns = [column.strip() for column in line.split("|")]
        if columns[0] == name and len(columns) == 6:
            return columns
    fail(f"{name}: not in variants.txt")


def changes_of(text):
    """"F=22 F_c=23" as {"F": "22", "F_c": "23"}."""
    return dict(change.split("=") for change in text.split())


def explanations(text):
    """"F=22 F_c=23 [F_products=22] or nan=any" as knobs [{"F": "22", "F_c": "23"}, {"nan": "any"}] and as the diagnosis names them
    [{"F_products": "22"}, {"nan": "any"}]; "none" as []; "none [F=22 c_cutoff=3]": no knobs, but these edits of the recipe."""
    if text == "none":
        return [], []
    if text.startswith("none ["):
        return [], [changes_of(text[len("none ["):-1])]
    parts = [one.rstrip("]").partition("[") for one in text.split(" or ")]
    return [changes_of(knobs) for knobs, _, _ in parts], [changes_of(named or knobs) for knobs, _, named in parts]


def copy_sources(name, home, edited):
    """rtl_ref/ and tb/candidate/ below home, with the variant's patch applied."""
    for folder in ("rtl_ref", "tb/candidate"):
        shutil.rmtree(home / folder, ignore_errors=True)
        shutil.copytree(TREE / folder, home / folder)
    if edited:
        patch = ["patch", "-p1", "--fuzz=0", "--no-backup-if-mismatch", "--input", str(HERE / f"{name}.patch")]
        done = subprocess.run(patch, cwd=home, capture_output=True, text=True)
        if done.returncode != 0:
            fail(f"{name}.patch does not apply:\n{done.stdout}{done.stderr}")


def check(karat, home, arguments):
    """Exit status and JSON output of karat check."""
    environment = dict(os.environ, KARAT_HOME=str(home), KARAT_CACHE=str(home / "cache"))
    if shutil.which("ccache"):
        environment.setdefault("OBJCACHE", "ccache")
    command = [karat, "check", "--json", "--quiet", "--out", str(home / "mismatches.vec"), *arguments]
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True)
    if not done.stdout:
        fail(f"exit status {done.returncode}, no answer: {' '.join(command)}")
    return done.returncode, json.loads(done.stdout)


def word(value):
    """A knob's value in JSON as the command line has it."""
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


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
    copy_sources(name, home, edited=(HERE / f"{name}.patch").exists())
    subject = ["--arch", arch, "--instruction", instruction]
    rtl = options.split()
    if "--lanes" not in rtl:
        rtl += ["--lanes", "1x1"]

    # Until the first mismatch.
    designs = home / "cache" / "candidates"
    status, first = check(karat, home, [*subject, *rtl, "--max-mismatches", "1"])
    if len(list(designs.glob("*/candidate.so"))) > 1:  # one is of older sources
        shutil.rmtree(designs)
        status, first = check(karat, home, [*subject, *rtl, "--max-mismatches", "1"])
    # "finished": a property at the tile's ports failed before a lane differed
    if status != 1 or first["verdict"] not in ("mismatched", "finished"):
        fail(f"not caught: exit status {status}, verdict {first['verdict']}, {first['tiles']} tiles")
    print(f"{name}: caught after {first['tiles']} tiles")

    design = ["--candidate", str(next(designs.glob("*/candidate.so")))]
    for one in expected:
        changes = [text for knob, value in one.items() for text in ("--set", f"{knob}={value}")]
        status, changed = check(karat, home, [*subject, *design, *changes, "--count", "20000"])
        if status != 0:
            fail(f"{one} does not explain it: {changed['verdict']} {changed['reason']} after {changed['tiles']} tiles")
        print(f"{name}: explained by {one}")

    check_diagnosis(named, first.get("diagnosis", []))  # none after a handful of tiles
    print(f"{name}: diagnosis as expected")


main()
