#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Command-line test of karat sweep and karat report.

Covers killed and resumed sweeps, exports, refusals, and the page in a browser if one is installed.
Usage: sweep_cli_test.py KARAT SCRATCH_DIR"""
import csv
import glob
import json
import os
import pathlib
import re
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import time
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import npy
from command import Command

karat = Command(sys.argv[1], sys.argv[2])
check, call, bad = karat.check, karat.call, karat.bad


def rows(path):
    columns = ("key, mse, mse_interval, variance_of_squared_error, bias, mean_ulp, max_ulp, vrr, bit_exact, "
               "swamped, histogram")
    return sqlite3.connect(path).execute(f"SELECT {columns} FROM rows ORDER BY key").fetchall()


grid = ["--F", "8:27", "--K", "4,8", "--algorithm", "fda,gfda", "--samples", "20000"]

# A sweep is killed more than once and resumed. It has the same rows as an uninterrupted sweep: none is
# missing and none is duplicated.
kills = partial = 0
for attempt in range(40):
    running = subprocess.Popen([karat.program, "sweep", "--db", "killed.db", *grid],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(0.1 * (attempt + 1))
    if running.poll() is None:
        running.send_signal(signal.SIGKILL)
        kills += 1
    running.wait()
    try:
        partial = len(rows("killed.db"))
    except sqlite3.OperationalError:  # killed before the table was created
        partial = 0
    if kills >= 2 and partial > 0:
        break
done = call("sweep", "--db", "killed.db", *grid, "--json")
report = json.loads(done.stdout)
check(done.returncode == 0 and report["points"] == 80, f"resumed sweep: {done}")
check(report["present"] == partial and report["done"] == 80 - partial,
      f"{partial} rows were present, the resumed sweep reports {report}")
check(kills > 0 and 0 < partial < 80, f"the sweep was never killed halfway: {kills} kills, {partial} rows")
start = time.monotonic()
done = call("sweep", "--db", "whole.db", *grid, "--threads", "1")
progress = re.search(r"of 80 points measured, 2 s so far, about \d+ s left", done.stderr)
check(progress or time.monotonic() - start < 3, f"no progress after two seconds: {done.stderr}")
check(done.returncode == 0 and "80 points, 80 done, 0 already present, 0 invalid" in done.stdout,
      f"whole sweep: {done}")
check(rows("killed.db") == rows("whole.db"), "the rows of a resumed and an uninterrupted sweep differ")
print(f"killed {kills} times, {partial} of 80 rows were present")

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

# the report
done = call("report", "whole.db", "-o", "page.html", "--csv", "rows.csv", "--svg", "chart_",
            "--title", "a <title>")
check(done.returncode == 0 and done.stdout.count("stable from F = ") == 2 and
      done.stdout.count("not stable by F = 27") == 2, f"karat report: {done}")
table = list(csv.DictReader(open("rows.csv")))
check(len(table) == 80 and len({row["key"] for row in table}) == 80, f"{len(table)} rows in rows.csv")
check(json.loads(table[0]["spec"])["algorithm"] == table[0]["algorithm"],
      "the spec of a row has the wrong algorithm")
check(float(table[5]["mse"]) ==
      sqlite3.connect("whole.db").execute("SELECT mse FROM rows WHERE id = 6").fetchone()[0],
      "mse in rows.csv")
charts = [name for name in os.listdir() if name.startswith("chart_")]
check(len(charts) == 6 + 4, f"charts: {charts}")
for name in charts:
    check(len(xml.etree.ElementTree.parse(name).getroot()) > 10, f"{name} is empty")
page = open("page.html").read()
loads = r"(src|href)=|url[(]|@import|https?://(?!www.w3.org/2000/svg)"
check("a &lt;title&gt;" in page and not re.search(loads, page),
      "page.html loads an external resource")

# operands from files
def write_npy(path, rows, kind="<f4"):
    code = npy.single if kind == "<f4" else int
    npy.write(path, kind, len(rows), len(rows[0]), [code(x) for row in rows for x in row])


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

browser = shutil.which("chromium") or shutil.which("chromium-browser")
if browser:
    opened = [browser, "--headless", "--no-sandbox", "--disable-gpu",
              f"--user-data-dir={os.getcwd()}/profile"]
    sort = page.replace("</body>", "<script>document.querySelectorAll('#rows th')[8].click()</script></body>")
    open("sorted.html", "w").write(sort)
    dom = subprocess.run([*opened, "--dump-dom", "file://" + os.path.abspath("sorted.html")],
                         capture_output=True, text=True, timeout=240)
    body = dom.stdout[dom.stdout.find("id=\"rows\"") :]
    mse = [float(cells[8])
           for cells in (re.findall(r"<td>([^<]*)</td>", row) for row in re.findall(r"<tr>(.*?)</tr>", body))
           if len(cells) == 33]
    check(len(mse) == 80 and mse == sorted(mse), f"sorting by a click: {mse[:5]}, {dom.stderr[-300:]}")
    page_with = page.replace("</body>", "<script>filter.value = 'gfda 27';"
                             "filter.dispatchEvent(new Event('input'))</script></body>")
    open("filtered.html", "w").write(page_with)
    dom = subprocess.run([*opened, "--dump-dom", "file://" + os.path.abspath("filtered.html")],
                         capture_output=True, text=True, timeout=240).stdout
    seen = re.findall(r"<tr><td>(\w+)</td>", dom[dom.find("id=\"rows\"") :])
    check(seen and set(seen) == {"gfda"}, f"the filter of the table: {seen}")
    # the first screen is one sheet of paper
    open("first.html", "w").write(page[: page.index("</section>")] + "</section></body></html>")
    subprocess.run([*opened, "--print-to-pdf=first.pdf", "file://" + os.path.abspath("first.html")],
                   capture_output=True, timeout=240)
    sheets = len(re.findall(rb"/Type\s*/Page[^s]", open("first.pdf", "rb").read()))
    check(sheets == 1, f"the first screen is printed on {sheets} pages")
    done = call("report", "npy.db", "--png", "paper_", "--svg", "paper_")
    pictures = sorted(name for name in os.listdir() if name.startswith("paper_"))
    check(done.returncode == 0 and len(pictures) >= 12 and len(pictures) % 2 == 0,
          f"--png: {done} {pictures}")
    for name in pictures:
        if name.endswith(".png"):
            data = open(name, "rb").read()
            svg = xml.etree.ElementTree.parse(name[:-3] + "svg").getroot()
            size = tuple(3 * int(svg.get(side)) for side in ("width", "height"))
            check(data[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", data[16:24]) == size,
                  f"{name}: {data[:24]}")
else:
    print("Chromium not found: the page in a browser and the PNG charts were not tested")
bad("package chromium", "report", "npy.db", "--png", "never_", PATH="/nonexistent")

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
    check(len(xml.etree.ElementTree.parse("cost_0_pareto.svg").getroot()) > 10, "the Pareto chart")
    check("Area-error Pareto front" in open("cost.html").read(), "the Pareto front on the page")
    check(sorted(row["area"] != "" for row in csv.DictReader(open("cost.csv"))) == [False] * 4 + [True] * 4,
          "costs in the CSV")
    # the answer to a question: choice, model, RTL and page are one design; only accurate designs are priced
    done = call("sweep", "--db", "asked.db", *cheap[:-3], "1,4", "--samples", "50",
                "--target-error", "0.01", "--emit", "chosen", "--json")
    told = json.loads(done.stdout)
    check(done.returncode == 0 and "is the smallest of the" in told["answer"][0], f"--target-error: {done}")
    check(json.load(open("chosen/karat_choice.json")) == told["choice"], "--emit: another specification")
    area = json.loads(call("cost", "--spec", "chosen/karat_choice.json", "--json").stdout)
    check(area["cached"] and f"{area['least_area']['area_per_product']:.4g} NAND2" in told["answer"][0],
          f"the area of the choice: {area} {told}")
    check(told["answer"][0].split(" is ")[0] in open("chosen/report.html").read() and
          os.path.exists("chosen/karat_choice.sv"), "the page and the RTL of --emit")
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
bad("(0, 1) is not finite", "sweep", "--db", "x.db", "--F", "8", "--a-npy", "infinite.npy")
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
# a block quantiser saturates
done = call("sweep", "--db", "mx.db", "--arch", "RTXBlackwell", "--instruction",
            "QMMA.SF.16832.F32.E4M3.E4M3.E8", "--samples", "200")
check(done.returncode == 0 and "convert saturate: " in done.stdout, f"scale factors: {done}")

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
check(call("report", "stable.db").stdout.count("stable from F = 32") == 2, "stable from F = 32")
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
# scale factors as an axis, with a format by another name
done = call("sweep", "--db", "scales.db", "--scale", "none,ue8m0/32", "--format", "fp8", "--K", "32",
            "--F", "25", "--samples", "10")
check(done.returncode == 0 and "format: fp8 is e4m3" in done.stderr, f"aliases of axes: {done}")
# settings and axes are judged together
for words in (["--set", "group=4", "--algorithm", "gfda"], ["--algorithm", "gfda", "--set", "group=4"],
              ["--set", "terms=32", "--K", "64"]):
    done = call("sweep", "--db", "both.db", *words, "--F", "24", "--samples", "10", "--json")
    check(done.returncode == 0 and json.loads(done.stdout)["points"] == 1, f"{words}: {done}")
bad("group is not a knob of algorithm", "sweep", "--db", "x.db", "--set", "group=4", "--F", "8")
bad("--set K=8: K is an axis", "sweep", "--db", "x.db", "--F", "8", "--K", "16", "--set", "K=8")
bad("--set a=bf16: a is an axis", "sweep", "--db", "x.db", "--format", "fp16", "--set", "a=bf16")

# swamped addends are counted only in the natural order
check(call("sweep", "--db", "orders.db", "--order", "natural,KAHAN", "--length", "32", "--F", "8",
           "--samples", "10").returncode == 0, "orders")
found = dict(sqlite3.connect("orders.db").execute("SELECT accumulation_order, swamped IS NULL FROM rows"))
check(found == {"natural": 0, "kahan": 1}, f"swamped: {found}")
bad("F is an axis twice", "sweep", "--db", "x.db", "--F", "8", "--vary", "F=9")
bad("sticky is an axis twice", "sweep", "--db", "x.db", "--F", "8", "--vary", "sticky=none",
    "--vary", "sticky=ored")
bad("--set k=8: k is an axis", "sweep", "--db", "x.db", "--F", "8", "--K", "16", "--set", "k=8")
check(not os.path.exists("x.db"), "a refused sweep created a database")

karat.end()
