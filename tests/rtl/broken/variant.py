#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The broken variants of variants.txt: reading the table, building a variant, checking it."""
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
TREE = HERE.parents[2]
SIDE = TREE / "tb/candidate"


def fail(text):
    sys.exit(f"{Path(sys.argv[0]).stem}: {text}")


def find_variant(name):
    """The columns of the variant: name, arch, instruction, options, explained by, and an empty one."""
    for line in (HERE / "variants.txt").read_text().splitlines():
        columns = [column.strip() for column in line.split("|")]
        if columns[0] == name and len(columns) == 6:
            set_by_options = columns[3].replace("--set ", "")
            columns[4] = re.sub("^options", lambda _: set_by_options, columns[4])
            return columns
    fail(f"{name} is not in variants.txt")


def changes_of(text):
    """"F=22 F_c=23" as {"F": "22", "F_c": "23"}."""
    return dict(change.split("=") for change in text.split())


def explanations(text):
    """The explanations as knobs and as the diagnosis names them. "F=22 F_c=23 [F_products=22] or nan=any"
    gives [{"F": "22", "F_c": "23"}, {"nan": "any"}] and [{"F_products": "22"}, {"nan": "any"}]. "none" gives
    [] twice."""
    if text in ("none", "-"):
        return [], []
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
    if patch.exists() and patch.stat().st_size:
        must(f"{patch.name} does not apply",
             ["patch", "-p1", "--fuzz=0", "--no-backup-if-mismatch", "--input", patch], cwd=rtl)
    elif "unbroken" not in home.name and not any(option.startswith("--set") for option in options):
        fail(f"{patch.name} does not exist and no knob is set: nothing breaks the design")
    if shutil.which("ccache"):
        environment.setdefault("OBJCACHE", "ccache")
    m, n = options[options.index("--lanes") + 1].split("x")
    flags = f"-fPIC -DVL_USER_FINISH -DVL_USER_STOP -DVL_USER_FATAL -I{SIDE} -DKARAT_M={m} -DKARAT_N={n}"
    must("verilator", ["verilator", "--cc", "--exe", "--build", "-j", "1", "-O3", "-Wno-lint", "-Wno-style",
                       "--assert", "--prefix", "Vcandidate", "--top-module", "karat_top", "-F",
                       rtl / "karat_top.f", SIDE / "verilated_candidate.cpp", "--Mdir", rtl / "obj", "-o",
                       "candidate.so", "-CFLAGS", flags, "-LDFLAGS", "-shared", "-MAKEFLAGS",
                       "OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O2"], env=environment)
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
