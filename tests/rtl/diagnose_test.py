#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""diagnose_test.py KARAT SCRATCH CANDIDATE.so FAULTY.so: karat diagnose on recorded answers.

CANDIDATE.so is a candidate of 2 x 3 lanes, FAULTY.so the same with a fault in lane (1, 2).
"""
import json
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
from command import Command

candidate, faulty = (os.path.abspath(word) for word in sys.argv[3:5])
karat = Command(sys.argv[1], sys.argv[2])
VOLTA = ("--arch", "Volta", "--instruction", "HMMA.884.F32.F32")


def record(path, status, *words):
    done = karat.call("check", *VOLTA, "--quiet", "--no-diagnosis", "--max-mismatches", "0", "--out",
                      "out.vec", "--record", path, *words)
    karat.check(done.returncode == status, f"check {words}: {done}")


def diagnose(status, *words):
    done = karat.call("diagnose", *words)
    karat.check(done.returncode == status, f"diagnose {words}: {done}")
    return done.stdout


def diagnosis(status, *words):
    text = diagnose(status, *words, "--json")
    return json.loads(text) if text else {}


def found(report):
    return [(each["kind"], each["name"]) for each in report.get("bugs", {}).get("findings", [])]


WIDTH = ("choice", "F = 22 instead of 23: fraction bits kept for the products and c")
NAN = ("choice", "nan = riscv instead of nvidia: which NaN encoding the result has")

# A unit with two wrong choices, without the unit; the counts are those of the whole run.
record("two.vec", 1, "--lanes", "1x1", "--F", "22", "--rtl-set", "nan=riscv", "--count", "3000")
report = diagnosis(1, "two.vec")
karat.check(found(report) == [WIDTH, NAN], f"two.vec: {found(report)}")
karat.check(report["answers"] == 3000 and report["tiles"] == 3000, f"counts: {report['answers']}")
karat.check(report["bugs"]["kept"] <= 1000 < report["wrong"], f"{report['bugs']['kept']} kept")
text = diagnose(1, "two.vec", "--color", "always")
start = (f"two.vec: 3000 answers of 3000 tiles, {report['wrong']} wrong\n"
         "diagnosis: the design behaves as F = 22 instead of 23 and nan = riscv instead of nvidia: ")
karat.check(text.startswith(start) and "\n2 findings" in text, text)
karat.check("\x1b[" in text and "not repeated" not in text, text)

# The options change the specification of the file, or replace it.
karat.check(found(diagnosis(1, "two.vec", "--set", "F=22")) == [NAN], "--set")
diagnose(0, "two.vec", "--set", "F=22", "--set", "nan=riscv")
diagnose(0, "two.vec", *VOLTA, "--set", "F=22", "--set", "nan=riscv")
pathlib.Path("far.json").write_text(karat.call("show", "--arch", "Volta", VOLTA[3], "--json").stdout)
far = diagnosis(1, "two.vec", "--spec", "far.json", "--set", "F=12", "--identify")["bugs"]
karat.check("/" in far["start"] and far["unexplained"] == 0, f"--identify: {far['start']}")

# Vectors that are no record: d as the first model says, judged by the second one.
models = ("Volta/HMMA.884.F32.F32 F=22", "Volta/HMMA.884.F32.F32")
karat.call("witness", *models, "--count", "100", "-o", "w.vec")
diagnose(0, "w.vec")
text = diagnose(1, "w.vec", *VOLTA)
karat.check(text.startswith("w.vec: 100 answers, 100 wrong\n  no right answer is there"), text)
karat.check(WIDTH[1] in text, text)

# Right answers.
record("right.vec", 0, "--candidate", candidate, "--count", "300")
karat.check(diagnose(0, "right.vec") == "right.vec: 1800 answers of 300 tiles, 0 wrong\n", "right.vec")
karat.check(found(diagnosis(0, "right.vec", "--candidate", candidate)) == [], "a finding without a mismatch")


# With the unit, rows are replayed: on the faulty one the examples shrink, on the mended one none repeats.
def examples(*words):
    return [each["example"] for each in diagnosis(1, "faulty.vec", *words)["bugs"]["findings"]]


def operands(example):
    return sum(int(x, 16) != 0 for x in [*example["a"], *example["b"], example["c"]])


record("faulty.vec", 1, "--candidate", faulty, "--count", "300")
alone, replayed, mended = examples(), examples("--candidate", faulty), examples("--candidate", candidate)
karat.check(all(each["lane"] == 5 for each in alone + replayed), "the faulty lane")
karat.check(max(map(operands, replayed)) < max(map(operands, alone)), f"{replayed} after {alone}")
karat.check(all(each["repeats"] for each in replayed), "the unit does not repeat its mismatches")
karat.check(not any(each["repeats"] for each in mended), "the mended unit repeats mismatches")

# The page: the findings with their examples, the counts, the commands; and of a file without mismatches.
diagnose(1, "faulty.vec", "--candidate", faulty, "--html", "faulty.html")
page = pathlib.Path("faulty.html").read_text()
karat.check("<title>FAIL faulty.vec</title>" in page and "<h3>1. " in page, page)
karat.check("the unit gives" in page and f"<td>{faulty}</td>" in page, page)
karat.check("replay faulty.vec" in page and "http" not in page, page)
diagnose(0, "right.vec", "--html", "right.html")
page = pathlib.Path("right.html").read_text()
karat.check("<title>PASS right.vec</title>" in page and "Findings" not in page, page)

# Bits that are X or Z are wrong, and no finding is about them.
lines = pathlib.Path("right.vec").read_text().replace(", right\n", ", wrong: unknown_bits f\n", 1)
lines = lines.replace("1800 answers, 0 wrong", "1800 answers, 1 wrong", 1)
name = lines.split(", wrong: unknown_bits")[0].rsplit("class ", 1)[1].split(",")[0]
head, tail = lines.split(f"# record of class {name}: ", 1)
tail = tail.replace("0 wrong\n", "1 wrong: unknown_bits 1\n", 1)
pathlib.Path("unknown.vec").write_text(f"{head}# record of class {name}: {tail}")
text = diagnose(1, "unknown.vec")
karat.check(", 1 wrong\n0 findings, from 0 of 1 mismatch and " in text, text)
karat.check(text.endswith("left out: 1 mismatch with X or Z bits, first in tile 0, lane 0\n"), text)

# What is refused.
pathlib.Path("bad.vec").write_text("not a vector file\n")
pathlib.Path("empty.vec").write_text(lines.split("# tile 0,")[0])
karat.bad("bad.vec:1: ", "diagnose", "bad.vec")
karat.bad("the file has no rows", "diagnose", "empty.vec")
karat.bad("none.vec: the file cannot be opened", "diagnose", "none.vec")
karat.bad("write karat diagnose FILE.vec", "diagnose")
karat.bad("write karat diagnose FILE.vec", "diagnose", "two.vec", "right.vec")
karat.bad("two.vec holds fp16", "diagnose", "two.vec", "--arch", "Hopper", "--instruction", "HMMA.16816.F32")
karat.bad("give either --instruction", "diagnose", "two.vec", "--arch", "Volta")
karat.bad("--set Q", "diagnose", "two.vec", "--set", "Q")
karat.bad("--lanes: applies only with --candidate", "diagnose", "two.vec", "--lanes", "1x1")
karat.bad("--mode: applies only with --candidate or --contract", "diagnose", "two.vec", "--mode", "0")
karat.bad("--param: applies only to --contract", "diagnose", "two.vec", "--param", "F=22")
karat.bad("is the file that the command reads", "diagnose", "two.vec", "--html", "two.vec")
karat.bad("2x3 lanes, not 1x1", "diagnose", "two.vec", "--candidate", candidate)
karat.bad("the unit has no mode input", "diagnose", "right.vec", "--candidate", candidate, "--mode", "1")
karat.bad("cannot be loaded", "diagnose", "right.vec", "--candidate", "none.so")
karat.end()
