# SPDX-License-Identifier: Apache-2.0
"""The sources of the project and which of its headers each one includes."""

import functools
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Search paths of quoted includes.
INCLUDE_FOLDERS = (
    "model",
    "model/gemm",
    "model/systemc",
    "tb",
    "tb/candidate",
    "tb/systemc",
    "dpi",
    "sweep",
    "cli",
    "tests",
    "tools/capture",
)


@functools.cache
def sources():
    """Paths of the C and C++ sources, relative to the root of the project."""
    return subprocess.check_output(
        ["git", "ls-files", "*.cpp", "*.hpp", "*.h"], cwd=ROOT, text=True
    ).split()


@functools.cache
def text_of(file):
    """The text of a source."""
    return (ROOT / file).read_text()


@functools.cache
def includes_of(file):
    """Pairs of a line and the file of the project that this line includes."""
    known = set(sources())
    found = []
    for line, text in enumerate(text_of(file).splitlines(), 1):
        quoted = re.match(r'\s*#include "([^"]+)"', text)
        if not quoted:
            continue
        own = pathlib.Path(file).parent
        for place in (own, *map(pathlib.Path, INCLUDE_FOLDERS)):
            path = str(place / quoted[1])
            if path in known:
                found.append((line, path))
                break
    return tuple(found)


@functools.cache
def reached_by(file):
    """Every file of the project that `file` includes, directly or through others, and `file` itself."""
    reached = {file}
    todo = [file]
    while todo:
        for _, path in includes_of(todo.pop()):
            if path not in reached:
                reached.add(path)
                todo.append(path)
    return reached
