#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""mode_combinations_test.py KARAT SCRATCH: two faults at once in a unit with a mode input.

The unit is units/opcode_table. Faults 1 and 2 are wrong in one mode each, fault 3 takes the mode of a later
tile. Every fault must be found as in the unit that has no other, in at most three minutes, and no mode may be
blamed that is right.
"""
import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys

karat = os.path.abspath(sys.argv[1])
tests = pathlib.Path(__file__).resolve().parent
scratch = pathlib.Path(sys.argv[2]).resolve()
shutil.rmtree(scratch, ignore_errors=True)
unit = scratch / "opcode_table"
shutil.copytree(tests / "units/opcode_table", unit)
contract = json.loads((unit / "unit.json").read_text())
(scratch / "e4m3.json").write_text(json.dumps(contract["spec"]))
for name, spec in (("karat_e4m3", scratch / "e4m3.json"), ("karat_two_steps", unit / "two_steps.json")):
    subprocess.run([karat, "rtl", "--spec", spec, "--lanes", "2x2", "--top", name, "--stages", "0", "--out",
                    unit / "reference"], check=True, stdout=subprocess.DEVNULL)

WRONG_ALONE = {1: {5}, 2: {1}, 3: set()}
SECONDS = 180


def spent():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def check(faults, *words):
    """The report of the unit with these faults."""
    bits = "".join(str(int(bit in faults)) for bit in (3, 2, 1, 0))
    done = subprocess.run([karat, "check", "--contract", unit / "unit.json", "--quiet", "--json", "--count",
                           "3000", "--plusarg", f"faults={bits}", *words],
                          cwd=scratch, stdout=subprocess.PIPE, text=True)
    assert done.returncode == 1, f"faults {faults}: exit status {done.returncode}"
    return json.loads(done.stdout)


def said_alone(report):
    """For each mode that is wrong by itself, what is said of it."""
    return {run["mode"]: sorted(one["name"] for one in run["bugs"]["findings"])
            for run in report["modes"] if run["verdict"] != "passed"}


def said_of_modes(report):
    """What is said of modes in the mixed run, without numbers of tiles."""
    said = [run["misplaced"] for run in report["mixed"] if "misplaced" in run]
    said += [one["name"] for run in report["mixed"] for one in run.get("bugs", {}).get("findings", [])
             if one["kind"] == "mode"]
    return " ".join(said)


alone = {fault: said_alone(check([fault])) for fault in (1, 2, 3)}
for fault, modes in WRONG_ALONE.items():
    assert set(alone[fault]) == modes, f"fault {fault}: {alone[fault]}"
for faults in ([1, 2], [1, 3], [2, 3], [1, 2, 3]):
    begin = spent()
    report = check(faults)
    seconds = spent() - begin
    expected = {mode: names for fault in faults for mode, names in alone[fault].items()}
    assert said_alone(report) == expected, f"faults {faults}: {said_alone(report)}, expected {expected}"
    # beside opcode 1 executed as 0, one mode may answer as another one: then only the change is said
    late = any(words in said_of_modes(report) for words in ("the mode of the tile after",
                                                            "precede a tile of another mode"))
    assert late == (3 in faults), f"faults {faults}: {said_of_modes(report)}"
    assert seconds < SECONDS, f"faults {faults}: {seconds:.0f} s"
    print(f"faults {faults}: found in {seconds:.1f} s")

# A record says its mode, so that rows are replayed in it.
record = scratch / "answers.vec"
check([1], "--no-diagnosis", "--record", record)
said = []
for words in ([], ["--mode", "4"]):
    done = subprocess.run([karat, "diagnose", scratch / "answers_mode5.vec", "--contract", unit / "unit.json",
                           "--plusarg", "faults=0010", "--quiet", "--json", *words], stdout=subprocess.PIPE,
                          text=True)
    assert done.returncode == 1, f"diagnose {words}: exit status {done.returncode}"
    said.append(json.loads(done.stdout))
assert [one["mode"] for one in said] == [5, 5], said
assert all(one["example"]["repeats"] for one in said[0]["bugs"]["findings"]), said[0]
