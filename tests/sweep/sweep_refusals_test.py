#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What karat sweep and karat report refuse, and that they damage nothing.
Usage: sweep_refusals_test.py KARAT SCRATCH_DIR"""
import csv
import glob
import os
import pathlib
import shutil
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


grid = ["--F", "8:27", "--K", "4,8", "--algorithm", "fda,gfda", "--samples", "2000"]
check(call("sweep", "--db", "whole.db", *grid).returncode == 0, "a sweep")
check(call("report", "whole.db", "-o", "page.html", "--csv", "rows.csv").returncode == 0, "a report")
table = list(csv.DictReader(open("rows.csv")))
write_npy("ones.npy", [[1.0] * 40] * 3)
open("text.db", "w").write("no database at all, but long enough to look like one: " + "x" * 200)
bad("--db", "sweep", "--F", "8:10")
bad("\"10:8\"", "sweep", "--db", "x.db", "--F", "10:8")
bad("fad", "sweep", "--db", "x.db", "--algorithm", "fad")
bad("KEY=VALUES", "sweep", "--db", "x.db", "--vary", "F")
bad("HMMA.9", "sweep", "--db", "x.db", "--instruction", "Hopper/HMMA.9")
bad("empty value", "sweep", "--db", "x.db", "--instruction", "Hopper/HMMA.16816.F32,")
bad("HMMA.9", "sweep", "--db", "x.db", "--beside", "Hopper/HMMA.9")
bad("normal*0", "sweep", "--db", "x.db", "--c-distribution", "normal*0")
bad("results become c", "sweep", "--db", "x.db", "--set", "d=fp16", "--length", "64")
bad("--target-error", "sweep", "--db", "x.db", "--target-error", "0")
bad("--minimise", "sweep", "--db", "x.db", "--target-error", "1", "--minimise", "power")
bad("--minimise", "sweep", "--db", "x.db", "--minimise", "depth")
bad("--emit", "sweep", "--db", "x.db", "--emit", "folder")
bad("--emit", "sweep", "--db", "x.db", "--target-error", "1", "--emit", "a b")
bad("--samples", "sweep", "--db", "x.db", "--samples", "1")
bad("terms", "sweep", "--db", "x.db", "--vary", "terms=5")
bad("text.db", "sweep", "--db", "text.db", "--F", "8")
bad("text.db", "report", "text.db")
bad("missing.db", "report", "missing.db")
write_npy("codes.npy", [[1, 2]], "|u1")
write_npy("infinite.npy", [[1.0, float("inf")]])
write_npy("short.npy", [[1.0] * 8])
bad("codes.npy: holds encodings", "sweep", "--db", "x.db", "--F", "8", "--a-npy", "codes.npy")
bad("(0, 1) is not finite; 1 of 2 values is not", "sweep", "--db", "x.db", "--F", "8", "--a-npy",
    "infinite.npy")
bad("rows of 8 elements", "sweep", "--db", "x.db", "--F", "8", "--a-npy", "ones.npy", "--b-npy", "short.npy")
bad("length: 16 is not allowed", "sweep", "--db", "x.db", "--F", "8", "--a-npy", "short.npy")
bad("nothing.npy", "sweep", "--db", "x.db", "--F", "8", "--a-npy", "nothing.npy")
bad("--a-npy", "sweep", "--db", "x.db", "--F", "8", "--distribution", "npy")
bad("--distribution", "sweep", "--db", "x.db", "--F", "8", "--a-npy", "ones.npy", "--distribution", "normal")
bad("/nonexistent/p.html", "report", "whole.db", "-o", "/nonexistent/p.html")
bad("8:9:", "sweep", "--db", "x.db", "--F", "8:9:")
bad("not a valid range", "sweep", "--db", "x.db", "--F", "-9223372036854775808:9223372036854775807")
bad("9223372036854775806", "sweep", "--db", "x.db", "--F", "9223372036854775806:9223372036854775807")
bad("name a file", "sweep", "--db", "", "--F", "8")
bad(":memory:", "sweep", "--db", ":memory:", "--F", "8")
check(not os.path.exists(":memory:"), "a file named :memory: was created")

# A report never overwrites its input, and writes no file unless all output files can be written.
before = open("whole.db", "rb").read()
bad("-o whole.db: is the file that the command reads", "report", "whole.db", "-o", "whole.db")
bad("--csv ./whole.db", "report", "whole.db", "--csv", "./whole.db")
bad("--csv new: is also the file of -o", "report", "whole.db", "-o", "new", "--csv", "new")
bad("--svg new_0_mse.svg: is also the file of -o", "report", "whole.db", "-o", "new_0_mse.svg",
    "--svg", "new_")
bad("--csv -: name a file", "report", "whole.db", "-o", "new", "--csv", "-")
bad("--svg /nonexistent/", "report", "whole.db", "-o", "new", "--svg", "/nonexistent/c_")
check(open("whole.db", "rb").read() == before and not glob.glob("new*") and not os.path.exists("-"),
      "a refused report wrote a file")

page = open("page.html").read()
done = karat.on_a_full_disk("report", "whole.db", "-o", "page.html")
check(done.returncode == 2 and "-o page.html: the file cannot be written" in done.stderr,
      f"a full disk: {done}")
check(open("page.html").read() == page and not glob.glob("page.html?*"), "a full disk damaged the old page")

# A report only reads its database: a read-only file in a read-only folder, an empty file, another
# application's database.
os.makedirs("locked")
shutil.copy("whole.db", "locked/a #1%?.db")
os.chmod("locked/a #1%?.db", 0o444)
os.chmod("locked", 0o555)
before = open("locked/a #1%?.db", "rb").read()
done = call("report", "locked/a #1%?.db")
check(done.returncode == 0 and done.stdout.count("stable") == 4, f"a read-only database: {done}")
check(os.listdir("locked") == ["a #1%?.db"] and open("locked/a #1%?.db", "rb").read() == before,
      "a report wrote a file next to its database")
os.chmod("locked", 0o755)
open("empty.db", "w")
bad("empty.db: has no sweep rows", "report", "empty.db")
check(os.path.getsize("empty.db") == 0, "a report wrote to an empty file")
for name, create in [("foreign.db", "CREATE TABLE letters (text TEXT)"),
                     ("foreign2.db", "CREATE TABLE rows (id INTEGER PRIMARY KEY)")]:
    with sqlite3.connect(name) as foreign:
        foreign.execute(create)
    before = open(name, "rb").read()
    bad(f"{name}: is not a sweep database", "report", name)
    bad(f"{name}: is not a sweep database", "sweep", "--db", name, "--F", "8")
    check(open(name, "rb").read() == before, f"{name} was changed")

# an older database lacks some columns; a damaged database has an invalid seed
shutil.copy("whole.db", "old.db")
with sqlite3.connect("old.db") as old:
    for column in ("area", "depth", "vrr_interval", "swamped_interval"):
        old.execute(f"ALTER TABLE rows DROP COLUMN {column}")
check(call("report", "old.db", "--csv", "old.csv").returncode == 0, "a report on an older database")
check([row["mse"] for row in csv.DictReader(open("old.csv"))] == [row["mse"] for row in table],
      "the CSV of the older database")
with sqlite3.connect("old.db") as old:
    old.execute("UPDATE rows SET seed = 'seven' WHERE id = 3")
bad("seed \"seven\"", "report", "old.db")

bad("group is not a knob of algorithm", "sweep", "--db", "x.db", "--set", "group=4", "--F", "8")
bad("--set K=8: K is an axis", "sweep", "--db", "x.db", "--F", "8", "--K", "16", "--set", "K=8")
bad("--set a=bf16: a is an axis", "sweep", "--db", "x.db", "--format", "fp16", "--set", "a=bf16")

bad("F is an axis twice", "sweep", "--db", "x.db", "--F", "8", "--vary", "F=9")
bad("sticky is an axis twice", "sweep", "--db", "x.db", "--F", "8", "--vary", "sticky=none",
    "--vary", "sticky=ored")
bad("--set k=8: k is an axis", "sweep", "--db", "x.db", "--F", "8", "--K", "16", "--set", "k=8")
check(not os.path.exists("x.db"), "a refused sweep created a database")

karat.end()
