#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""failing_reports_test.py KARAT SCRATCH CANDIDATE.so|--systemc[-modes] PROGRAM: reports have small examples.

With CANDIDATE.so, which computes Volta's HMMA.884.F32.F32: of a unit without c, of units with wrong status
flags, and of a unit of which only the formats are known. With PROGRAM, of a SystemC design whose
specification says F = 24 instead of 25, or which takes the mode of the tile before.
"""
import json
import os
import pathlib
import subprocess
import sys

here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here.parent / "cli"))
from command import Command

subject = os.path.abspath(sys.argv[-1])
karat = Command(sys.argv[1], sys.argv[2])
NAME = "HMMA.884.F32.F32"
SUM = "the exact sum of these formats, rounded once"
FORMATS = {"formats": ["e4m3", "e4m3", "fp16", "fp16"], "k": 4}
EXACT = {"karat_spec": 1, "algorithm": "exact", "a": "e4m3", "b": "e4m3", "c": "fp16", "d": "fp16", "k": 4}


def sum_unit(spec):
    """A contract of RTL that karat has written into the folder sum."""
    def port(name):
        return {"port": name, "style": "packed"}
    return {"karat_unit": 1, "top": "karat_sum", "filelists": ["sum/karat_sum.f"], "spec": spec,
            "lanes": [1, 1], "clock": "clk_i", "reset": {"port": "rst_ni"}, "a": port("a_i"),
            "b": port("b_i"), "c": port("c_i"), "d": port("d_o"),
            "input": {"handshake": "valid_ready", "valid": "valid_i", "ready": "ready_o"},
            "output": {"handshake": "valid_ready", "valid": "valid_o", "ready": "ready_i"}}


def bugs(done):
    karat.check(done.returncode == 1, f"{done}")
    return json.loads(done.stdout)["bugs"]


def check(*words):
    return bugs(karat.call("check", *words, "--quiet", "--json"))


def is_small(example):
    operands = sum(int(x, 16) != 0 for x in [*example["a"], *example["b"], example["c"]])
    return example["repeats"] and operands <= 4


def names(report):
    return [one["name"].split(":")[0] for one in report["findings"]]


if "--systemc-modes" in sys.argv:  # rows are replayed between tiles of other modes
    done = subprocess.run([subject, "--quiet", "--json"], capture_output=True, text=True, timeout=500)
    karat.check(done.returncode == 1, f"{done}")
    for one in json.loads(done.stdout)["mixed"]:
        report = one["bugs"]
        karat.check(names(report) == ["computes in the mode of the tile before"], f"{one}")
        karat.check(is_small(report["findings"][0]["example"]) and "not_replayed" not in report, f"{one}")
    karat.end()

if "--systemc" in sys.argv:  # the design runs again, and its rows are replayed
    report = bugs(subprocess.run([subject, "--quiet", "--json"], capture_output=True, text=True, timeout=500))
    karat.check(names(report) == ["F = 25 instead of 24"], f"{report}")
    karat.check(is_small(report["findings"][0]["example"]), f"{report}")
    karat.check(report["kept"] + report["right"] > 5000, f"the design did not run again: {report}")
    karat.end()

# A unit without c: rows are replayed with c = 0.
unit = ("--contract", str(here / "units/rows_stay/unit.json"))
report = check(*unit, "--set", "F=22")
karat.check(names(report) == ["F = 23 instead of 22"], f"{report}")
example = report["findings"][0]["example"]
karat.check(is_small(example) and int(example["c"], 16) == 0, f"{example}")
report = check(*unit, "--set", "F=12", "--identify")
karat.check(report["unexplained"] == 0, f"{report}")

# Wrong status flags: per lane and sticky, one set for the tile, and what earlier tiles raised.
for name, fault, said, repeats in (("lanes", 2, "overflow not raised", True),
                                   ("tile", 1, "inexact raised without cause", True),
                                   ("sticky", 5, "flags of earlier tiles are lost", False)):
    report = check("--contract", str(here / f"units/raises_flags/{name}.json"), "--plusarg", f"fault={fault}",
                   "--count", "3000")
    found = [one for one in report["findings"] if one["name"].endswith(said)]
    karat.check(found and all(one["kind"] == "flags" for one in report["findings"]), f"{name}: {report}")
    karat.check(report["flags"]["wrong"] > 0 and report["kept"] == 0, f"{name}: {report}")
    for one in found:
        karat.check(one["example"]["repeats"] == repeats, f"{name}: {one}")
    karat.check(not repeats or any(is_small(one["example"]) for one in found), f"{name}: {found}")

# A flag that is wrong only when the mode changes: nothing tells between which tiles rows could be replayed.
done = karat.call("check", "--contract", str(here / "units/raises_flags/unit.json"), "--plusarg", "fault=10",
                  "--count", "2000", "--quiet", "--json")
result = json.loads(done.stdout)
karat.check(all(one["verdict"] == "passed" for one in result["modes"]), f"{done}")
for one in result["mixed"]:
    report = one["bugs"]
    karat.check(report["not_replayed"] == "the tiles before and after them are not known", f"{one}")
    karat.check(report["flags"]["wrong"] > 0 and report["kept"] == 0, f"{one}")
    karat.check(all(found["kind"] == "flags" and found["name"].endswith("inexact raised without cause")
                    for found in report["findings"]), f"{one}")

# Only the formats are known.
unit = ("--candidate", subject, "--formats", "fp16,fp16,fp32,fp32", "--k", "4")
report = check(*unit, "--identify", "--count", "2000")
karat.check(report["unexplained"] == 0 and report["start"].endswith("/" + NAME), f"{report}")
karat.check(report["nearest_typed"].endswith("--instruction " + NAME), f"{report}")
karat.bad("--formats: applies only with --identify", "check", *unit)

# Only the formats are known, to a contract: no specification was given, so none is called the given one.
(pathlib.Path("sum.json")).write_text(json.dumps(EXACT | {"output_rounding": "RNA"}))
karat.call("rtl", "--spec", "sum.json", "--lanes", "1x1", "--top", "karat_sum", "--out", "sum")
for name, spec in (("formats", FORMATS), ("exact", EXACT)):
    pathlib.Path(name + "_unit.json").write_text(json.dumps(sum_unit(spec)))
for words, start in ((("formats_unit.json",), SUM), (("exact_unit.json",), "the given one"),
                     (("formats_unit.json", "--set", "output_rounding=RZ"), "the given one")):
    done = karat.call("check", "--contract", *words, "--identify", "--quiet", "--json", "--count", "2000")
    typed = bugs(done)["nearest_typed"]
    karat.check(typed == start + " with --set output_rounding=RNA", f"{words}: {typed}")
    said = karat.call("check", "--contract", *words, "--identify", "--quiet", "--count", "2000").stdout
    karat.check((start == SUM) != ("the given" in said), f"{words}: {said}")
    again = [line.split(" check ")[1] for line in said.splitlines()
             if line.startswith("  against the nearest specification ")]
    karat.check(len(again) == 1, f"{words}: {said}")
    karat.check(karat.call("check", *again[0].split()).returncode == 0, f"{words}: {again}")
karat.bad("give one of them", "check", *unit, "--identify", "--arch", "Volta", "--instruction", NAME)
karat.bad("--formats A,B,C,D --k K", "check", "--candidate", subject, "--identify")
karat.bad("--formats needs --k", "check", *unit[:4], "--identify")
karat.end()
