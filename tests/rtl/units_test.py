#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""units_test.py KARAT SCRATCH: every unit in units/ through its contract: right, broken on purpose, and lint.

A unit has its faults in one build; the plusarg fault selects one: unit_faults.py says what the report must
have. The adapters must be lint-clean beside the unit, and so must the skeletons. Units that cannot be stalled
must run full, and each right unit must close its coverage.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys

from unit_faults import FITS, LATE, UNITS, WRONG

karat = os.path.abspath(sys.argv[1])
here = pathlib.Path(__file__).resolve().parent
scratch = pathlib.Path(sys.argv[2]).resolve()
shutil.rmtree(scratch, ignore_errors=True)
scratch.mkdir(parents=True)
# the paths in the contracts lead to rtl/units and to examples
shutil.copytree(here / "units", scratch / "tests/rtl/units")
shutil.copytree(here.parent.parent / "examples", scratch / "examples")
units = scratch / "tests/rtl/units"
os.chdir(scratch)

# Units without back-pressure that must run full: a tile in nearly every cycle if the check never pauses.
FULL = ("fixed_latency/unit", "stalled_by_enable/unit", "two_widths/unit")
RESULTS_RIGHT = "the results are right"
CLOSED_AFTER = 200000  # tiles at most


def run(*words, status=0):
    done = subprocess.run([karat, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          timeout=300)
    assert done.returncode == status, f"{words}: exit status {done.returncode}, expected {status}\n" \
                                      f"{done.stdout}{done.stderr}"
    return done.stdout + done.stderr


def check(contract, *words, status=0, count=3000):
    return run("check", "--contract", str(contract), "--quiet", "--count", str(count), *words, status=status)


def close(name, folder=units):
    """Closes the coverage of a right unit. A handshake that can refuse a tile must do so while it is full."""
    text = json.loads(check(folder / f"{name}.json", "--until-coverage", "100", "--json", count=CLOSED_AFTER))
    parts = text.get("modes", [text])
    for part in parts:
        protocol, arithmetic = part["protocol"], part["coverage"]
        assert protocol["reached"] and not protocol["holes"], f"{name}: {protocol}"
        assert "stall/full" not in protocol["excluded"], f"{name}: {protocol['excluded']}"
        assert arithmetic["reached"] and not arithmetic["holes"], f"{name}: {arithmetic}"
    print(f"{name}: closed after", max(part["tiles"] for part in parts), "tiles")


def lint(contract, folder, *words):
    run("adapter", str(contract), "--out", folder, *words)
    found = subprocess.run(["verilator", "--lint-only", "-Wall", "-F", f"{folder}/karat_adapter.f",
                            "--top-module", "karat_adapter"], stderr=subprocess.PIPE, text=True)
    assert found.returncode == 0, found.stderr


def reference(name, spec, *words):
    """Writes the reference RTL around which a unit is built."""
    lanes = "x".join(str(n) for n in json.loads((units / name / "unit.json").read_text())["lanes"])
    run("rtl", "--spec", str(spec), "--lanes", lanes, "--out", str(units / name / "reference"), *words)


for name in ("scaled", "sparse"):
    reference(name, units / name / "spec.json")
opcodes = units / "opcode_table"
(scratch / "e4m3.json").write_text(json.dumps(json.loads((opcodes / "unit.json").read_text())["spec"]))
reference("opcode_table", scratch / "e4m3.json", "--top", "karat_e4m3", "--stages", "0")
reference("opcode_table", opcodes / "two_steps.json", "--top", "karat_two_steps", "--stages", "0")

page = (here.parent.parent / "docs/how-to/check-through-a-contract.md").read_text()
contracts = {f"{path.parent.name}/{path.stem}" for path in units.glob("*/*.json")
             if "karat_unit" in path.read_text()}
assert set(UNITS) == contracts, set(UNITS) ^ contracts
assert all(f"`{name.split('/')[0]}`" in page for name in UNITS), "a unit is missing on the page"
for name, faults in UNITS.items():
    contract = units / f"{name}.json"
    text = json.loads(check(contract, "--traffic", "full", "--json"))
    cycles = max(one["cycles"] / one["tiles"] for one in text.get("modes", [text]))
    assert text["verdict"] == "passed"
    check(contract)
    close(name)
    print(f"{name}: passed, {cycles:.2f} cycles per tile without pauses")
    assert name not in FULL or cycles < 1.05, f"{name} does not run full"
    for fault, said in enumerate(faults, 1):
        if said is None:  # a fault of the other contract
            continue
        undiagnosed = [] if said.startswith(FITS) else ["--no-diagnosis"]
        out = check(contract, *undiagnosed, "--plusarg", f"fault={fault}", status=1)
        assert said in out, f"{name}: fault {fault}: \"{said}\" is not in\n{out}"
        assert said == LATE or not name.startswith("raises_flags") or RESULTS_RIGHT in out, out
        print(f"{name}: fault {fault} caught:", out.splitlines()[0])
    lint(contract, name.replace("/", "_"))
    lint(contract, name.replace("/", "_") + "_skeleton", "--skeleton")

for name, key, value, fault, said in WRONG:
    wrong = json.loads((units / f"{name}.json").read_text())
    *path, last = key.split(".")
    place = wrong
    for step in path:
        place = place[step]
    place[last] = value
    contract = (units / name).with_name("wrong.json")
    contract.write_text(json.dumps(wrong))
    options = [] if fault is None else ["--plusarg", f"fault={fault}"]
    if "fit" not in said:
        options.append("--no-diagnosis")  # it takes half a minute where every lane is wrong
    out = check(contract, *options, status=1)
    assert said in out, f"{name} with {key} = {value}: \"{said}\" is not in\n{out}"
    assert "diagnosis: " not in out or FITS not in said, out
    print(f"{name} with {key} = {value}: {said}")

# Without "depth" a unit that cannot be stalled may have 64 tiles in flight.
run("adapter", str(units / "two_widths/unit.json"), "--out", "deep")
assert ".DEPTH(64)" in pathlib.Path("deep/karat_adapter.sv").read_text()

# A unit that holds one tile, and a contract that says more; and the report of a depth that is too small.
wrong = json.loads((scratch / "examples/bring_your_own_rtl/tensor_core.json").read_text())
wrong["depth"] = 8
(scratch / "examples/bring_your_own_rtl/wrong.json").write_text(json.dumps(wrong))
out = check(scratch / "examples/bring_your_own_rtl/wrong.json", status=1)
assert FITS + "depth = 1; the contract says 8" in out, out
shallow = json.loads((units / "fixed_latency/unit.json").read_text())
shallow["depth"] = 2
(units / "fixed_latency/wrong.json").write_text(json.dumps(shallow))
assert "the adapter's depth = 2 kept tiles from the unit in" in check(units / "fixed_latency/wrong.json")
for name in ("fixed_latency/unit", "two_widths/unit"):
    out = check(units / f"{name}.json")
    assert "kept tiles from the unit" not in out, out

# The bins that a contract adds are reached.
for name, bins in (("out_of_order/unit", ("tag/bit_3/0", "tag/bit_3/1")),
                   ("answers_each/unit", ("reset/between_transfers",)),
                   ("weights_stay/unit", ("load/again",))):
    text = json.loads(check(units / f"{name}.json", "--json", count=20000))["protocol"]["bins"]
    assert all(text[one] for one in bins), text

# The example's contract: its coverage, a parameter of the unit, and a record.
example = scratch / "examples/bring_your_own_rtl/tensor_core.json"
check(example)
close(example.stem, example.parent)
check(example, "--set", "F=22", status=1)
out = check(example, "--param", "F=22", status=1)
assert "the design behaves as F = 22" in out, out

# A record is diagnosed later, with the unit of the contract: examples are replayed on it.
undiagnosed = ("--no-diagnosis", "--max-mismatches", "0", "--record", "unit.vec")
check(example, "--param", "F=22", *undiagnosed, status=1)
out = run("diagnose", "unit.vec", "--contract", str(example), "--param", "F=22", "--quiet", status=1)
assert "the design behaves as F = 22" in out and "not repeated" not in out, out
out = run("diagnose", "unit.vec", "--contract", str(example), "--quiet", status=1)
assert "not repeated" in out, out  # the unit as its contract says is right
out = run("diagnose", "unit.vec", "--contract", str(units / "accumulates/unit.json"), status=2)
assert "the specification has k 4, but the contract's unit has 8" in out, out

# Another specification than the contract's, with the same ports.
fixed = units / "fixed_latency/unit.json"
for words, status, said in (
        (("--instruction", "Volta/HMMA.884.F32.F32"), 0, "PASS  FDA F=23  --arch Volta"),
        (("--instruction", "Hopper/HMMA.16816.F32"), 2, "k 16, but the contract's unit has 4"),
        (("--arch", "Volta"), 2, "--arch: with --contract only with --instruction")):
    out = run("check", "--contract", str(fixed), "--count", "300", *words, status=status)
    assert said in out, out

# The scoreboard bound to an adapter, and the unit for the UVM environment.
root = here.parent.parent
for name in ("fixed_latency/unit", "two_widths/unit", "two_mode_ports/unit", "raises_flags/unit",
             "raises_flags/sticky"):
    run("adapter", str(units / f"{name}.json"), "--checker", "--top", "karat_top", "--out", "bound")
    # the checker has an asynchronous reset, the adapter a synchronous one
    bound = subprocess.run(["verilator", "--lint-only", "-Wall", "-Wno-SYNCASYNCNET", "-F",
                            str(root / "tb/sv/karat_sv.f"), "-F", "bound/karat_top.f",
                            "bound/karat_top_checker.sv", "--top-module", "karat_top"],
                           stderr=subprocess.PIPE, text=True)
    assert bound.returncode == 0, bound.stderr
    shape = pathlib.Path("bound/karat_top_shape.svh").read_text()
    if name == "fixed_latency/unit":
        run("rtl", "--arch", "Volta", "--instruction", "HMMA.884.F32.F32", "--out", "reference")
        same = pathlib.Path("reference/karat_top_shape.svh").read_text()
        spec = json.dumps(json.loads(pathlib.Path("bound/karat_top.json").read_text()), separators=(",", ":"))
        assert shape == same + f"`define KARAT_SYNC_RESET\n`define KARAT_SPEC {json.dumps(spec)}\n", shape
    if name == "two_widths/unit":
        assert "`define KARAT_MODE_BITS 1\n`define KARAT_MODES \"0:F=23;1:F=22\"\n" in shape, shape
assert ("`define KARAT_FLAGS_PER_TILE\n`define KARAT_FLAGS "
        "\"bits=invalid+overflow+underflow+inexact,per=tile,sticky=true,inexact=sums,tiny=before\"\n"
        ) in shape, shape

# A mode with a specification of its own is JSON text, and so are settings after it.
run("adapter", str(units / "opcode_table/unit.json"), "--top", "karat_top", "--out", "bound")
modes = [line for line in pathlib.Path("bound/karat_top_shape.svh").read_text().splitlines()
         if line.startswith("`define KARAT_MODES ")]
modes = dict(mode.split(":", 1) for mode in json.loads(modes[0].split(" ", 2)[2]).split(";"))
assert modes["0"] == "" and json.loads(modes["4"])["a"] == "int8", modes
assert json.loads(modes["5"]) == json.loads(modes["4"]) | {"a": "uint8"}, modes
for value, settings, said in (("2", "F=21", "mode.values.2: does not fit the port, which has 1 bit"),
                              ("one", "F=21", "mode.values.one: not a number"),
                              ("1", "F", "mode.values.1: F: write KEY=VALUE, as in F=24"),
                              ("1", "F=21 spec=../k8.json",
                               "mode.values.1: spec=../k8.json: must come first"),
                              ("1", "F=-1", "mode.values.1: F: -1 is not allowed")):
    wrong = json.loads((units / "two_widths/unit.json").read_text())
    wrong["mode"]["values"] = {"0": "", value: settings}
    (units / "two_widths/wrong.json").write_text(json.dumps(wrong))
    out = run("adapter", str(units / "two_widths/wrong.json"), "--checker", "--out", "bound", status=2)
    assert said in out, out
print("all units right")
