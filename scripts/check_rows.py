#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks reference RTL against the model, row by row.

Usage: check_rows.py KARAT [--all] [--jobs N] [--count N] [--only WORD]

The rows are those of rtl_rows.txt; with --all, one row with one lane for each distinct specification of the
registry. Each design is built and checked with directed tiles, then with tiles steered to the holes of its
coverage. Prints a table; exit status 1 if a row fails.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent


class Row:
    """One design to check. `subject` holds the options that define the expected arithmetic."""

    def __init__(self, name, subject, lanes, stages, stands_for=1):
        self.name, self.subject, self.lanes = name, subject, lanes
        self.stages, self.stands_for = stages, stands_for


def listed_rows(scratch):
    for line in (HERE / "rtl_rows.txt").read_text().splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        name, arch, what, lanes, stages = (column.strip() for column in line.split("|"))
        if arch == "spec":
            path = scratch / (name.replace(" ", "_") + ".json")
            path.write_text('{"karat_spec": 1, ' + what + "}\n")
            subject = ["--spec", str(path)]
        else:
            subject = ["--arch", arch, "--instruction", what]
        yield Row(name, subject, lanes, stages)


def all_rows(karat):
    """One row for each distinct specification, with pipeline depths of 0 to 4 in turn."""
    known = json.loads(
        subprocess.run([karat, "list", "--json"], check=True, capture_output=True, text=True).stdout)
    kinds = {}
    for one in known:
        kinds.setdefault(json.dumps(one["spec"], sort_keys=True), []).append(one)
    for i, same in enumerate(kinds.values()):
        arch, name = same[0]["arch"], same[0]["instruction"]
        yield Row(f"{arch} {name}", ["--arch", arch, "--instruction", name], "1x1", str(i % 5), len(same))


def run(command):
    """Returns exit status, JSON or None, last line of stderr, seconds."""
    start = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True)
    result = json.loads(done.stdout) if done.stdout.startswith("{") else None
    error = done.stderr.strip().splitlines()[-1:] or [""]
    return done.returncode, result, error[0], time.monotonic() - start


def check(karat, row, count, scratch):
    """Returns the line of the table, and whether the row passed."""
    stem = scratch / "".join(ch if ch.isalnum() else "_" for ch in row.name)
    coverage = f"{stem}.coverage"
    base = [karat, "check", "--json", "--quiet", *row.subject, "--lanes", row.lanes, "--stages", row.stages,
            "--out", f"{stem}.vec"]
    status, _, error, build = run([*base, "--count", "1"])
    if status != 0:
        return f"{row.name:44} FAIL  {error}", False
    status, first, error, first_time = run([*base, "--count", str(count), "--coverage", coverage])
    if status != 0:
        return f"{row.name:44} FAIL  {first['verdict'] if first else ''} {error}", False
    status, steered, error, steered_time = run(
        [*base, "--count", str(count), "--until-coverage", "100", "--coverage", coverage])
    if steered is None:
        return f"{row.name:44} FAIL  {error}", False
    lanes = first["lanes"] + steered["lanes"]
    wrong = first["mismatches"] + steered["mismatches"]
    percentage = steered["coverage"]["percentage"]
    passed = status == 0 and wrong == 0
    return (f"{row.name:44} {'pass' if passed else 'FAIL'}  {row.lanes:>4} {row.stages:>6} {lanes:>9}"
            f" {wrong:>10} {percentage:>8.1f}% {build:>7.1f} {first_time + steered_time:>7.1f}"), passed


def positive(text):
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a positive integer")
    return int(text)


def program(text):
    if not Path(text).is_file() or not os.access(text, os.X_OK):
        raise argparse.ArgumentTypeError(f"{text} is not an executable file")
    return str(Path(text).resolve())


def main():
    parser = argparse.ArgumentParser(description="Checks reference RTL against the model, row by row.")
    parser.add_argument("karat", type=program)
    parser.add_argument("--all", action="store_true",
                        help="check every distinct specification of the registry")
    parser.add_argument("--jobs", type=positive, default=os.cpu_count())
    parser.add_argument("--count", type=positive, default=20000,
                        help="number of directed tiles, and maximum number of steered tiles")
    parser.add_argument("--only", default="", help="check only the rows whose name contains ONLY")
    arguments = parser.parse_args()
    karat = arguments.karat
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(max(1, arguments.jobs)) as pool:
        scratch = Path(name)
        every = list(all_rows(karat) if arguments.all else listed_rows(scratch))
        rows = [row for row in every if arguments.only.lower() in row.name.lower()]
        if not rows:
            parser.error(f"--only: no row has a name that contains \"{arguments.only}\"" +
                         ("" if arguments.all else "; rows are " + ", ".join(row.name for row in every)))
        print(f"{'row':44} {'':4}  {'MxN':>4} {'stages':>6} {'lanes':>9} {'mismatches':>10} {'coverage':>9}"
              f" {'build s':>7} {'check s':>7}")
        failed = 0
        for line, passed in pool.map(lambda row: check(karat, row, arguments.count, scratch), rows):
            print(line, flush=True)
            failed += not passed
    instructions = sum(row.stands_for for row in rows)
    print(f"{len(rows)} designs" + (f" for {instructions} instructions" if arguments.all else "") +
          f", {failed} failed, {time.monotonic() - start:.0f} s")
    sys.exit(1 if failed else 0)


try:
    main()
except KeyboardInterrupt:
    print("\ninterrupted; designs that were built stay in the cache", file=sys.stderr)
    sys.exit(130)
