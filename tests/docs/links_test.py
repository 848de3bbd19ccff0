#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the links between the Markdown files of the repository: files, headings and pictures. No network.

Usage: links_test.py [FILE...]; without files, every Markdown file that is part of the project.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)(?: \"[^\"]*\")?\)")
IN_HTML = re.compile(r"(?:src|href)=\"([^\"]+)\"")


def without_code(text):
    return re.sub(r"`[^`\n]*`", "", re.sub(r"^ *```.*?^ *```", "", text, flags=re.S | re.M))


def anchors(path):
    """The anchors of a page's headings, as Python-Markdown and GitHub make them."""
    found = set()
    for line in re.sub(r"^ *```.*?^ *```", "", path.read_text(), flags=re.S | re.M).split("\n"):
        heading = re.match(r"#+\s+(.*?)\s*(?:\{\s*#([\w-]+)\s*\})?$", line)
        if heading:
            text = re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", lambda m: m[1] or "", heading[1])
            found.add(heading[2] or re.sub(r"[\s]+", "-", re.sub(r"[^\w\s-]", "", text).strip().lower()))
    return found


def main():
    tracked = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "*.md"],
        cwd=ROOT,
        text=True,
        capture_output=True,
        check=False,
    ).stdout.split()
    pages = [pathlib.Path(name).resolve() for name in sys.argv[1:]] or [
        ROOT / name for name in tracked if (ROOT / name).exists()
    ]
    if not pages:
        sys.exit("links_test: no Markdown files found")
    broken, count = [], 0
    for page in pages:
        text = without_code(page.read_text())
        for target in LINK.findall(text) + IN_HTML.findall(text):
            if re.match(r"[a-z]+:", target):
                continue
            count += 1
            name, _, anchor = target.partition("#")
            file = (page.parent / name).resolve() if name else page
            if not file.exists():
                broken.append(f"{page.relative_to(ROOT)}: {target}: no such file")
            elif anchor and file.suffix == ".md" and anchor not in anchors(file):
                broken.append(f"{page.relative_to(ROOT)}: {target}: no such heading")
    print("\n".join(broken))
    print(f"{len(pages)} pages, {count} links, {len(broken)} broken")
    return 1 if broken or count == 0 else 0


sys.exit(main())
