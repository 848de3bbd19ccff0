#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_page_test.py KARAT SCRATCH [MODES]: the pages of karat check --html. MODES: a check program with
modes, of which mode 3 is wrong.

A page has the verdict, all findings with their examples, and nothing that a network would be needed for."""
import html.parser
import json
import os
import re
import shutil
import subprocess
import sys

karat, scratch = os.path.abspath(sys.argv[1]), sys.argv[2]
modes = os.path.abspath(sys.argv[3]) if len(sys.argv) > 3 else None
os.makedirs(scratch, exist_ok=True)
os.chdir(scratch)
for name in os.listdir("."):
    shutil.rmtree(name) if os.path.isdir(name) else os.remove(name)
VOLTA = [karat, "check", "--arch", "Volta", "--instruction", "HMMA.884.F32.F32", "--lanes", "1x1", "--quiet"]
EMPTY_ELEMENTS = {"meta", "br"}
LOADING = {"src", "srcset", "href", "data", "action", "poster"}


class Page(html.parser.HTMLParser):
    """Requires that elements are closed in order and load nothing."""

    def __init__(self, path):
        super().__init__(convert_charrefs=True)
        self.open, self.text, self.seen, self.by_element = [], "", [], {}
        with open(path, encoding="utf-8") as file:
            self.source = file.read()
        self.feed(self.source)
        self.close()
        assert not self.open, f"{path}: not closed: {self.open}"
        assert self.source.startswith("<!DOCTYPE html>\n") and self.seen.count("html") == 1
        for outside in ("http", "url(", "@import", "<script"):
            assert outside not in self.source, f"{path}: {outside}"

    def handle_starttag(self, tag, attributes):
        self.seen.append(tag)
        assert not LOADING & {name for name, _ in attributes}, (tag, attributes)
        if tag not in EMPTY_ELEMENTS:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, f"</{tag}> closes nothing, line {self.getpos()[0]}"

    def handle_data(self, data):
        self.text += data
        if self.open:
            self.by_element.setdefault(self.open[-1], []).append(data)


def run(status, *words, said=""):
    """Returns stdout; stderr must contain `said`."""
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=300)
    sys.stderr.write(done.stderr)
    assert done.returncode == status, f"exit status {done.returncode}, expected {status}: {' '.join(words)}"
    assert said in done.stderr, f"stderr does not contain: {said}"
    return done.stdout


def require(page, *texts):
    for text in texts:
        assert text in page.text, f"the page does not have: {text}"


# Two faults: the page says what --json says, and the drawing of each example.
report = json.loads(run(1, *VOLTA, "--F", "22", "--rtl-set", "nan=riscv", "--html", "two.html", "--json",
                        "--waves", "w.fst", "--coverage", "c.json", "--name", "<b>&\"'"))
page = Page("two.html")
assert page.by_element["title"] == ["FAIL <b>&\"'"], "the name is not escaped, or the verdict is wrong"
assert page.text.index("FAIL") < page.text.index("Findings") < page.text.index("Mismatches")
assert "b" not in page.seen, "the name is not escaped"
findings = report["bugs"]["findings"]
assert len(findings) == 2 and page.seen.count("section") == 2
require(page, "choice: F = 22 instead of 23", "choice: nan = riscv instead of nvidia", report["reason"],
        "--arch Volta --instruction HMMA.884.F32.F32")
for number, finding in enumerate(findings, 1):
    example = finding["example"]
    require(page, f"{number}. {finding['kind']}: {finding['name']}",
            f"explains {finding['mismatches']} of {report['bugs']['kept']} mismatches",
            "a hex    " + " ".join(example["a"]))
    for value in (example["expected"], example["got"]):
        assert "0x" + value in page.by_element["code"], f"finding {number} has no {value}"
    if "condition" in finding:
        require(page, finding["condition"]["operands"])
drawings = page.by_element["pre"]
assert sum("sum " in text and "dropped" in text for text in drawings) >= 1, "no drawing"
for name, counted in report["classes"].items():
    if counted["lanes"]:
        require(page, f"{name}{counted['lanes']}{counted['mismatches']}\n")
first = report["first_mismatches"][0]
require(page, "expected 0x" + first["expected"], "got      0x" + first["got"])
for command in (report["again"], f"{karat} replay mismatches.vec", "gtkwave w.fst.gtkw",
                f"{karat} explain --vec mismatches.vec --row 1"):
    assert command in page.by_element["code"], f"no command: {command}"
assert "w.fst" in page.by_element["code"]
holes = report["coverage"]["holes"]
assert holes and set(holes) <= set(page.by_element["code"]), "not all holes are on the page"

# Without a search for findings the page says so.
run(1, *VOLTA, "--F", "22", "--no-diagnosis", "--html", "plain.html")
require(Page("plain.html"), "FAIL", "They were not searched", "near_one")

# A right design; then coverage that was not reached.
run(0, *VOLTA, "--count", "50", "--html", "pass.html")
page = Page("pass.html")
assert page.by_element["title"] == ["PASS --arch Volta --instruction HMMA.884.F32.F32"]
require(page, "passed", "this run again")
assert "FAIL" not in page.text and "Findings" not in page.text and "Coverage" not in page.text
run(1, *VOLTA, "--count", "60", "--until-coverage", "100", "--html", "short.html")
page = Page("short.html")
require(page, "FAIL", "100 % asked for, after 60 tiles", "holes")

# Files that cannot be written, before the run and after it.
bad = [*VOLTA, "--count", "20"]
run(2, *bad, "--html", "nonesuch/c.html", said="--html nonesuch/c.html: there is no folder nonesuch")
run(2, *bad, "--html", ".", said="--html .: is a folder")
run(2, *bad, "--html", "one", "--junit", "./one", said="is also the file of --html")
run(2, *bad, "--stimulus", "mismatches.vec", "--html", "mismatches.vec",
    said="is the file that --stimulus reads")
if os.path.exists("/dev/full"):
    assert run(2, *bad, "--html", "/dev/full",
               said="--html /dev/full: the file cannot be written").startswith("PASS")

# Modes: the verdict of each, and the sections of those that failed.
if modes:
    run(1, modes, "--quiet", "--html", "modes.html")
    page = Page("modes.html")
    require(page, "FAIL  in modes 3 (output_rounding=RU), 11 (a=e5m2 b=e5m2 output_rounding=RU); "
                  "passed in modes 0, 1, 2, 4, 8")
    assert page.by_element["h2"] == [" mode 3", " mode 11", " mode 3 among the others",
                                     " mode 11 among the others"], page.by_element["h2"]
    assert page.seen.count("tr") > 10 and "Findings" in page.by_element["h3"]
    assert page.by_element["span"].count("PASS") == 10, page.by_element["span"]

# In a browser: the findings are drawn, and nothing is wider than the window.
browser = shutil.which("chromium") or shutil.which("chromium-browser")
if not browser:
    print("not tried in a browser: Chromium is not installed")
for name in ("two.html", "short.html", *(["modes.html"] if modes else [])) if browser else ():
    for width in (1400, 700):
        measured = Page(name).source.replace(
            "</body>", "<script>const page = document.documentElement; document.body.append('WIDTHS ' + "
                       "page.scrollWidth + ' ' + innerWidth + ' ' + [...document.querySelectorAll('pre, "
                       "table')].every(x => x.getBoundingClientRect().height > 10))</script></body>")
        with open("measured.html", "w", encoding="utf-8") as file:
            file.write(measured)
        dom = subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom",
                              f"--user-data-dir={os.getcwd()}/profile", f"--window-size={width},900",
                              "file://" + os.path.abspath("measured.html")],
                             capture_output=True, text=True, timeout=240)
        seen = re.search(r"WIDTHS (\d+) (\d+) (true|false)", dom.stdout)
        assert seen, f"{name} in a window of {width}: {dom.stderr[-300:]}"
        assert int(seen[1]) <= int(seen[2]) and seen[3] == "true", f"{name}, {width}: {seen[0]}"
print("the pages of karat check --html as documented")
