#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""units_test.py KARAT SCRATCH: every unit in units/ through its contract: right, broken on purpose, and lint.

The adapters must be lint-clean beside the unit, units that cannot be stalled must run full, and a change of a
source must be noticed by the cache of builds.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

karat = os.path.abspath(sys.argv[1])
here = pathlib.Path(__file__).resolve().parent
scratch = pathlib.Path(sys.argv[2]).resolve()
shutil.rmtree(scratch, ignore_errors=True)
scratch.mkdir(parents=True)
os.chdir(scratch)

# folder -> faults that must be caught
UNITS = {"fixed_latency": 1, "stalled_by_enable": 1, "start_when_idle": 1, "ready_both_sides": 1,
         "accumulates": 1, "clear_and_read": 1, "two_widths": 1, "weights_stay": 2, "out_of_order": 1,
         "gives_credits": 1, "slow_results": 1}
# Units without back-pressure that must run full: a tile in nearly every cycle if the check never pauses.
FULL = ("fixed_latency", "stalled_by_enable", "two_widths")


def run(*words, status=0):
    done = subprocess.run([karat, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          timeout=300)
    assert done.returncode == status, f"{words}: exit status {done.returncode}, expected {status}\n" \
                                      f"{done.stdout}{done.stderr}"
    return done.stdout + done.stderr


def check(contract, *words, status=0):
    return run("check", "--contract", str(contract), "--quiet", "--count", "3000", *words, status=status)


assert set(UNITS) == {path.parent.name for path in here.glob("units/*/unit.json")}
for name, faults in UNITS.items():
    contract = here / "units" / name / "unit.json"
    check(contract)
    text = json.loads(check(contract, "--traffic", "full", "--json"))
    cycles = max(one["cycles"] / one["tiles"] for one in text.get("modes", [text]))
    print(f"{name}: passed, {cycles:.2f} cycles per tile without pauses")
    assert name not in FULL or cycles < 1.05, f"{name} does not run full"
    for fault in range(1, faults + 1):
        out = check(contract, "--no-diagnosis", "--param", f"FAULT={fault}", status=1)
        print(f"{name}: fault {fault} caught:", out.splitlines()[0])
    out = run("adapter", str(contract), "--out", name)
    lint = subprocess.run(["verilator", "--lint-only", "-Wall", "-F", f"{name}/karat_adapter.f",
                           "--top-module", "karat_adapter"], stderr=subprocess.PIPE, text=True)
    assert lint.returncode == 0, lint.stderr

# A changed include file is noticed, although the contract does not name it.
with tempfile.TemporaryDirectory() as folder:
    copy = pathlib.Path(folder) / "rtl" / "units" / "unit"
    shutil.copytree(here / "units" / "two_widths", copy)
    rtl = (copy / "two_widths.sv").read_text()
    (copy / "two_widths.sv").write_text(rtl.replace("#(.F(22))", '#(.F(`NARROW))').replace(
        "module", '`include "narrow.svh"\nmodule', 1))
    text = json.loads((copy / "unit.json").read_text())
    examples = here.parent.parent / "examples/bring_your_own_rtl/rtl"
    text["sources"] = [str(examples / "dot4.sv"), str(here / "units/tile.sv"), "two_widths.sv"]
    text["include"] = ["."]
    (copy / "unit.json").write_text(json.dumps(text))
    (copy / "narrow.svh").write_text("`define NARROW 22\n")
    check(copy / "unit.json")
    (copy / "narrow.svh").write_text("`define NARROW 21\n")
    out = check(copy / "unit.json", "--no-diagnosis", status=1)
    assert "FAIL  in mode 1" in out, out
print("all units right")
