#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""TensorGauge (Liu et al. 2026): the area of a fraction bit, and the area per product.

The area per product is given against K, and compared with chains of MUL+ADD and FMA. The published figures
come from a commercial tool at 22 nm, those of this script from generic gates (see
docs/how-to/compare-costs.md), so only the trends can be compared.

Usage: tensorgauge_area.py KARAT
Needs yosys. The first run takes minutes; the results are cached."""
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

if len(sys.argv) != 2 or not os.access(sys.argv[1], os.X_OK) or not os.path.isfile(sys.argv[1]):
    sys.exit("usage: tensorgauge_area.py KARAT; KARAT is the path of the program karat")
karat = sys.argv[1]
folder = tempfile.mkdtemp()


def cost(*subject):
    done = subprocess.run([karat, "cost", "--json", "--quiet", *subject], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr.strip())
    return json.loads(done.stdout)


def chain(algorithm, k):
    """Options of a chain that adds FP16 products to an FP32 sum one by one."""
    path = f"{folder}/{algorithm}{k}.json"
    json.dump({"karat_spec": 1, "algorithm": algorithm, "k": k}, open(path, "w"))
    return ["--spec", path]


fda = ["--arch", "Hopper", "--instruction", "HMMA.16816.F32"]
sda = [*fda, "--set", "algorithm=sda"]
mx = ["--arch", "RTXBlackwell", "--instruction", "QMMA.SF.16832.F32.E4M3.E4M3.E8"]
fp4 = ["--arch", "RTXBlackwell", "--instruction", "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X"]
# unit, its options, its F, published percentage of area for each additional bit
units = [("FDA, FP16, K = 16", fda, 25, 1.70), ("SDA, FP16, K = 16", sda, 25, 1.43),
         ("MXFP8 FDA, K = 32", mx, 25, 1.79), ("NVFP4 GFDA, K = 64", fp4, 35, 0.55)]
reach = 4
sizes = [4, 8, 16]
chains = [2, 4]

jobs = {}
for name, subject, F, _ in units:
    for f in (F - reach, F, F + reach):
        jobs[name, f] = [*subject, "--set", f"F={f}", "--baseline-set", f"F={f}"]
for k in sizes:
    jobs["FDA", k] = [*fda, "--set", f"k={k}", "--baseline-set", f"k={k}"]
    jobs["SDA", k] = [*sda, "--set", f"k={k}", "--baseline-set", "algorithm=sda", "--baseline-set", f"k={k}"]
for k in chains:
    jobs["FMA chain", k] = chain("fma", k)
    jobs["MUL+ADD chain", k] = chain("muladd", k)
with ThreadPoolExecutor(os.cpu_count()) as pool:
    results = dict(zip(jobs, pool.map(lambda words: cost(*words), jobs.values())))

good = True
slopes = {}
print(f"area of one lane in two-input NANDs at F - {reach}, F and F + {reach};"
      " increase for each additional bit of F")
for name, _, F, reported in units:
    low, middle, high = (results[name, f]["least_area"]["area"] for f in (F - reach, F, F + reach))
    slopes[name] = 100 * (high - low) / (2 * reach) / middle
    print(f"  {name:20} F = {F}: {low:9.1f} {middle:9.1f} {high:9.1f}   +{slopes[name]:.2f} % per bit,"
          f" published +{reported:.2f} %")
    good &= low < middle < high and reported / 2 < slopes[name] < reported * 2
good &= slopes["NVFP4 GFDA, K = 64"] == min(slopes.values())
good &= slopes["SDA, FP16, K = 16"] < slopes["FDA, FP16, K = 16"]
print("area per product, F = 25, FP16 products accumulated in FP32; depth of the fastest netlist")
products = {}
for unit, ks in (("FDA", sizes), ("SDA", sizes), ("FMA chain", chains), ("MUL+ADD chain", chains)):
    for k in ks:
        products[unit, k] = results[unit, k]["least_area"]["area_per_product"]
        print(f"  {unit:13} K = {k:2}: {products[unit, k]:7.1f} NAND2,"
              f" depth {results[unit, k]['least_depth']['depth']:4}")
for unit in ("FDA", "SDA"):
    good &= all(products[unit, k] > products[unit, 2 * k] for k in sizes[:-1])
    good &= all(products[unit, k] < products[other, 4]
                for k in sizes for other in ("FMA chain", "MUL+ADD chain"))
good &= all(products["FDA", k] < products["SDA", k] for k in sizes)
print("trends as published" if good else "trends NOT as published")
sys.exit(0 if good else 1)
