#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""outputs_test.py KARAT SCRATCH: what a check leaves behind: waves and their save file, JUnit, JSON, coverage and its merge."""
import json
import os
import subprocess
import sys
import xml.etree.ElementTree as xml

karat, scratch = os.path.abspath(sys.argv[1]), sys.argv[2]
os.makedirs(scratch, exist_ok=True)
os.chdir(scratch)
volta = ["--arch", "Volta", "--instruction", "HMMA.884.F32.F32", "--lanes", "1x1", "--quiet"]


def run(status, *words):
    done = subprocess.run([karat, *words], stdout=subprocess.PIPE, text=True, timeout=300)
    assert done.returncode == status, f"exit status {done.returncode}, expected {status}: {' '.join(words)}"
    return done.stdout


# a wrong design
for old in ("w.fst", "w.fst.gtkw", "j.xml", "c.json"):
    if os.path.exists(old):
        os.remove(old)
text = run(1, "check", *volta, "--F", "22", "--waves", "w.fst", "--junit", "j.xml")
assert "behaves as F = 22" in text and "gtkwave w.fst.gtkw" in text and "seed 1" in text
again = next(line for line in text.splitlines() if line.startswith("  this run again")).split()[3:]
assert again[0] == karat and again[-2:] == ["--seed", "1"]
assert os.path.getsize("w.fst") > 1000 and os.path.getsize("w.fst") < 1000000, "the window, and no more"
save = open("w.fst.gtkw").read()
assert os.path.abspath("w.fst") in save and "candidate.valid_o" in save and "[timestart]" in save
suite = xml.parse("j.xml").getroot()
failures = [case.get("name") for case in suite.iter("testcase") if case.find("failure") is not None]
assert suite.tag == "testsuite" and int(suite.get("failures")) == len(failures) > 0 and "protocol" not in failures
report = json.loads(run(1, "check", *volta, "--F", "22", "--json"))
assert {"F": 22} in report["diagnosis"] and report["first_mismatches"][0]["lane"] == [0, 0] and report["seed"] == 1

# a good one; coverage closes, is saved and merged
report = json.loads(run(0, "check", *volta, "--until-coverage", "100", "--coverage", "c.json", "--json"))
assert report["coverage"]["percentage"] == 100 and report["coverage"]["holes"] == [] and report["tiles"] < 5000
assert "coverage 100.0 %" in run(0, "coverage", "c.json")
tiles = json.loads(run(0, "coverage", "c.json", "--json"))["tiles"]
assert json.loads(run(0, "coverage", "c.json", "c.json", "--json"))["tiles"] == 2 * tiles
again = json.loads(run(0, "check", *volta, "--until-coverage", "100", "--coverage", "c.json", "--json"))
assert 0 < again["tiles"] < report["tiles"], "what is covered already is not steered to, and yet something is checked"
run(2, "check", "--arch", "Turing", "--instruction", "HMMA.1688.F32", "--lanes", "1x1", "--quiet", "--coverage", "c.json")
print("waves, JUnit, JSON and coverage as documented")
