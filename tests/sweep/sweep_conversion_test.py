#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Operands of karat sweep that their formats cannot hold; defaults that differ; what "stable" means.
Usage: sweep_conversion_test.py KARAT SCRATCH_DIR"""
import csv
import json
import pathlib
import re
import sqlite3
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import npy
from command import Command

karat = Command(sys.argv[1], sys.argv[2])
check, call, bad = karat.check, karat.call, karat.bad

def write_npy(path, rows, kind="<f4"):
    code = npy.single if kind == "<f4" else int
    npy.write(path, kind, len(rows), len(rows[0]), [code(x) for row in rows for x in row])


# no finite result: no metrics, no lines, no thresholds
write_npy("large.npy", [[60000.0] * 16] * 2)
over = ["--set", "c=fp16", "--vary", "d=fp16", "--a-npy", "large.npy", "--b-npy", "large.npy",
        "--F", "8:12", "--samples", "10"]
check(call("sweep", "--db", "over.db", *over).returncode == 0, "a sweep that overflows")
found = sqlite3.connect("over.db").execute(
    "SELECT mse, relative_error, max_ulp, cosine, not_finite FROM rows").fetchall()
check(found == [(None, None, None, None, 10)] * 5, f"metrics without finite results: {found}")
done = call("report", "over.db", "-o", "over.html", "--csv", "over.csv")
check(done.returncode == 0 and done.stdout == "", f"a report without finite results: {done}")
check({row["mse"] + row["cosine"] for row in csv.DictReader(open("over.csv"))} == {""},
      "the CSV without finite results")
# operands that the format cannot hold
outliers = ["sweep", "--distribution", "outliers", "--format", "e4m3", "--F", "25", "--samples", "2000"]
done = call(*outliers, "--db", "far.db")
check(done.returncode == 2 and done.stdout == "" and done.stderr.count("\n") == 1 and
      re.search(r"distribution outliers: [AB] of sample \d+, element \d+: -?[\d.]+ is "
                r"(beyond e4m3's 448|below e4m3's -448); \d+ of 64000 values do not fit; see --convert",
                done.stderr), f"outliers: {done}")
for rule in ("saturate", "nan"):
    done = call(*outliers, "--db", "far.db", "--convert", rule)
    check(done.returncode == 0 and re.search(f"convert {rule}: \\d+ operands in 1 points done", done.stdout),
          f"--convert {rule}: {done}")
counted = sqlite3.connect("far.db").execute("SELECT conversion, converted, not_finite FROM rows").fetchall()
check([row[0] for row in counted] == ["saturate", "nan"] and counted[0][1] == counted[1][1] > 0 and
      counted[0][2] == 0 < counted[1][2], f"conversions in the database: {counted}")
bad("inf has no encoding there", *outliers, "--db", "far.db", "--convert", "inf")
found = json.loads(call("sweep", "--db", "near.db", "--F", "8", "--samples", "10", "--json").stdout)
check(found["convert"] == "refuse" and found["converted"] == 0, f"nothing to convert: {found}")
# the scale factors leave no element out of range, unless a quantiser that saturates is asked for
mx = ["sweep", "--db", "mx.db", "--arch", "RTXBlackwell", "--instruction", "QMMA.SF.16832.F32.E4M3.E4M3.E8",
      "--samples", "200"]
done = call(*mx)
check(done.returncode == 0 and "convert" not in done.stdout, f"scale factors: {done}")
done = call(*mx, "--convert", "saturate")
check(done.returncode == 0 and re.search(r"convert saturate: [1-9]\d* operands in 1 points", done.stdout),
      f"scale factors of a quantiser that saturates: {done}")

# a drawn c follows the same rule, and is counted
half = ["sweep", "--db", "c.db", "--set", "c=fp16", "--set", "d=fp16", "--F", "20", "--samples", "50"]
done = call(*half, "--c-distribution", "normal*1e5")
check(done.returncode == 2 and re.search(
    r"c_distribution normal\*100000: c of sample \d+: -?[\d.e+]+ is "
    r"(beyond fp16's 65504|below fp16's -65504); \d+ of 1650 values do not fit; see --convert", done.stderr),
      f"c beyond its format: {done}")
done = call(*half, "--c-distribution", "zero,normal*1e5", "--convert", "saturate")
check(done.returncode == 0 and re.search(r"convert saturate: \d+ operands in 1 points done", done.stdout),
      f"c saturates: {done}")
# operands converted by different rules do not compare: each rule has its own heading
found = json.loads(call("report", "far.db", "--json").stdout)
check(sorted(row["conversion"] for row in found["rows"]) == ["nan", "saturate"] and
      all(row["converted"] > 0 for row in found["rows"]), f"conversions as JSON: {found['rows']}")
check([(t["F"], t["largest_F"]) for t in found["thresholds"]] == [(None, 25), (None, 25)] and
      {t["group"].split(", ")[-3] for t in found["thresholds"]} ==
      {"values beyond the format: saturate", "values beyond the format: nan"},
      f"thresholds of two rules: {found['thresholds']}")

# "stable" needs three larger F; defaults that differ between algorithms are shown
grid = ["--algorithm", "fused,separated", "--K", "4", "--F", "32:35", "--samples", "200"]
done = call("sweep", "--db", "stable.db", *grid)
check(done.returncode == 0 and "output_rounding is RZ for fda, RNE for sda" in done.stdout and
      "algorithm: fused is fda" in done.stderr, f"differing defaults: {done}")
done = call("report", "stable.db", "-o", "stable.html")
check(done.stdout.count("stable from F = 32") == 2, "stable from F = 32")
line = "default: output_rounding is RZ for fda, RNE for sda; set one for all with --output-rounding"
check(line in done.stdout and line in open("stable.html").read(), "differing defaults in a report")
call("sweep", "--db", "short.db", "--K", "4", "--F", "32:34", "--samples", "200")
check("not stable by F = 34, MSE" in call("report", "short.db").stdout, "two larger F do not confirm")
done = call("sweep", "--db", "rounded.db", *grid, "--output-rounding", "RNE,truncate")
check("16 points" in done.stdout and "output_rounding is" not in done.stdout, f"--output-rounding: {done}")
done = call("sweep", "--db", "groups.db", "--algorithm", "gfda", "--K", "8", "--F", "24", "--samples", "10")
check("group is all products of an operation, one group, for gfda" in done.stdout, f"groups: {done}")
# a named instruction has defaults of its own, unless algorithms are compared on it
named = ["--F", "24", "--length", "16", "--samples", "10"]
done = call("sweep", "--db", "own.db", *named, "--beside", "CDNA3/v_mfma_f32_16x16x16_f16")
check("2 points" in done.stdout and "default:" not in done.stdout, f"defaults beside a grid: {done}")
check("default:" not in call("report", "own.db").stdout, "defaults of a report beside a grid")

karat.end()
