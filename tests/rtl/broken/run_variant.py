#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""run_variant.py KARAT NAME SCRATCH: builds the broken variant NAME of variants.txt in SCRATCH/NAME and
expects karat check to catch it.

karat rtl writes the design, NAME.patch breaks one of its cells or written files, and Verilator builds it. If
knobs explain the variant, the same design must pass against a specification with these knobs. The
"diagnosis" of the check in JSON (a list of objects: what is changed -> value) must contain one of the
explanations. If no knobs explain the variant, it must be empty. For "-" the diagnosis is not run.
"""
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
TREE = HERE.parents[2]
SIDE = TREE / "tb/candidate"


def fail(text):
    sys.exit(f"run_variant: {text}")


def find_variant(name):
    """The columns of the variant: name, arch, instruction, options, explained by, and an empty one."""
    for line in (HERE / "variants.txt").read_text().splitlines():
        columns = [column.strip() for column in line.split("|")]
        if columns[0] == name and len(columns) == 6:
            return columns
    fail(f"{name} is not in variants.txt")


def changes_of(text):
    """"F=22 F_c=23" as {"F": "22", "F_c": "23"}."""
    return dict(change.split("=") for change in text.split())


def explanations(text):
    """The explanations as knobs and as the diagnosis names them. "F=22 F_c=23 [F_products=22] or nan=any"
    gives [{"F": "22", "F_c": "23"}, {"nan": "any"}] and [{"F_products": "22"}, {"nan": "any"}]. "none" gives
    [] twice. "none [F=22 c_cutoff=3]" gives no knobs, but these edits of the recipe."""
    if text in ("none", "-"):
        return [], []
    if text.startswith("none ["):
        return [], [changes_of(text[len("none ["):-1])]
    parts = [one.strip().removesuffix("]").partition(" [") for one in text.split(" or ")]
    knobs = [changes_of(knob) for knob, _, _ in parts]
    return knobs, [changes_of(named or knob) for knob, _, named in parts]


def must(what, command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if done.returncode != 0:
        fail(f"{what}:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")


def build(karat, home, subject, options, patch):
    """Builds the broken design as a candidate."""
    rtl = home / "rtl"
    shutil.rmtree(rtl, ignore_errors=True)
    environment = dict(os.environ, KARAT_HOME=str(TREE))
    must("karat rtl", [karat, "rtl", *subject, *options, "--out", rtl], env=environment)
    if patch.exists():
        must(f"{patch.name} does not apply",
             ["patch", "-p1", "--fuzz=0", "--no-backup-if-mismatch", "--input", patch], cwd=rtl)
    elif not any(option.startswith("--set") for option in options):
        fail(f"{patch.name} does not exist and no knob is set: nothing breaks the design")
    if shutil.which("ccache"):
        environment.setdefault("OBJCACHE", "ccache")
    m, n = options[options.index("--lanes") + 1].split("x")
    flags = f"-O1 -fPIC -DVL_USER_FINISH -DVL_USER_STOP -DVL_USER_FATAL -I{SIDE} -DKARAT_M={m} -DKARAT_N={n}"
    must("verilator", ["verilator", "--cc", "--exe", "--build", "-j", "1", "-O3", "-Wno-lint", "-Wno-style",
                       "--assert", "--prefix", "Vcandidate", "--top-module", "karat_top", "-F",
                       rtl / "karat_top.f", SIDE / "verilated_candidate.cpp", "--Mdir", rtl / "obj", "-o",
                       "candidate.so", "-CFLAGS", flags, "-LDFLAGS", "-shared"], env=environment)
    return rtl / "obj/candidate.so"


def check(karat, home, arguments):
    """Exit status and JSON output of karat check."""
    command = [karat, "check", "--json", "--quiet", "--out", str(home / "mismatches.vec"), *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if not done.stdout:
        fail(f"exit status {done.returncode}, no output: {' '.join(command)}")
    return done.returncode, json.loads(done.stdout)


def word(value):
    """The JSON value of a knob as it is written on the command line."""
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
    subject = ["--arch", arch, "--instruction", instruction]
    if arch == "-":
        subject = ["--spec", str(HERE / instruction)]
    rtl = options.split()
    if "--lanes" not in rtl:
        rtl += ["--lanes", "1x1"]
    candidate = ["--candidate", str(build(karat, home, subject, rtl, HERE / f"{name}.patch"))]

    # Stop at the first mismatch.
    quick = ["--no-diagnosis"] if explained == "-" else []
    status, first = check(karat, home, [*subject, *candidate, *quick, "--max-mismatches", "1"])
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
