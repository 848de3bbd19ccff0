#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""identify_cli_test.py KARAT SCRATCH: what karat identify prints and writes, in every outcome."""
import json
import os
import pathlib
import pty
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
from command import Command

karat = Command(sys.argv[1], sys.argv[2])
INTEGERS = ("--formats", "int8,int8,int32,int32", "--k", "2")
QUICK = ("--seconds", "30", "--blind")

# An exact sum of two products that can be made to lie once, to die, or to do something no recipe does.
pathlib.Path("box.py").write_text(
    """import sys, time
mode, at = sys.argv[1], int(sys.argv[2])
signed = lambda text, bits: (int(text, 16) ^ 1 << bits - 1) - (1 << bits - 1)
asked = 0
for line in sys.stdin:
    if line.startswith("#"):
        continue
    if not line.strip():
        sys.stdout.flush()
        continue
    asked += 1
    a0, a1, b0, b1 = (signed(x, 8) for x in line.split()[:4])
    d = a0 * b0 + a1 * b1 + signed(line.split()[4], 32)
    if mode == "folded":
        d ^= a0 * b1
    if mode == "lies" and asked == at:
        d ^= 4
    if mode == "noisy" and asked % at == 0:
        d ^= 1
    if mode == "slow" and asked == at:
        time.sleep(2.2)
    if mode == "dies" and asked > at:
        sys.exit(3)
    print(f"{d % 2**32:08x}")
"""
)


def box(mode, at=0):
    return f"program:python3 box.py {mode} {at}"


def rows(path):
    return [line for line in pathlib.Path(path).read_text().splitlines() if line and line[0] != "#"]


def dot_adds(text):
    return int(re.search(r"(\d+) dot-adds", text)[1])


# Identified: the short report, the files, and what --all and --json add.
done = karat.call("identify", box("honest"), *INTEGERS, *QUICK, "--answers", "a.vec", "--out", "a.json",
                  "--html", "a.html")
text = done.stdout
karat.check(done.returncode == 0 and done.stderr == "", done)
karat.check(text.startswith(box("honest") + ": identified, "), text)
karat.check(re.search(r"\nsteady: \d+ answers, none of which changed; with 95 % confidence", text), text)
tested = re.search(r"\ntested: (\d+) more answers agree; with 95 % confidence fewer than one in (\d+) ", text)
karat.check(tested and 1000 < int(tested[1]) < dot_adds(text) and int(tested[2]) > 333, text)
karat.check("knobs\n  algorithm=exact overflow=wrap\n" in text, "knob form")
karat.check(re.search(r"  overflow = wrap, not saturate: .* gives 0x", text), "decision")
karat.check(len(rows("a.vec")) == dot_adds(text), "every question is in --answers")
spec = json.loads(pathlib.Path("a.json").read_text())
karat.check(spec["algorithm"] == "exact" and spec["overflow"] == "wrap", "--out is a specification by knobs")
karat.check(karat.call("replay", "a.vec").returncode == 0, "the answers are those of the recipe in the file")
done = karat.call("diff", "a.json", "Turing/IMMA.8816.S8.S8 k=2", "--rates", "0")
karat.check(done.returncode == 0, done)
page = pathlib.Path("a.html").read_text()
karat.check("<svg" in page and "algorithm=exact" in page and "overflow" in page, "page")
karat.check(not re.search(r"(src|href)=|https?://(?!www\.w3\.org)|@import|url\(", page), "loads something")
everything = karat.call("identify", box("honest"), *INTEGERS, *QUICK, "--all").stdout
karat.check(len(everything) > len(text) and "which --all prints" not in everything, "--all")
found = json.loads(karat.call("identify", box("honest"), *INTEGERS, *QUICK, "--json").stdout)
karat.check(found["verdict"] == "identified" and found["spec"] == spec, "JSON")
karat.check(found["tested"]["answers"] > found["tested"]["drawn_at_random"] >= 1000, "JSON: tested")
for each in found["attributes"]:
    values = [str(x) for x in each["open"] + each["proved_void"] + [y["value"] for y in each["excluded"]]]
    karat.check(len(values) == len(set(values)), f"{each['key']} has a value twice: {values}")
keys = [each["key"] for each in found["attributes"]]
karat.check(len(keys) == len(set(keys)), keys)

