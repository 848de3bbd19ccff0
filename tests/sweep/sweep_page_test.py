#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The page and the charts of karat report, and the page in a browser if one is installed.
Usage: sweep_page_test.py KARAT SCRATCH_DIR"""
import csv
import glob
import json
import os
import pathlib
import re
import shutil
import sqlite3
import struct
import subprocess
import sys
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from command import Command

karat = Command(sys.argv[1], sys.argv[2])
check, call, bad = karat.check, karat.call, karat.bad

def svg_of(name):
    return xml.etree.ElementTree.parse(name).getroot()


def texts_of(svg, role=""):
    """The texts of a chart, or of the elements with a class that contains `role`, one list for each."""
    tag = "{http://www.w3.org/2000/svg}"
    return [[text.text for text in group.iter(tag + "text")]
            for group in svg.iter(tag + "g") if role in group.get("class", "")]


grid = ["--F", "8:27", "--K", "4,8", "--algorithm", "fda,gfda", "--samples", "2000"]
check(call("sweep", "--db", "whole.db", *grid).returncode == 0, "a sweep")
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
    svg = svg_of(name)
    check(len(list(svg.iter())) > 40, f"{name} is empty")
    for labels in texts_of(svg, "role-axis-label"):
        check(labels and len(set(labels)) == len(labels), f"{name}: labels of an axis: {labels}")
page = open("page.html").read()
check("a &lt;title&gt;" in page and len(page) < 2_000_000, f"page.html has {len(page)} bytes")


done = call("report", "whole.db", "--png", "paper_")
pictures = sorted(name for name in os.listdir() if name.startswith("paper_"))
check(done.returncode == 0 and len(pictures) == len(charts), f"--png: {done} {pictures}")
for name in pictures:
    data = open(name, "rb").read()
    svg = svg_of(name.replace("paper_", "chart_").replace(".png", ".svg"))
    size = tuple(3 * int(svg.get(side)) for side in ("width", "height"))
    check(data[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", data[16:24]) == size,
          f"{name}: {data[:24]}")
bad("package nodejs", "report", "whole.db", "--svg", "never_", PATH="/nonexistent")
os.makedirs("only_node")
os.symlink(shutil.which("node"), "only_node/node")
bad("package librsvg2-bin", "report", "whole.db", "--png", "never_", "-o", "never.html",
    PATH=os.path.abspath("only_node"))
check(not glob.glob("never*"), "a report without its programs wrote a file")
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
    rest = page[page.index("<script type='application/json'") :]
    open("first.html", "w").write(page[: page.index("</section>")] + "</section>" + rest)
    subprocess.run([*opened, "--print-to-pdf=first.pdf", "file://" + os.path.abspath("first.html")],
                   capture_output=True, timeout=240)
    sheets = len(re.findall(rb"/Type\s*/Page[^s]", open("first.pdf", "rb").read()))
    check(sheets == 1, f"the first screen is printed on {sheets} pages")
    # every chart is drawn, with no error, and nothing is loaded from a network
    done = subprocess.run([*opened, "--enable-logging=stderr", "--dump-dom",
                           "file://" + os.path.abspath("page.html")],
                          capture_output=True, text=True, timeout=240)
    drawn = done.stdout.count('<svg xmlns="http://www.w3.org/2000/svg"')
    check(drawn == len(charts) == page.count("data-chart="), f"{drawn} of {len(charts)} charts are drawn")
    check("CONSOLE" not in done.stderr, f"messages of the page: {done.stderr}")
    # a page shows the drawing that --svg writes
    labels = [text for group in texts_of(svg_of("chart_0_relative.svg")) for text in group]
    check(labels and all(f">{label}<" in done.stdout for label in labels if label), "page and SVG differ")
else:
    print("Chromium not found: the page in a browser was not tested")

karat.end()
