#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""watch_test.py KARAT LIBRARY SCRATCH: karat_watch, made from contracts and bound into units, in one
simulation.

Each unit is driven through its adapter, and only the karat_checker of its watch compares. All are right at
first; with the plusarg fault all are wrong, and each watch must say so. Contracts whose tiles a watch cannot
see are refused.
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
# unit -> whether it computes in every cycle; then more than its 400 tiles is compared
UNITS = {"fixed_latency": True, "ready_both_sides": False, "stalled_by_enable": True,
         "start_when_idle": False, "gives_credits": False, "weights_stay": False,
         "two_widths": False, "valid_and_enable": False, "two_mode_ports": False,
         # with flush, stationary.ready and no c; scale factors; metadata
         "rows_stay": False, "scaled": False, "sparse": False}
# those with a contract of another name
CONTRACTS = {"valid_and_enable": "stalled_by_enable/valid", "two_clocks": "three_clocks/unit"}
REFUSED = {"accumulates": "k_beats: a watch sees a tile in one transfer only",
           "columns_first": "output.beats: a watch sees a tile in one transfer only",
           "out_of_order": "tag: a watch needs answers in order",
           "slow_operands": "operand_clock: a watch has one clock",
           "two_clocks": "operand_clock: a watch has one clock",
           "slow_results": "result_clock: a watch has one clock"}


def run(*words, status=0):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=400)
    assert (done.returncode != 0) == (status != 0), f"{words}: {done.returncode}\n{done.stdout}"
    return done.stdout


def contract(name):
    return str(scratch / "tests/rtl/units" / (CONTRACTS.get(name, f"{name}/unit") + ".json"))


# the paths in the contracts lead to rtl/units and to examples
shutil.copytree(source / "tests/rtl/units", scratch / "tests/rtl/units")
shutil.copytree(source / "examples", scratch / "examples")
for name in ("scaled", "sparse"):  # around the reference RTL, of which both are in one simulation here
    folder = scratch / "tests/rtl/units" / name
    lanes = "x".join(str(n) for n in json.loads((folder / "unit.json").read_text())["lanes"])
    run(karat, "rtl", "--spec", str(folder / "spec.json"), "--lanes", lanes, "--top", f"karat_of_{name}",
        "--out", str(folder / "reference"))
    cells = folder / "reference" / f"karat_of_{name}.f"
    if name == "sparse":  # those of scaled serve both
        cells.write_text("\n".join(line for line in cells.read_text().splitlines() if name in line) + "\n")
    for file in (folder / f"{name}.sv", folder / "unit.json"):
        file.write_text(file.read_text().replace("karat_top", f"karat_of_{name}"))

# weights_stay with a clock enable, at which it also loads; and rows_stay whose flush the adapter leaves alone
units = scratch / "tests/rtl/units"
module = (units / "weights_stay/weights_stay.sv").read_text()
for old, new in (("module weights_stay", "module weights_enabled"),
                 ("input  logic load,", "input  logic enable,\n    input  logic load,"),
                 ("always_ff @(posedge clk) begin", "always_ff @(posedge clk) if (enable || !rst_n) begin")):
    assert module.count(old) == 1, old
    module = module.replace(old, new)
(units / "weights_stay/weights_enabled.sv").write_text(module)
enabled = json.loads(pathlib.Path(contract("weights_stay")).read_text())
enabled["top"] = "weights_enabled"
enabled["sources"][-1] = "weights_enabled.sv"
enabled["output"]["enable"] = "enable"
del enabled["stationary"]["drain"]  # not together with an enable
(units / "weights_stay/enabled.json").write_text(json.dumps(enabled))
tied = json.loads(pathlib.Path(contract("rows_stay")).read_text())
del tied["flush"]["drops"]
(units / "rows_stay/tied.json").write_text(json.dumps(tied))

for name, sentence in REFUSED.items():
    out = run(karat, "adapter", contract(name), "--watch", "checker", "--out", "refused", status=2)
    assert sentence in out and not pathlib.Path("refused").exists(), out
