#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""modes_test.py RIGHT RUP AT_PORT BEFORE UNDECLARED KARAT SCRATCH: checks of a unit with a mode input.

RIGHT is correct; RUP is wrong in mode 3; AT_PORT rounds by the mode of a later tile, BEFORE by that of the
tile before; UNDECLARED is built without modes.
"""
import json
import os
import subprocess
import sys
import xml.etree.ElementTree as xml

right, rup, at_port, before, undeclared, karat = map(os.path.abspath, sys.argv[1:7])
os.makedirs(sys.argv[7], exist_ok=True)
os.chdir(sys.argv[7])
for name in os.listdir("."):
    os.remove(name)
ALL = ["0: output_rounding=RNE", "1: output_rounding=RZ", "2: output_rounding=RD", "3: output_rounding=RU"]


def run(status, *words, said="", stdin=""):
    """Returns stdout; stderr must contain `said`."""
    done = subprocess.run([*words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=120,
                          input=stdin)
    sys.stderr.write(done.stderr)
    assert done.returncode == status, f"exit status {done.returncode}, expected {status}: {' '.join(words)}"
    assert said in done.stderr, f"stderr does not contain: {said}"
    return done.stdout


def last_line(text):
    return text.splitlines()[-1]


# Verdicts and diagnoses.
text = run(0, right, "--quiet")
assert last_line(text) == ("PASS  in modes 0, 1, 2, 3, 4, 8, 11, and when the mode changes from tile to "
                           "tile"), text
text = run(1, rup, "--quiet", "--out", "rup.vec", "--junit", "rup.xml")
assert last_line(text) == ("FAIL  in modes 3 (output_rounding=RU), 11 (a=e5m2 b=e5m2 output_rounding=RU); "
                           "passed in modes 0, 1, 2, 4, 8"), text
assert "behaves as output_rounding = RA instead of RU" in text, text
for program, place in ((at_port, "after"), (before, "before")):
    text = run(1, program, "--quiet")
    assert last_line(text) == ("FAIL  in modes 0, 1, 2, 3, 4, 8, 11, but only when the mode changes from "
                               "tile to tile; alone each mode passed"), text
    assert text.count(f"wrong tiles are right by the mode of the tile {place}") == 7, text

# Their mismatches are reduced between tiles of other modes, and grouped.
for program, said in ((at_port, "computes in the mode of the tile after"),
                      (before, "computes in the mode of the tile before")):
    for one in json.loads(run(1, program, "--quiet", "--json"))["mixed"]:
        found = one["bugs"]["findings"]
        assert [each["kind"] for each in found] == ["mode"] and found[0]["name"] == said, one
        repeated = [each["example"] for each in found if each["example"]["repeats"]]
        operands = [sum(int(x, 16) != 0 for x in [*each["a"], *each["b"], each["c"]]) for each in repeated]
        assert operands and min(operands) <= 4, f"mode {one['mode']}: {found}"
        assert sum(each["mismatches"] for each in found) == one["bugs"]["kept"], found

# The coverage of each mode closes, of the arithmetic and of the protocol; one that is cut short does not.
result = json.loads(run(0, right, "--quiet", "--json", "--until-coverage", "100"))
assert [one["mode"] for one in result["modes"]] == [0, 1, 2, 3, 4, 8, 11], result["modes"]
for one in result["modes"]:
    for kind in ("coverage", "protocol"):
        assert one[kind]["reached"] and not one[kind]["holes"], f"mode {one['mode']}: {one[kind]}"
    assert not one["protocol"]["excluded"], one["protocol"]
mixed = {(one["verdict"], one["tiles"] > 500) for one in result["mixed"]}
assert mixed == {("passed", True)}, result["mixed"]
result = json.loads(run(1, right, "--quiet", "--json", "--until-coverage", "100", "--count", "100"))
assert not any(one["coverage"]["reached"] for one in result["modes"]), result["modes"]

# Files: those of the mode that failed, alone and mixed. Each suite of the JUnit file is a mode.
vectors = sorted(name for name in os.listdir(".") if name.startswith("rup") and name.endswith(".vec"))
assert vectors == ["rup_mixed_mode11.vec", "rup_mixed_mode3.vec", "rup_mode11.vec", "rup_mode3.vec"], vectors
for name in vectors:
    run(1, karat, "replay", name)
suites = xml.parse("rup.xml").getroot()
assert suites.tag == "testsuites" and len(suites) == 14
failed = [suite.get("name") for suite in suites if suite.get("failures") != "0"]
assert failed == ["modes_rup, mode 3", "modes_rup, mode 11", "modes_rup, mode 3 among the others",
                  "modes_rup, mode 11 among the others"], failed

# Each mode has a record of its own.
run(1, rup, "--quiet", "--no-diagnosis", "--record", "answers.vec")
assert " 0 wrong" in run(0, karat, "diagnose", "answers_mode0.vec")
text = run(1, karat, "diagnose", "answers_mode3.vec")
assert "output_rounding = RA instead of RU" in text and " tiles in mode 3, " in text, text
# So has each in the run that mixes them. Its tiles have their numbers among all.
text = run(1, karat, "diagnose", "answers_mixed_mode3.vec")
assert "output_rounding = RA instead of RU" in text and " tiles in mode 3, " in text, text
lines = open("answers_mixed_mode3.vec").read().splitlines()
assert any(line.startswith("# source: ") and line.endswith(", mode 3") for line in lines), lines[:9]
numbers = {name: {line.split(",")[0] for line in open(f"answers_mixed_mode{name}.vec") if "# tile " in line}
           for name in (0, 3)}
assert numbers[0] and numbers[3] and not numbers[0] & numbers[3], numbers

# JSON.
result = json.loads(run(1, rup, "--quiet", "--json"))
assert result["verdict"] == "mismatched"
for kind in ("modes", "mixed"):
    assert [(one["mode"], one["verdict"]) for one in result[kind]] == [
        (0, "passed"), (1, "passed"), (2, "passed"), (3, "mismatched"), (4, "passed"), (8, "passed"),
        (11, "mismatched")], kind
result = json.loads(run(1, before, "--quiet", "--json"))
assert {one["verdict"] for one in result["modes"]} == {"passed"}
assert {one["verdict"] for one in result["mixed"]} == {"mismatched"}

# Other modes than those of the build; a value that is not what it is said to be.
run(0, right, "--quiet", "--mode", ALL[2], "--mode", "0x3: output_rounding=RU")
text = run(1, right, "--quiet", "--mode", ALL[0], "--mode", "2: output_rounding=RU")
assert last_line(text).startswith("FAIL  in mode 2 (output_rounding=RU); passed in mode 0"), text
# A mode that is wrong alone, and others that are wrong only beside other modes.
text = run(1, before, "--quiet", "--mode", ALL[0], "--mode", ALL[1], "--mode", "2: output_rounding=RU")
assert last_line(text) == ("FAIL  in mode 2 (output_rounding=RU); in modes 0, 1 only when the mode changes "
                           "from tile to tile"), text
said = "tiles that are wrong only among other modes are those of the mode of the tile before"
assert text.count(said) == 3, text
# Every mode is wrong alone, and takes the mode of the tile before besides.
text = run(1, before, "--quiet", "--mode", "0: output_rounding=RU", "--mode", "1: output_rounding=RD")
assert text.count(said) == 2, text
text = run(1, rup, "--quiet", "--mode", ALL[0], "--mode", ALL[3])
assert "only among other modes" not in text, text
run(0, right, "--quiet", "--expect-mismatch", "--mode", "1: output_rounding=RU")
run(1, right, "--quiet", "--expect-mismatch")

# Waves, coverage and the mode of a target.
run(0, right, "--quiet", "--count", "300", "--coverage", "bins.json", "--mode", ALL[1])
assert os.path.exists("bins_mode1.json")
QUESTION = "38 0 0 0 38 0 0 0 0c00\n\n"  # 1 * 1 + 2^-12
for mode, d in ((ALL[1], "3c00"), (ALL[3], "3c01")):
    assert d in run(0, right, "--serve", "--mode", mode, stdin=QUESTION), mode

# What is refused.
for words, said in (
        (["8: F=3"], "F is not a knob of algorithm"),
        (["16:"], "16 does not fit mode_i, which has 4 bits"),
        (["RNE"], "write VALUE: KEY=VALUE ..."),
        (["1: RZ"], "RZ: write KEY=VALUE"),
        (["1: output_rounding=sideways"], "output_rounding"),
        ([ALL[0], ALL[0]], "mode 0 is given twice"),
        (["1: k=8"], "mode 1: the candidate's port a_i")):
    modes = [word for mode in words for word in ("--mode", mode)]
    run(2, right, "--quiet", *modes, said=said)
run(2, undeclared, "--quiet", said="say what it computes under each value with --mode")
run(0, undeclared, "--quiet", "--count", "500", *[x for mode in ALL for x in ("--mode", mode)])
run(2, karat, "check", "--arch", "Volta", "--instruction", "HMMA.884.F32.F32", "--mode", ALL[0],
    said="the design has no port mode_i")
run(2, right, "--serve", said="--serve: a target has one mode")
