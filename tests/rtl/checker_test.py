#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""checker_test.py KARAT LIBRARY SCRATCH: karat_checker with status flags and modes, bound to the adapters of
two contracts, and in a watch.

The unit is right at first. Each of its faults must be caught by name: the flag that is wrong, or the mode
from which a result is. Wrong parameters of the checker are refused.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

karat, library = (os.path.abspath(path) for path in sys.argv[1:3])
source = pathlib.Path(__file__).resolve().parent.parent.parent
scratch = pathlib.Path(sys.argv[3]).resolve()
shutil.rmtree(scratch, ignore_errors=True)
scratch.mkdir(parents=True)
os.chdir(scratch)
checker = ["--timing", "-F", str(source / "tb/sv/karat_sv.f")]


def run(*words, status=0):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=400)
    assert (done.returncode != 0) == (status != 0), f"{words}: {done.returncode}\n{done.stdout}"
    return done.stdout


lists = []
for top, contract in (("karat_raises", "unit"), ("karat_accrues", "sticky")):
    path = source / f"tests/rtl/units/raises_flags/{contract}.json"
    run(karat, "adapter", str(path), "--top", top, "--checker", "--out", ".")
    lists += ["-F", f"{top}.f", f"{top}_checker.sv"]
run(karat, "adapter", str(source / "tests/rtl/units/raises_flags/unit.json"), "--watch", "checker",
    "--out", ".")
lists += ["-F", "karat_watch.f"]
bind = pathlib.Path("karat_raises_checker.sv")
bind.write_text(bind.read_text().replace(".FLAGS(", '.COVERAGE("raises.json"), .FLAGS('))
compiler = "CXX='ccache g++'" if shutil.which("ccache") else ""
run("verilator", "--binary", *checker, "-Wno-fatal", "--output-split", "0", "-MAKEFLAGS",
    f"{compiler} OPT_FAST=-O0", *lists, str(source / "tests/rtl/checker_tb.sv"), "--top-module", "checker_tb",
    "--Mdir", "obj", "-LDFLAGS", f"{library} -Wl,-rpath,{os.path.dirname(library)}")


def simulate(*plusargs, **variables):
    done = subprocess.run(["obj/Vchecker_tb", "+verilator+error+limit+100000", *plusargs],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300,
                          env={**os.environ, **variables})
    found = {}
    for unit in ("flags", "sticky", "watch"):
        line = re.search(rf"^{unit}: (\d+) tiles, (\d+) wrong lanes, (\d+) wrong flags \((.*)\)$",
                         done.stdout, re.M)
        assert line, done.stdout
        found[unit] = [int(line[i]) for i in (1, 2, 3)] + [line[4]]
    return done.stdout, found


def said(out, unit, text):
    """Whether a message of the unit's checker has the text."""
    scope = "TOP.checker_tb." + ("flags.unit.karat_watch_i" if unit == "watch" else f"{unit}.checker_i")
    return any(re.search(text, part) for part in re.split(r"(?=^\[\d+\] %Error)", out, flags=re.M)
               if scope in part)


os.environ.pop("KARAT_RECORD", None)
HINT = "karat: to find the causes, run it again with KARAT_RECORD=answers.vec in the environment, then " \
    "karat diagnose answers.vec\n"
out, found = simulate()
assert "KARAT_RECORD" not in out, out
assert "%Error" not in out, out
for unit in found.values():
    assert unit[0] > 1000 and unit[1:] == [0, 0, "none"], out
print("right:", found)
tiles = [json.loads(pathlib.Path(f"raises_mode{mode}.json").read_text())["tiles"] for mode in range(5)]
assert min(tiles) > 100 and sum(tiles) >= found["flags"][0], tiles

# fault -> for each unit the flags that are wrong
FAULTS = {1: ("inexact", "inexact"), 2: ("overflow", "overflow"), 3: ("invalid", "invalid"),
          4: ("underflow", None), 5: ("none", "invalid, overflow, underflow, inexact")}
for fault, names in FAULTS.items():
    out, found = simulate(f"+fault={fault}")
    for unit, name in zip(found, (*names, names[0])):
        if name is None:  # what was raised before hides it
            continue
        assert found[unit][1] == 0 and found[unit][3] == name, (fault, unit, out)
        assert (name == "none") == (found[unit][2] == 0), (fault, unit, out)
        place = "" if unit == "sticky" else r"lane \(0,[01]\)"
        text = r"wrong flags: tile \d+" + (", " + place if place else "") + ": expected "
        mode = "karat: " if unit == "sticky" else "mode [0-4]: "
        assert name == "none" or said(out, unit, mode + text), out
    print(f"fault {fault}:", found)

out, found = simulate("+fault=6")
assert found["flags"][1] > 0 and found["watch"][1] > 0 and found["sticky"][1:] == [0, 0, "none"], out
assert said(out, "flags", r"mode [0-4]: mismatch: tile \d+, lane ") and \
    said(out, "flags", "the result is right for mode [0-4], that of the request before"), out
print("fault 6:", found)
assert out.count(HINT) == 2, "not the two checkers with wrong results name KARAT_RECORD:\n" + out
out, found = simulate("+fault=6", KARAT_RECORD="kept.vec")
assert HINT not in out and re.search(r"karat diagnose kept_\d+\.vec looks for the causes", out), out
modes = {re.search(r"^# source: .*, mode (\d+)$", path.read_text(), re.M)
         for path in pathlib.Path(".").glob("kept*.vec")}
assert {one[1] for one in modes if one} == {"0", "1", "2", "3", "4"}, modes

out, found = simulate("+other_mode=1")
assert said(out, "flags", "mode 7 has no specification .MODES.; the request is not compared"), out
assert "requests in other modes were not compared" in out and found["flags"][1:3] == [0, 0], out

# parameters -> what is said before time 0
for words, text in ((['-GFLAGS_PER="row"'], "FLAGS_PER = row: must be lane or tile"),
                    (['-GFLAGS_TINY="after"'], "FLAGS_TINY = after: must be before, unbounded or encoded"),
                    (['-GFLAGS_INEXACT="all"'], "FLAGS_INEXACT = all: must be sums or roundings"),
                    (["-GFLAGS_STICKY=1'b1"], "FLAGS names no flag"),
                    (["-GMODE_BITS=33", '-GMODES="0:"'], "MODE_BITS: must be 1 to 32"),
                    (["-GMODE_BITS=3"], "MODES names no mode")):
    out = run("verilator", "--lint-only", *checker, *words, "--top-module", "karat_checker", status=1)
    assert f"karat_checker: {text}" in out or text in out, out
print("all good")
