#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What karat sweep measures: instructions, axes and settings, operands from files, c, conversions.
Usage: sweep_subjects_test.py KARAT SCRATCH_DIR"""
import csv
import json
import pathlib
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


# invalid combinations are counted
done = call("sweep", "--db", "some.db", "--F", "8", "--vary", "terms=4,5", "--samples", "10")
check(done.returncode == 0 and "1 points" in done.stdout and "invalid: terms=5" in done.stdout,
      f"invalid points: {done}")

# instructions under their names, alone and beside knobs; c; dot products of one length
done = call("sweep", "--db", "names.db", "--F", "8,16", "--beside",
            "Hopper/HMMA.16816.F32,CDNA2/v_mfma_f32_16x16x16f16", "--c-distribution", "zero,normal*32",
            "--samples", "100")
found = sqlite3.connect("names.db").execute(
    "SELECT instruction, c_distribution, length FROM rows ORDER BY instruction, F, c_distribution").fetchall()
check(found == [(name, c, 16) for name in ("", "", "CDNA2/v_mfma_f32_16x16x16f16", "Hopper/HMMA.16816.F32")
                for c in ("normal*32", "zero")], f"--beside: {done} {found}")
done = call("sweep", "--db", "archs.db", "--arch", "Volta,Hopper", "--instruction",
            "HMMA.16816.F32,HMMA.1688.F32,CDNA3/v_mfma_f32_16x16x16_f16", "--samples", "100")
found = sqlite3.connect("archs.db").execute("SELECT instruction, length FROM rows ORDER BY id").fetchall()
check(found == [("Hopper/HMMA.16816.F32", 16), ("Hopper/HMMA.1688.F32", 16),
                ("CDNA3/v_mfma_f32_16x16x16_f16", 16)], f"several architectures: {done} {found}")
check("Hopper/HMMA.16816.F32 (" in call("report", "archs.db").stdout, "the name in a report")

# operands from files
write_npy("ones.npy", [[1.0] * 40] * 3)
write_npy("big, \"odd\".npy", [[2048.0] + [0.25] * 39, [0.25] * 40])
done = call("sweep", "--db", "npy.db", "--a-npy", "ones.npy", "--b-npy", "big, \"odd\".npy",
            "--length", "40", "--F", "10,25", "--K", "8", "--samples", "400")
check(done.returncode == 0 and "2 points, 2 done" in done.stdout, f"operands from files: {done}")
name, loss, none = sqlite3.connect("npy.db").execute(
    "SELECT distribution, bit_exact, (SELECT bit_exact FROM rows WHERE F = 25) "
    "FROM rows WHERE F = 10").fetchone()
check(name == "npy(ones.npy,big, \"odd\".npy)" and none == 1 and 0.4 < loss < 0.6,
      f"half of the rows must lose bits at F = 10: {name} {loss} {none}")
check(call("report", "npy.db", "--csv", "npy.csv").returncode == 0, "a report on operands from files")
check([row["distribution"] for row in csv.DictReader(open("npy.csv"))] == [name] * 2, "file names in the CSV")
done = call("sweep", "--db", "npy.db", "--b-npy", "ones.npy", "--distribution", "normal,npy", "--F", "10",
            "--K", "8", "--samples", "400", "--json")
check(json.loads(done.stdout)["done"] == 2, f"a file together with a distribution: {done}")

# settings and axes are judged together
for words in (["--set", "group=4", "--algorithm", "gfda"], ["--algorithm", "gfda", "--set", "group=4"],
              ["--set", "terms=32", "--K", "64"]):
    done = call("sweep", "--db", "both.db", *words, "--F", "24", "--samples", "10", "--json")
    check(done.returncode == 0 and json.loads(done.stdout)["points"] == 1, f"{words}: {done}")
# scale factors as an axis, with a format by another name
done = call("sweep", "--db", "scales.db", "--scale", "none,ue8m0/32", "--format", "fp8", "--K", "32",
            "--F", "25", "--samples", "10")
check(done.returncode == 0 and "format: fp8 is e4m3" in done.stderr, f"aliases of axes: {done}")
bad("scale_block is an axis", "sweep", "--db", "scales.db", "--scale", "ue8m0/32", "--set", "scale_block=32")
# swamped addends are counted only in the natural order
check(call("sweep", "--db", "orders.db", "--order", "natural,KAHAN", "--length", "32", "--F", "8",
           "--samples", "10").returncode == 0, "orders")
found = dict(sqlite3.connect("orders.db").execute("SELECT accumulation_order, swamped IS NULL FROM rows"))
check(found == {"natural": 0, "kahan": 1}, f"swamped: {found}")

karat.end()
