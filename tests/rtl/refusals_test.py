#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Elaboration rejects an illegal parameter of a cell with an error that gives its name and value.

usage: refusals_test.py KARAT SCRATCH   (both are unused: the cells are read from the source tree)
Every check in the source of a cell has a row here, and every row has a check. A row lists values that must be
rejected, and values at the ends of the allowed range, which must be accepted. It also sets the other
parameters that a limit depends on.
"""
import concurrent.futures
import pathlib
import re
import subprocess
import sys

RTL = pathlib.Path(__file__).resolve().parents[2] / "rtl_ref"

# cell, other parameters with values other than the default, parameter, rejected values, accepted values
TABLE = [
    ("round_inc", {}, "MODE", (11, 4000000000), (0, 10)),
    ("shift_right_sticky", {}, "W", (0,), (1,)),
    ("shift_right_sticky", {}, "AMOUNT_W", (0,), (1,)),
    ("lzc", {}, "W", (0,), (1, 2)),
    ("max_tree", {}, "W", (0,), (1,)),
    ("add_tree", {}, "N", (0,), (1,)),
    ("add_tree", {}, "W", (0,), (1,)),
    ("sign_magnitude", {}, "W", (0, 1), (2,)),
    ("lead", {}, "W", (0,), (1,)),
    ("lead", {"W": 24}, "OUT_W", (0, 23), (24, 40)),
    ("lead", {}, "EW", (0,), (5,)),
    ("read", {"W": 20}, "EXPONENT_BITS", (0, 1), (2, 9)),
    ("read", {}, "W", (0, 15), (16, 17)),
    ("read", {"LOW_BITS": 3}, "W", (18,), (19,)),
    ("read", {"SIGNED": 0}, "W", (14,), (15,)),
    ("read", {}, "SPECIALS", (4, 4000000000), (0, 3)),
    ("read", {}, "FLUSH_BELOW", (32, 4000000000), (0, 1, 31)),
    ("read", {}, "SB", (0, 10, 12), (11,)),
    ("read", {"CONVERT": 1}, "SB", (10,), (11, 24)),
    ("read", {}, "EW", (0,), (1, 12)),
    ("products", {}, "N", (0,), (1,)),
    ("products", {}, "EW", (0,), (1, 12)),
    ("products", {}, "TOP_BITS", (0, 23), (1, 22)),
    ("specials", {}, "N", (0,), (1,)),
    ("align", {}, "IB", (0,), (1,)),
    ("align", {}, "F", (0,), (1,)),
    ("align", {}, "EW", (0,), (1,)),
    ("align", {}, "ROUNDING", (11, 4000000000), (0, 10)),
    ("align_all", {}, "N", (0,), (1,)),
    ("align_all", {}, "OUT_W", (0,), (29,)),
    ("align_all", {"DROP_TINY": 1}, "FRAME", (1,), (0,)),
    ("align_all", {"DROP_TINY": 0}, "FRAME", (), (1,)),
    ("place_all", {}, "N", (0,), (1,)),
    ("place_all", {}, "S", (0,), (1,)),
    ("place_all", {}, "EW", (0,), (1,)),
    ("place_all", {}, "OUT_W", (0,), (1,)),
    ("exact_add", {}, "XW", (0,), (1,)),
    ("exact_add", {}, "YW", (0,), (1,)),
    ("exact_add", {"XW": 24, "YW": 33}, "EW", (0, 1, 2), (3,)),
    ("exact_add", {}, "FRACTION", (0,), (1,)),
    ("scale_sum", {}, "W", (0,), (1,)),
    ("scale_sum", {}, "XE", (0,), (1,)),
    ("normalise", {"NORM_W": 40}, "W", (0,), (1, 40)),
    ("normalise", {"W": 33}, "NORM_W", (0, 32), (33, 50)),
    ("normalise", {}, "EW", (0,), (1,)),
    ("normalise", {}, "EXP_W", (0,), (1,)),
    ("encode", {}, "FRACTION", (0, 24), (1, 23)),
    ("encode", {}, "ROUNDING", (11, 4000000000), (0, 10)),
    ("encode", {}, "NORM_W", (0, 25), (26, 60)),
    ("encode", {}, "EXP_W", (8,), (9,)),
    ("encode", {"FLUSH": 1, "FLUSH_BEFORE": 1}, "FLUSH_UNBOUNDED", (1,), (0,)),
    ("encode", {"FLUSH": 1}, "FLUSH_UNBOUNDED", (), (1,)),
    ("read_integer", {}, "W", (0,), (1,)),
    ("read_integer", {}, "EW", (0,), (1,)),
    ("to_integer", {}, "W", (0,), (1,)),
    ("to_integer", {}, "OUT_W", (0, 1), (2,)),
    ("select_sparse", {}, "K", (0, 3), (2,)),
    ("select_sparse", {"ONE_OF_TWO": 1}, "K", (0,), (1, 3)),
    ("select_sparse", {}, "W", (0,), (1,)),
    ("pipe_reg", {}, "W", (0,), (1,)),
    ("port_check", {}, "W", (0,), (1,)),
    ("port_check", {}, "DEPTH", (0,), (1,)),
]


def checked():
    """Cell and parameter of every check in the sources."""
    return {(source.stem.removeprefix("karat_"), name) for source in RTL.rglob("karat_*.sv")
            for name in re.findall(r'\$error\("(\w+) = %0d: ', source.read_text(encoding="utf-8"))}


def elaborate(case):
    """Elaborates one cell with these parameters; `name` is the one under test. Returns the error, or ""."""
    cell, others, name, value, refused = case
    values = {**others, name: value}
    command = ["verilator", "--lint-only", "-Wno-lint", "-Wno-style", "--top-module", f"karat_{cell}", "-F",
               RTL / "karat_cells.f", *(f"-G{one}={number}" for one, number in values.items())]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    said = re.findall(r"USERERROR: [^ ]+ (.*)", done.stderr)
    if refused:
        right = done.returncode != 0 and any(one.startswith(f"{name} = {value}: ") for one in said)
    else:
        right = done.returncode == 0 and not done.stderr
    wrong = f"karat_{cell} {values}: {'not rejected by name' if refused else 'rejected'}: {done.stderr[:300]}"
    return "" if right else wrong


def main():
    here, there = checked(), {(cell, name) for cell, _, name, refused, _ in TABLE if refused}
    failures = [f"karat_{cell}: the check of {name} has no row" for cell, name in sorted(here - there)]
    failures += [f"karat_{cell}: {name} is not checked" for cell, name in sorted(there - here)]
    cases = [(cell, others, name, value, refused) for cell, others, name, *both in TABLE
             for refused, values in zip((True, False), both) for value in values if (cell, name) in here]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        failures += filter(None, pool.map(elaborate, cases))
    for failure in failures:
        print(f"refusals_test: {failure}")
    print(f"{len(cases)} values of {len(here & there)} parameters: {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
