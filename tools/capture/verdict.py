#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which readings do a device's answers to a request file agree with?

Usage: verdict.py --karat PROGRAM RESULT.vec...

RESULT.vec is what a capture program wrote for the file of requests/ with the same instruction: its rows, in
that order, with d. Each question's readings are replayed (`karat replay --as`), and the mismatches in the
question's rows are counted. The reading without a mismatch is the device's. If none is, the questions may
depend on each other: `karat replay --as "ARCH/INSTRUCTION KEY=VALUE KEY=VALUE" RESULT.vec` tries several at
once. Exit status 0 if every question has one reading without a mismatch, otherwise 1.
"""

import argparse
import json
import pathlib
import re
import sys
import tempfile

from readings import FOLDER, Karat


def questions_of(path):
    """(question, readings, numbers of its rows, from 1) of a request file, and its rows."""
    out, part, lines = [], "", path.read_text().splitlines()
    for line in lines:
        found = re.match(r"# (question|instructions|readings|rows) ?(\S*)(?: to (\d+))?", line)
        if found:
            part = found[1]
            if part == "question":
                out.append((found[2], [], set()))
            if part == "rows":
                out[-1][2].update(range(int(found[2]), int(found[3]) + 1))
        elif part == "readings" and line.startswith("#   - "):
            out[-1][1].append(line[6:])
    return out, [line for line in lines if not line.startswith("#")]


def header(path, key):
    found = re.search(rf"^# {key}: (.*)$", path.read_text(), re.M)
    return found[1].strip() if found else ""


def request_of(result):
    """The questions of the request file for the same instruction. The rows must be the same."""
    wanted = [header(result, key) for key in ("arch", "instruction")]
    request = next((path for path in sorted(FOLDER.glob("*.vec"))
                    if [header(path, key) for key in ("arch", "instruction")] == wanted), None)
    if request is None:
        sys.exit(f"{result}: no file of requests/ is for {' '.join(wanted)}")
    questions, rows = questions_of(request)
    lines = result.read_text().splitlines()
    answered = [line.rsplit(" ", 1)[0] for line in lines if line and not line.startswith("#")]
    if answered != rows:
        sys.exit(f"{result}: its rows are not those of requests/{request.name}, in that order")
    return questions


def verdict(karat, result):
    """Prints the mismatches of every reading. Whether every question is settled."""
    settled = True
    print(result)
    for question, readings, rows in request_of(result):
        good = []
        print(f"  {question}")
        for reading in readings:
            done = karat.run("replay", result.resolve(), "--as", reading, "--json")
            if done.returncode == 2:
                sys.exit(done.stderr.strip())
            wrong = sum(each["row"] in rows for each in json.loads(done.stdout)[0]["rows"])
            good += [] if wrong else [reading]
            print(f"    {wrong:3} of {len(rows)} rows differ  {reading}")
        settled &= len(good) == 1
        print("    " + (f"the device computes {good[0]}" if len(good) == 1 else "not settled"))
    return settled


def main():
    raw = argparse.RawDescriptionHelpFormatter
    options = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    options.add_argument("--karat", required=True)
    options.add_argument("results", metavar="RESULT.vec", nargs="+", type=pathlib.Path)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        karat = Karat(chosen.karat, scratch)
        sys.exit(0 if all([verdict(karat, result) for result in chosen.results]) else 1)


if __name__ == "__main__":
    main()