# Identified, although an answer changed.
done = karat.call("identify", box("lies", 2500), *INTEGERS, *QUICK)
karat.check(done.returncode == 0 and ": identified, but not steady, " in done.stdout, done)
karat.check("\nnot steady: 1 answer changed when asked again\n  first " in done.stdout, done.stdout)

# Not steady: nothing is inferred.
done = karat.call("identify", box("noisy", 300), *INTEGERS, "--answers", "n.vec", "--out", "n.json")
karat.check(done.returncode == 1 and ": not steady, " in done.stdout, done)
karat.check("nothing is inferred" in done.stdout and "recipe" not in done.stdout, done.stdout)
karat.check(len(rows("n.vec")) == dot_adds(done.stdout) and not os.path.exists("n.json"), "files")

# Not identified: why, how far off, and where.
FILES = ("--out", "f.json", "--html", "f.html", "--answers", "f.vec")
done = karat.call("identify", box("folded"), *INTEGERS, *QUICK, *FILES)
text = done.stdout
karat.check(done.returncode == 1 and ": not identified, " in text, text)
karat.check(re.search(r"\nthe search stopped: (the time|no edit|the dot-adds)", text), text)
wrong = re.search(r"the nearest recipe gets (\d+) of (\d+) answers wrong\n", text)
karat.check(wrong and 0 < int(wrong[1]) <= int(wrong[2]), text)
gives = re.search(r"the simplest: .*\n  the target gives (0x\w+) .*\n  the nearest recipe gives (0x\w+) ",
                  text)
karat.check(gives and gives[1] != gives[2], text)
karat.check(not os.path.exists("f.json") and "--nearest writes the nearest recipe" in done.stderr,
            done.stderr)
karat.check(len(rows("f.vec")) == dot_adds(text), "answers of a target that was not identified")
karat.check("Where it is wrong" in pathlib.Path("f.html").read_text(), "counterexample on the page")
done = karat.call("identify", box("folded"), *INTEGERS, *QUICK, "--out", "f.json", "--nearest")
karat.check(done.returncode == 1 and karat.call("show", "--spec", "f.json").returncode == 0, "--nearest")

# Not confirmed: which limit is to be raised.
for limit, value in (("--dot-adds", "3000"), ("--seconds", "1")):
    done = karat.call("identify", "Hopper/HMMA.16816.F32", limit, value)
    said = f"ran out ({limit}) before it was tested enough\n"
    karat.check(done.returncode == 1 and ": not confirmed, " in done.stdout and said in done.stdout, done)

# The target dies: the answers so far.
done = karat.call("identify", box("dies", 2000), *INTEGERS, "--answers", "d.vec")
karat.check(done.returncode == 2 and done.stderr.count("\n") == 1, done)
karat.check(1000 < len(rows("d.vec")) <= 2000, len(rows("d.vec")))

# A name that is no name, and misused options.
karat.bad('unknown instruction "hello"; karat list prints them', "identify", "hello")
karat.bad("nearest: HMMA.16816.F32", "identify", "Hopper/HMMA.16816.F3")
karat.bad("--nearest: applies only with --out", "identify", box("honest"), *INTEGERS, "--nearest")
karat.bad("--html", "identify", box("honest"), *INTEGERS, "--html", "no/such/folder/page.html")


def on_a_terminal(*words):
    """What the command writes to a terminal on stderr."""
    leader, follower = pty.openpty()
    child = os.fork()
    if child == 0:
        os.dup2(follower, 2)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.execv(karat.program, [karat.program, *words])
    os.close(follower)
    text = b""
    try:
        while part := os.read(leader, 4096):
            text += part
    except OSError:
        pass  # the other end is closed
    os.waitpid(child, 0)
    return text.decode()


# Progress: on a terminal, after two seconds, on one line that is removed.
line = on_a_terminal("identify", box("slow", 1600), *INTEGERS, *QUICK)
shown = re.search(r"\r\x1b\[K[23] s of at most 30 s: .*dot-adds", line)
karat.check(shown and line.endswith("\r\x1b[K"), repr(line))
karat.check("\n" not in line, repr(line))
steps = karat.call("identify", box("honest"), *INTEGERS, *QUICK, "--verbose").stderr
karat.check("dot-adds asked\n" in steps and "\x1b" not in steps, steps)
karat.end()
