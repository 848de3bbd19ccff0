#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Costs in karat sweep, and the answer to a question.
Usage: sweep_cost_test.py KARAT SCRATCH_DIR"""
import csv
import json
import os
import pathlib
import shutil
import sqlite3
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from command import Command

karat = Command(sys.argv[1], sys.argv[2])
check, call, bad = karat.check, karat.call, karat.bad

def rows(path):
    columns = ("key, mse, mse_interval, variance_of_squared_error, bias, mean_ulp, max_ulp, vrr, bit_exact, "
               "swamped, histogram")
    return sqlite3.connect(path).execute(f"SELECT {columns} FROM rows ORDER BY key").fetchall()


# Costs of the reference RTL are added to existing rows, do not change the other columns, and are cached.
cheap = ["--set", "c=fp16", "--set", "d=fp16", "--format", "e2m1", "--K", "1,2", "--length", "2",
         "--F", "4,12", "--samples", "50"]
if shutil.which("yosys"):
    os.environ["KARAT_CACHE"] = os.getcwd() + "/cache"
    check(call("sweep", "--db", "cost.db", *cheap).returncode == 0, "a sweep without costs")
    before = rows("cost.db")
    done = json.loads(call("sweep", "--db", "cost.db", *cheap, "--set", "convert=fp16",
                           "--set", "nan=amd_rdna", "--cost", "--json").stdout)
    check(done["costs"] == 0 and done["without_rtl"] == 4 and done["done"] == 4, f"no RTL: {done}")
    done = json.loads(call("sweep", "--db", "cost.db", *cheap, "--cost", "--json").stdout)
    check(done["costs"] == 4 and done["without_rtl"] == 0 and done["present"] == 4, f"--cost: {done}")
    done = json.loads(call("sweep", "--db", "cost.db", *cheap, "--cost", "--json").stdout)
    check(done["costs"] == 0 and done["done"] == 0, f"--cost again: {done}")
    check([row for row in rows("cost.db") if row in before] == before, "--cost changes the metrics")
    priced = sqlite3.connect("cost.db").execute(
        "SELECT spec, area, depth FROM rows WHERE area IS NOT NULL ORDER BY k, F").fetchall()
    alone = []
    for spec, _, _ in priced:
        open("alone.json", "w").write(spec)
        one = json.loads(call("cost", "--spec", "alone.json", "--json").stdout)
        check(one["cached"], "karat cost does not use the cached result of the sweep")
        alone.append((spec, one["least_area"]["area"], one["least_depth"]["depth"]))
    check(len(priced) == 4 and priced == alone and priced[1][1] > priced[0][1] > 100,
          f"costs of the sweep {priced}, of karat cost {alone}")
    done = call("report", "cost.db", "-o", "cost.html", "--csv", "cost.csv", "--svg", "cost_")
    check(done.returncode == 0 and "Pareto front (" in done.stdout and "NAND2, relative error" in done.stdout,
          f"the Pareto front: {done}")
    check(">Pareto front<" in open("cost_0_pareto.svg").read(), "the Pareto chart")
    check("Area-error Pareto front" in open("cost.html").read(), "the Pareto front on the page")
    check(sorted(row["area"] != "" for row in csv.DictReader(open("cost.csv"))) == [False] * 4 + [True] * 4,
          "costs in the CSV")
    # the answer to a question: choice, model, RTL and page are one design; only accurate designs are priced
    done = call("sweep", "--db", "asked.db", *cheap[:-3], "1,4", "--samples", "50",
                "--target-error", "0.01", "--emit", "chosen", "--json")
    told = json.loads(done.stdout)
    check(done.returncode == 0 and "is the smallest of the" in told["answer"][0], f"--target-error: {done}")
    check(json.load(open("chosen/karat_choice.json")) == told["choice"], "--emit: another specification")
    check(told["choice"]["output_rounding"] == "RZ", f"the specification leaves a rounding out: {told}")
    check("<title>Which design has the least area per product with a relative error of at most 0.01?<" in
          open("chosen/report.html").read(), "the title of the page of --emit")
    check(told["answer"][1].startswith("Measured on dot products of length ") and told["undecided"] == [],
          f"what was measured: {told}")
    area = json.loads(call("cost", "--spec", "chosen/karat_choice.json", "--json").stdout)
    check(area["cached"] and f"{area['least_area']['area_per_product']:.4g} NAND2" in told["answer"][0],
          f"the area of the choice: {area} {told}")
    check(told["answer"][0].split(" is ")[0] in open("chosen/report.html").read() and
          os.path.exists("chosen/karat_choice.sv"), "the page and the RTL of --emit")
    # the contract checks the emitted files themselves: what is broken there is found
    unit = ["check", "--contract", "chosen/karat_choice_unit.json", "--count", "300", "--quiet",
            "--no-diagnosis"]
    done = call(*unit)
    check(done.returncode == 0 and done.stdout.startswith("PASS"), f"the emitted RTL: {done}")
    lane = open("chosen/karat_choice_flat.sv").read()
    check(lane.count(".c_i(c_i[") == 1, f"the instance of the lane: {lane}")
    open("chosen/karat_choice_flat.sv", "w").write(lane.replace(".c_i(c_i[", ".c_i(~c_i["))
    check(call(*unit).returncode == 1, "a change in the emitted RTL is not found")
    errors = sqlite3.connect("asked.db").execute(
        "SELECT relative_error + relative_error_interval <= 0.01, area IS NOT NULL FROM rows").fetchall()
    check({pair[0] for pair in errors} == {0, 1} and all(near == priced for near, priced in errors),
          f"priced designs: {errors}")
    done = call("sweep", "--db", "asked.db", *cheap[:-3], "1", "--samples", "50",
                "--target-error", "1e-30", "--minimise", "depth")
    check(done.returncode == 1 and "No design of the sweep" in done.stdout, f"no design: {done}")
    done = call("report", "asked.db", "--target-error", "0.01", "--minimise", "depth")
    check(done.returncode == 0 and "has the least depth" in done.stdout, f"report --target-error: {done}")
    bad("package yosys", "sweep", "--db", "cost2.db", *cheap, "--cost", PATH="/nonexistent",
        KARAT_CACHE=os.getcwd() + "/none")
    check(len(rows("cost2.db")) == 4, "rows are lost if yosys is missing")
else:
    print("yosys not found: costs were not tested")

karat.end()
