#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every number of the page, for three points, computed again by the formulas of the documentation.
Usage: sweep_recomputed_test.py KARAT SCRATCH_DIR"""
import csv
import json
import math
import pathlib
import re
import sys
from fractions import Fraction

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from command import Command

import dot_products

karat = Command(sys.argv[1], sys.argv[2])
Z = 1.959964


def mean(values):
    return sum(values) / len(values)


def variance(values):
    middle = mean(values)
    return mean([(x - middle)**2 for x in values])


def interval(influences):
    return Z * math.sqrt(variance(influences) / len(influences))


def ratio(parts, wholes):
    """mean(parts) / mean(wholes), and its interval."""
    out = mean(parts) / mean(wholes)
    return out, interval([(part - out * whole) / mean(wholes) for part, whole in zip(parts, wholes)])


def metrics(spec, row):
    """Value and interval of each column."""
    samples = list(dot_products.outcomes(spec, row))
    value, exact, before, lost = (list(column) for column in zip(*samples))
    count, d, out = len(samples), spec["d"], {}
    error = [v - x for v, x in zip(value, exact)]
    squares = [e * e for e in error]
    nearest = [dot_products.rounded(x, d, "RNE") for x in exact]
    place = dot_products.place
    ulps = [Fraction(abs(place(v, d) - place(x, d))) for v, x in zip(value, nearest)]
    ranked = sorted(ulps)
    sizes = [abs(x) for x in exact]
    for name, list_of in ("mse", squares), ("bias", error), ("mean_ulp", ulps), ("swamped", lost[:100]):
        out[name] = mean(list_of), interval(list_of)
    out["variance_of_squared_error"] = variance(squares), interval([(s - mean(squares))**2 for s in squares])
    out["median_ulp"] = ranked[math.ceil(count / 2) - 1], None
    out["p99_ulp"] = ranked[math.ceil(count * Fraction(99, 100)) - 1], None
    out["max_ulp"] = ranked[-1], None
    out["relative_error"] = ratio([abs(e) for e in error], sizes)
    out["shrinkage"] = ratio([-e if x > 0 else e if x < 0 else 0 for e, x in zip(error, exact)], sizes)
    out["operand_error"] = ratio([abs(x - y) for x, y in zip(exact, before)], [abs(y) for y in before])
    vv, xx = mean([v * v for v in value]), mean([x * x for x in exact])
    norm = Fraction(math.sqrt(vv * xx))
    cosine = mean([v * x for v, x in zip(value, exact)]) / norm
    out["cosine"] = cosine, interval([v * x / norm - cosine / 2 * (v * v / vv + x * x / xx)
                                      for v, x in zip(value, exact)])
    out["vrr"] = ratio([(v - mean(value))**2 for v in value], [(x - mean(exact))**2 for x in exact])
    share = mean([Fraction(v == x) for v, x in zip(value, nearest)])
    wilson = Z * math.sqrt(share * (1 - share) / count + Z**2 / (4 * count**2)) / (1 + Z**2 / count)
    out["bit_exact"] = share, wilson
    return out, histogram(error, exact)


def histogram(error, exact):
    """No error, below 1e-12, a bin for each decade, 1 and above."""
    bounds = [Fraction(10)**power for power in range(-12, 1)]
    out = [0] * 15
    for e, x in zip(error, exact):
        out[0 if e == 0 else 14 if x == 0 else 1 + sum(abs(e / x) >= bound for bound in bounds)] += 1
    return out


for words in (["--algorithm", "fused", "--format", "e4m3", "--K", "32", "--F", "13", "--length", "64",
               "--samples", "120", "--seed", "7"],
              ["--algorithm", "separated", "--K", "8", "--F", "12", "--samples", "200", "--c-distribution",
               "normal*0.5"],
              ["--instruction", "A100/HMMA.16816.F32", "--F", "9", "--set", "c=fp16", "--set", "d=fp16",
               "--distribution", "log_normal", "--length", "32", "--samples", "150"]):
    done = karat.call("sweep", "--db", "points.db", *words)
    karat.check(done.returncode == 0, f"{words}: {done}")
karat.check(karat.call("report", "points.db", "-o", "page.html", "--csv", "rows.csv").returncode == 0, "page")
html = pathlib.Path("page.html").read_text()
table = re.search("<table id='rows'>.*?</table>", html, re.S)[0]
columns = [name for metric in ("mse", "bias", "mean_ulp", "median_ulp", "p99_ulp", "max_ulp", "shrinkage",
                               "relative_error", "cosine", "vrr", "bit_exact", "swamped", "operand_error")
           for name in (metric, metric + "_interval") if name not in
           ("median_ulp_interval", "p99_ulp_interval", "max_ulp_interval")]
rows = list(csv.DictReader(open("rows.csv")))
karat.check(len(rows) == 3, f"{len(rows)} points")
for row, line in zip(rows, re.findall("<tr><td>.*?</tr>", table)):
    cells = re.findall("<td>(.*?)</td>", line)[8:8 + len(columns)]
    again, bins = metrics(json.loads(row["spec"]), row)
    for name, pair in again.items():
        for column, expected in zip((name, name + "_interval"), pair):
            if expected is None:
                continue
            # the sums of karat are of doubles: what is left of a cosine near 1 has half of their digits
            near = 1e-6 if column == "cosine_interval" else 1e-9
            good = math.isclose(float(row[column]), expected, rel_tol=near, abs_tol=1e-300)
            karat.check(good, f"{column}: {row[column]} instead of {float(expected)}")
            if column not in columns:
                continue  # in the file only
            shown = cells[columns.index(column)]
            good = math.isclose(float(shown), expected, rel_tol=1e-4, abs_tol=1e-300)
            karat.check(good, f"{column} on the page: {shown} instead of {float(expected)}")
    karat.check(row["histogram"] == " ".join(map(str, bins)), f"histogram {row['histogram']}: {bins}")

karat.end()
