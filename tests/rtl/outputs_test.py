#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""outputs_test.py KARAT SCRATCH: the output files of a check (waves and their save file, JUnit, JSON,
coverage and its merge), and the files that it must not touch."""
import json
import os
import subprocess
import sys
import xml.etree.ElementTree as xml

karat, scratch = os.path.abspath(sys.argv[1]), sys.argv[2]
os.makedirs(scratch, exist_ok=True)
os.chdir(scratch)
volta = ["--arch", "Volta", "--instruction", "HMMA.884.F32.F32", "--lanes", "1x1", "--quiet"]


def run(status, *words, stderr=None):
    """Returns stdout. If `stderr` is given, stderr must be one line that contains it."""
    done = subprocess.run([karat, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          timeout=300)
    sys.stderr.write(done.stderr)
    assert done.returncode == status, f"exit status {done.returncode}, expected {status}: {' '.join(words)}"
    assert (stderr is None or stderr in done.stderr
            and done.stderr.count("\n") == 1), f"stderr is not one line with {stderr}"
    return done.stdout


def write(path, text):
    with open(path, "w") as out:
        out.write(text)


def read(path):
    with open(path) as file:
        return file.read()


# A wrong design.
for old in ("w.fst", "w.fst.gtkw", "j.xml", "c.json"):
    if os.path.exists(old):
        os.remove(old)
text = run(1, "check", *volta, "--F", "22", "--waves", "w.fst", "--junit", "j.xml")
assert "behaves as F = 22" in text and "gtkwave w.fst.gtkw" in text and "seed 1" in text
again = next(line for line in text.splitlines() if line.startswith("  this run again")).split()[3:]
assert again[0] == karat and again[-2:] == ["--seed", "1"]
assert os.path.getsize("w.fst") > 1000 and os.path.getsize("w.fst") < 1000000, "not only the window"
save = open("w.fst.gtkw").read()
with open("w.fst", "rb") as dump:
    # The header block: type, length, time of the first change.
    start = int.from_bytes(dump.read(17)[9:], "big")
assert f"[timestart] {start}\n" in save, f"the save file does not begin where the waves begin, at {start}"
assert os.path.abspath("w.fst") in save and "candidate.valid_o" in save and "[timestart]" in save
suite = xml.parse("j.xml").getroot()
failures = [case.get("name") for case in suite.iter("testcase") if case.find("failure") is not None]
assert suite.tag == "testsuite" and int(suite.get("failures")) == len(failures) > 0
assert "protocol" not in failures
assert suite.get("name") == "karat check --arch Volta --instruction HMMA.884.F32.F32"
report = json.loads(run(1, "check", *volta, "--F", "22", "--json"))
assert {"F": 22} in report["diagnosis"] and report["first_mismatches"][0]["lane"] == [0, 0]
assert report["seed"] == 1

# A correct design. The coverage reaches 100 %, is saved and merged.
report = json.loads(run(0, "check", *volta, "--until-coverage", "100", "--coverage", "c.json", "--json"))
assert report["coverage"]["percentage"] == 100 and report["coverage"]["holes"] == []
assert report["tiles"] < 5000
assert "coverage 100.0 %" in run(0, "coverage", "c.json")
tiles = json.loads(run(0, "coverage", "c.json", "--json"))["tiles"]
assert json.loads(run(0, "coverage", "c.json", "c.json", "--json"))["tiles"] == 2 * tiles
again = json.loads(run(0, "check", *volta, "--until-coverage", "100", "--coverage", "c.json", "--json"))
assert 0 < again["tiles"] < report["tiles"], "a check does not steer to covered bins, but runs some tiles"
run(2, "check", "--arch", "Turing", "--instruction", "HMMA.1688.F32", "--lanes", "1x1", "--quiet",
    "--coverage", "c.json")
assert report["coverage"]["asked"] == 100 and report["coverage"]["reached"] is True

# The report is in the class of the first mismatch, which need not be the first class that fails.
for seed in map(str, range(1, 20)):
    report = json.loads(run(1, "check", *volta, "--F", "22", "--count", "60", "--seed", seed, "--json",
                            "--junit", "j.xml", "--name", "a & b"))
    failing = [case for case in xml.parse("j.xml").getroot().iter("testcase")
               if case.find("failure") is not None]
    texts = {case.get("name"): (case.find("failure").text or "").strip() for case in failing}
    first = report["first_mismatches"][0]["class"]
    assert [name for name in texts if texts[name]] == [first], texts
    assert texts[first].startswith("FAIL  a & b  FDA"), texts
    if first != failing[0].get("name"):
        break
else:
    sys.exit("for every seed the first mismatch is in the first class that fails")
assert {case.get("classname") for case in failing} == {"a & b"}
assert xml.parse("j.xml").getroot().get("name") == "a & b"
assert report["name"] == "a & b" and report["subject"] == "--arch Volta --instruction HMMA.884.F32.F32"

# A specification is named by its file and by the --set options.
write("mine.json", run(0, "show", "HMMA.884.F32.F32", "--arch", "Volta", "--json"))
named = ["check", "--spec", os.path.abspath("mine.json"), "--lanes", "1x1", "--quiet", "--count", "50"]
assert run(0, *named).startswith("PASS  FDA F=23  --spec mine.json\n")
report = json.loads(run(0, *named, "--set", "output_rounding=RZ", "--json"))
assert report["subject"] == "--spec mine.json --set output_rounding=RZ"

# Even if only a few tiles are requested, the diagnosis sees many outputs, including the first ones.
for few in (["--count", "4"], ["--until-coverage", "50", "--count", "4"],
            ["--until-coverage", "100", "--max-mismatches", "0"]):
    report = json.loads(run(1, "check", *volta, "--F", "22", *few, "--json"))
    assert report["diagnosis"] == [{"F": 22}] and report["diagnosis_lanes"] == 20000, report["diagnosis"]
    assert "misplaced" not in report, report["misplaced"]

# --out never overwrites an input or a file that karat did not write.
for old in ("mismatches.vec", "mismatches_2.vec", "precious.txt", "link.txt", "made.vec"):
    if os.path.lexists(old):
        os.remove(old)
small = ["check", *volta, "--count", "20"]
run(1, *small, "--F", "22")
recorded = read("mismatches.vec")
assert "karat replay" not in run(0, *small, "--stimulus", "mismatches.vec")
assert read("mismatches.vec") == recorded
assert "replay mismatches_2.vec" in run(1, *small, "--F", "22", "--stimulus", "mismatches.vec")
assert read("mismatches.vec") == recorded
run(0, *small, "--stimulus", "mismatches.vec")
assert not os.path.exists("mismatches_2.vec"), "the mismatches of an earlier run are left"
run(2, *small, "--stimulus", "mismatches.vec", "--out", "./mismatches.vec",
    stderr="--out ./mismatches.vec: is the file that --stimulus reads")
assert read("mismatches.vec") == recorded
run(0, *small)
assert not os.path.exists("mismatches.vec")
write("mismatches.vec", "my own\n")
run(0, *small)
assert "replay mismatches_2.vec" in run(1, *small, "--F", "22") and read("mismatches.vec") == "my own\n"
write("precious.txt", "precious\n")
os.symlink("precious.txt", "link.txt")
for out in ("precious.txt", "link.txt"):
    run(0, *small, "--out", out)
    run(2, *small, "--out", out, "--stimulus", "bogus", stderr="bogus")
    assert read("precious.txt") == "precious\n" and os.path.islink("link.txt")
os.chmod("precious.txt", 0o640)
run(1, *small, "--F", "22", "--out", "link.txt")
assert os.path.islink("link.txt") and read("precious.txt").startswith("# karat-vectors")
assert os.stat("precious.txt").st_mode & 0o777 == 0o640
run(1, *small, "--F", "22", "--out", "made.vec")
mask = os.umask(0)
os.umask(mask)
assert os.stat("made.vec").st_mode & 0o777 == 0o666 & ~mask
left = [name for name in os.listdir(".") if name.startswith(("made.vec.", "precious.txt."))]
assert not left, "a temporary file is left"

# If an output file cannot be written after the run, the verdict is still printed.
if os.path.exists("/dev/full"):
    for words, verdict in ((["--junit", "/dev/full"], "PASS"), (["--F", "22", "--out", "/dev/full"], "FAIL")):
        text = run(2, *small, *words, stderr=f"{words[-2]} /dev/full: the file cannot be written")
        assert text.startswith(verdict)

# If the requested coverage is not reached, this is a failure of its own.
asked = ["check", *volta, "--until-coverage", "100", "--count", "60"]
text = run(1, *asked, "--junit", "j.xml")
assert text.startswith("PASS  ") and "\nFAIL  coverage: " in text
assert " reached, 100 % asked for, after 60 tiles\n" in text
failures = [case for case in xml.parse("j.xml").getroot().iter("testcase")
            if case.find("failure") is not None]
assert [case.get("name") for case in failures] == ["coverage"]
assert failures[0].find("failure").get("message") in text
report = json.loads(run(1, *asked, "--json"))
assert report["verdict"] == "passed"
assert report["coverage"]["reached"] is False and report["coverage"]["asked"] == 100
run(0, *asked[:-3], "20", "--count", "60")
text = run(1, *asked, "--F", "22", "--junit", "j.xml")
assert text.startswith("FAIL  "), "mismatches ended the run, so they are the failure"
assert "FAIL  coverage" not in text, "mismatches ended the run, so the coverage is no failure"
run(0, *asked, "--F", "22", "--expect-mismatch")

# The reasons for excluded bins, one line each.
text = run(0, "check", *volta, "--count", "60", "--coverage", "reasons.json")
os.remove("reasons.json")
excluded = [line for line in text.splitlines() if line.startswith("excluded: ")]
counted = int(text.split(" excluded, ")[0].split()[-1])
assert counted > 0 and counted == sum(
    1 + int(line.split(" and ")[1].split()[0]) if " more: " in line else 1 for line in excluded)
assert len({line.split(": ", 2)[2] for line in excluded}) == len(excluded)
assert "excluded: result/minus_zero: a zero sum is +0" in text
print("waves, JUnit, JSON and coverage as documented")
