#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""karat cost on the command line: the ratio to a baseline, JSON, bad usage, a machine without Yosys.

usage: cost_command_test.py KARAT SCRATCH
"""
import json
import os
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from command import Command

karat = Command(sys.argv[1], sys.argv[2])
check = karat.check
scratch = os.getcwd()
os.environ["KARAT_CACHE"] = scratch + "/cache"


def call(status, *words, **changed):
    done = karat.call("cost", *words, **changed)
    said = f"exit status {done.returncode}, expected {status}: {' '.join(words)}\n{done.stderr}"
    check(done.returncode == status, said)
    return done


def bad(named, *words, **changed):
    karat.bad(named, "cost", *words, **changed)


json.dump({"karat_spec": 1, "algorithm": "fda", "a": "e2m1", "b": "e2m1", "c": "fp16", "d": "fp16",
           "k": 2, "F": 8}, open("small.json", "w"))
json.dump({"karat_spec": 1, "algorithm": "muladd", "a": "e2m1", "b": "e2m1", "c": "fp16", "d": "fp16",
           "k": 1}, open("muladd.json", "w"))
FORMATS = {"a": "e2m1", "b": "e2m1", "c": "fp16", "d": "fp16", "k": 2}
PAIR = {"of": {"sum": [{"of": "product", "F": 4}]}, "F": 7, "rounding": "RD"}
json.dump({"karat_recipe": 1, "operands": FORMATS,
           "result": {"sum": [PAIR, {"of": "c", "F": 8}], "round": {"format": "fp16"}}},
          open("own.json", "w"))
small = ["--spec", "small.json", "--quiet"]

# Without Yosys: one line that names the missing package.
bad("install the package yosys", *small, PATH="/nonexistent")
check(not any(name.endswith(".json") for name in os.listdir("cache/costs")),
      "a failed synthesis is in the cache")

plain = json.loads(call(0, *small, "--json").stdout)
check(plain["least_area"]["area"] > 100 and plain["stages"] == 0 and plain["lanes"] == [1, 1]
      and "ratio" not in plain, f"plain: {plain}")
check(not plain["cached"] and json.loads(call(0, *small, "--json").stdout)["cached"],
      "the second run does not use the cache")
check(json.loads(call(0, *small, "--json", PATH="/nonexistent").stdout)["cached"],
      "a cached result needs Yosys")

# Work folders of interrupted syntheses are removed once they are a day old.
for name, hours in (("x.building.old", 25), ("x.building.new", 1)):
    os.makedirs(f"cache/costs/{name}/below")
    os.utime(f"cache/costs/{name}", (time.time() - 3600 * hours,) * 2)

# --set: the baseline is the same specification without --set.
wide = json.loads(call(0, *small, "--set", "F=16", "--json").stdout)
check(wide["baseline"]["least_area"] == plain["least_area"] and wide["spec"]["F"] == 16,
      f"--set: {wide['baseline']}")
check(wide["ratio"]["area"] == wide["least_area"]["area"] / plain["least_area"]["area"] > 1,
      f"ratio: {wide['ratio']}")
check([name for name in os.listdir("cache/costs") if "building.old" in name or "building.new" in name]
      == ["x.building.new"], "old work folders")
# The baseline has its own settings, not those of the design.
same = json.loads(call(0, *small, "--set", "F=16", "--baseline-set", "F=16", "--json").stdout)
check(same["ratio"] == {"area": 1, "area_per_product": 1, "depth": 1}, f"--baseline-set: {same['ratio']}")
# A baseline with another specification and another number of products.
other = json.loads(call(0, *small, "--baseline", "muladd.json", "--json").stdout)
check(other["baseline"]["spec"]["algorithm"] == "muladd"
      and other["baseline"]["subject"] == "--spec muladd.json", f"--baseline: {other['baseline']}")
check(abs(other["ratio"]["area_per_product"] - other["ratio"]["area"] / 2) < 1e-12,
      f"ratio of the area per product: {other['ratio']}")
check(other["least_area"]["area_per_product"] == other["least_area"]["area"] / 2, "area per product")
lanes = json.loads(call(0, *small, "--lanes", "1x2", "--json").stdout)
check(1.8 < lanes["least_area"]["area"] / plain["least_area"]["area"] < 2.2, f"two lanes: {lanes}")
check(lanes["least_area"]["area_per_product"] == lanes["least_area"]["area"] / 4,
      "area per product of two lanes")

# A list: a line for each design, with the figures of each by itself.
of_each = [json.loads(call(0, *small, "--set", f"F={F}", "--json").stdout) for F in (8, 10)]
listed = json.loads(call(0, *small, "--F", "8:10:2", "--json").stdout)
check([one["least_area"] for one in listed] == [one["least_area"] for one in of_each], f"a list: {listed}")
lines = call(0, *small, "--F", "8,10").stdout.splitlines()
check(len(lines) == 3 and lines[0] == "NAND2 per product  depth  design" and
      [float(line.split()[0]) for line in lines[1:]] ==
      [round(one["least_area"]["area_per_product"], 1) for one in of_each], f"a list as text: {lines}")

# Registers are counted, and a user-defined recipe has a cost.
piped = json.loads(call(0, *small, "--stages", "2", "--json").stdout)
check(plain["flip_flops"] == 0 and piped["flip_flops"] > 20 and piped["stages"] == 2,
      f"two registers: {piped}")
check(piped["least_depth"]["depth"] < plain["least_depth"]["depth"], f"two registers: {piped}")
own = json.loads(call(0, "--spec", "own.json", "--quiet", "--json").stdout)
check(own["least_area"]["area"] > 100 and own["spec"]["algorithm"] == "recipe", f"own recipe: {own}")

text = call(0, *small, "--set", "F=16").stdout
check(f"{wide['least_area']['area']:.1f} NAND2" in text and f"ratio: area {wide['ratio']['area']:.4f}" in text
      and "baseline: FDA F=8" in text, text)
check(sum(line.split()[0] == "mux2" for line in call(0, "--gates").stdout.splitlines()) == 1,
      "the weights of the gates")
check("synthesising" in call(0, "--spec", "small.json", "--set", "F=9").stderr,
      "the synthesis is not announced")

bad("--instruction", "--lanes", "1x1")
bad("nothing.json", "--spec", "small.json", "--baseline", "nothing.json")
bad("HMMA.nothing", *small, "--baseline-arch", "Hopper", "--baseline", "HMMA.nothing")
bad("--baseline-arch", *small, "--baseline-arch", "Hopper")
bad("--baseline-arch", *small, "--baseline-arch", "Hopper", "--baseline", "muladd.json")
bad("KEY=VALUE", *small, "--baseline-set", "F")
bad("F", *small, "--baseline-set", "F=1025")
bad("--lanes", *small, "--lanes", "0x1")
bad("this recipe allows 0..7", *small, "--stages", "99")
bad("KARAT_CACHE", *small, "--set", "F=10", KARAT_CACHE=scratch + "/small.json")
bad("karat_cells.f", *small, KARAT_HOME="/nonexistent")
check(sorted(os.listdir(scratch)) == ["cache", "muladd.json", "own.json", "small.json"],
      f"files left behind: {os.listdir(scratch)}")
karat.end()