out = run(karat, "adapter", contract("fixed_latency"), "--watch", "uvm", "--out", "refused", status=2)
assert "input.handshake: with none every cycle would be a request" in out, out
# The UVM watch is simulated by tests/uvm/simulate_watch.sh. Each instance publishes its own path, under any
# name.
for top in ("karat_watch", "karat_another"):
    run(karat, "adapter", contract("two_widths"), "--watch", "uvm", "--top", top, "--out", "uvm")
    text = pathlib.Path(f"uvm/{top}.sv").read_text(encoding="utf-8")
    assert text.count("publish") == 1 and 'publish_watch(ports, $sformatf("%m"), ' in text, text
    assert '"0:F=23;1:F=22", "", 1\'b1)' in text, text  # what the contract says of modes and flags
    assert f"bind two_widths {top} {top}_i (.*);" in text, text
run(karat, "adapter", str(units / "rows_stay/tied.json"), "--watch", "uvm", "--out", "uvm")
text = pathlib.Path("uvm/karat_watch.sv").read_text(encoding="utf-8")
assert "assign flush = unit_flush;" in text and "assign ports.flush_i = flush;" in text, text
assert "assign rst_ni = unit_reset;" in text, text  # the monitor sees a flush at clock edges
lists = []
for name in UNITS:
    run(karat, "adapter", contract(name), "--top", f"karat_{name}", "--out", "adapters")
    run(karat, "adapter", contract(name), "--watch", "checker", "--top", f"karat_watch_{name}",
        "--out", "watches")
    lists += ["-F", f"adapters/karat_{name}.f", "-F", f"watches/karat_watch_{name}.f"]
# A unit without c has other bins.
watch = pathlib.Path("watches/karat_watch_rows_stay.sv")
assert ".HAS_C(1'b0)," in watch.read_text(), watch.read_text()
watch.write_text(watch.read_text().replace(".HAS_C(1'b0),", '.HAS_C(1\'b0), .COVERAGE("rows_stay.json"),'))
for name, file in (("weights_enabled", "weights_stay/enabled"), ("tied", "rows_stay/tied")):
    run(karat, "adapter", str(units / f"{file}.json"), "--watch", "checker", "--top", f"karat_watch_{name}",
        "--out", "watches")
    lists += ["-F", f"watches/karat_watch_{name}.f"]
lists.append(str(units / "weights_stay/weights_enabled.sv"))
compiler = "CXX='ccache g++'" if shutil.which("ccache") else ""
run("verilator", "--binary", "--timing", "-Wno-fatal", "--output-split", "0", "-MAKEFLAGS",
    f"{compiler} OPT_FAST=-O0", "-F", str(source / "tb/sv/karat_sv.f"), *lists,
    *(str(source / "tests/rtl" / file) for file in ("watch_driver.sv", "watch_tb.sv")),
    "--top-module", "watch_tb",
    "--Mdir", "obj", "-LDFLAGS", f"{library} -Wl,-rpath,{os.path.dirname(library)}")
right = run("obj/Vwatch_tb")
covered = json.loads(pathlib.Path("rows_stay.json").read_text())
assert covered["no_c"] and covered["tiles"] > 100, covered
wrong = run("obj/Vwatch_tb", "+fault=1", "+verilator+error+limit+100000")
for name, always in UNITS.items():
    watched = "every cycle watched" if always else "as many watched"
    line = re.search(f"^{name}: ([0-9]+) answers, {watched}, none wrong$", right, re.M)
    # rows_stay has a flush, and 400 more tiles after it
    assert line and (int(line[1]) == 400 or name == "rows_stay" and int(line[1]) > 500), f"{name}:\n{right}"
    # the faults of these two lose tiles
    loses = name in ("ready_both_sides", "valid_and_enable")
    said = ", some wrong" if loses else f" {watched}, some wrong"
    assert any(line.startswith(name + ":") and line.endswith(said)
               for line in wrong.splitlines()), f"{name}:\n{wrong}"
# a unit that is loaded in every cycle and takes every second load
assert "loads: as many watched, none wrong\n" in right, right
assert "loads: as many watched, some wrong\n" in wrong, wrong
# units without an adapter: a flush that is high between clock edges too, in every contract; loads while the
# clock enable is low
for name in ("flushed", "flushed, tied", "enabled"):
    assert f"{name}: as many watched, none wrong\n" in right, f"{name}:\n{right}"
assert "flushed: dropped some\n" in right, right
print("the watches of", len(UNITS), "units see their tiles, and their faults")
