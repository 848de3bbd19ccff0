#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that no line of prose or code is longer than 110 columns, and prints the longest line.

Usage: line_length.py. Data is not checked: golden files, vectors, patches, JSON, drawings, and rows of tables
in Markdown and in the text files that DATA lists.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIMIT = 110
DATA = re.compile(
    r"\.(golden|vec|patch|json|svg|png|npy|seed)$|^tests/fuzz/corpus/|^LICENSE$"
    r"|^(scripts/rtl_rows|tests/mutation/(equivalent|units)|tests/rtl/broken/variants"
    r"|tests/rtl/cells/cells)\.txt$"
)


def main():
    files = subprocess.check_output(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, text=True
    ).split("\n")
    too_long, longest, count = [], (0, ""), 0
    for name in files:
        path = ROOT / name
        if not name or DATA.search(name) or not path.is_file():
            continue
        try:
            lines = path.read_text(encoding="utf-8").split("\n")
        except UnicodeDecodeError:
            continue
        fenced = False
        for number, line in enumerate(lines, 1):
            fenced ^= name.endswith(".md") and line.lstrip().startswith("```")
            if name.endswith(".md") and (
                line.lstrip().startswith("|") or fenced and not line.startswith("$ ")
            ):
                continue  # rows of a table; what a program printed
            count += 1
            longest = max(longest, (len(line), f"{name}:{number}"))
            if len(line) > LIMIT:
                too_long.append(f"{name}:{number}: {len(line)} columns")
    print("\n".join(too_long))
    print(f"{count} lines, longest {longest[0]} ({longest[1]}), {len(too_long)} over {LIMIT}")
    return 1 if too_long else 0


sys.exit(main())
