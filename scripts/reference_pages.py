#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the pages that repeat help texts, header comments and the registry, or that karat computes.

usage: reference_pages.py KARAT             write the pages into docs
       reference_pages.py KARAT --check     exit status 1 and a diff if a page is stale; writes nothing

KARAT is the program. Pages and their sources:
  reference/cli.md             karat --help, karat COMMAND --help
  reference/instructions.md    karat list --json
  reference/formats.md         the table in model/karat/format/format.hpp
  reference/c-abi.md           dpi/karat.h
  reference/systemverilog.md   dpi/*_pkg.sv, tb/sv/karat_checker.sv
  vendors.md                   karat run, karat gemm

scripts/reference/ has a module for each page.
"""
import difflib
import os
import pathlib
import sys

from reference import ROOT
from reference.c_abi import c_abi_page
from reference.cli import cli_page
from reference.formats import formats_page
from reference.instructions import instructions_page
from reference.systemverilog import systemverilog_page
from reference.vendors import vendors_page

PAGES = ROOT / "docs"

GENERATORS = {
    "reference/cli.md": cli_page,
    "reference/instructions.md": instructions_page,
    "reference/formats.md": formats_page,
    "reference/c-abi.md": c_abi_page,
    "reference/systemverilog.md": systemverilog_page,
    "vendors.md": vendors_page,
}


def main():
    words = [word for word in sys.argv[1:] if word != "--check"]
    if len(words) != 1:
        sys.exit(__doc__)
    karat = str(pathlib.Path(words[0]).resolve()) if os.sep in words[0] else words[0]
    stale = []
    for name, generate in GENERATORS.items():
        path = PAGES / name
        made = generate(karat)
        was = path.read_text(encoding="utf-8") if path.exists() else ""
        if made == was:
            continue
        stale.append(name)
        if "--check" in sys.argv:
            sys.stdout.writelines(difflib.unified_diff(was.splitlines(True), made.splitlines(True),
                                                       f"docs/{name}", f"{name} generated"))
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(made, encoding="utf-8")
    if "--check" in sys.argv:
        print(f"stale: {', '.join(stale)}; run scripts/reference_pages.py" if stale else "no page is stale")
        return 1 if stale else 0
    print(f"written: {', '.join(stale) if stale else 'nothing; no page was stale'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
