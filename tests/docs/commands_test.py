#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the commands that a page of the documentation shows, and compares what they print with the page.

Usage: commands_test.py [--update] [--in FOLDER] PAGE KARAT SCRATCH

A fence of language `console` holds commands, each on a line that begins with `$ `, and below each its output
(standard output and standard error together). A line `...` in the output stands for any lines. Commands run
one after the other in a folder of SCRATCH, or in FOLDER, with `karat` on the PATH; $KARAT_SOURCE names the
source tree. A command ending in `# exit N` must exit with status N, others with 0. A fence of language `sh`
would not be run, so it is refused unless the line above says why: `<!-- not run: reason -->`. A fence with a
line above `<!-- file: NAME -->` is written to the file NAME there first. --update rewrites the outputs except
those with a `...` line.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FENCE = re.compile(r"^( *)```(\w*)\s*$")


def fences(lines):
    """Yields (language, first line, end line, marker) of each fenced block; the marker is a comment."""
    at = 0
    while at < len(lines):
        opened = FENCE.match(lines[at])
        if not opened:
            at += 1
            continue
        end = at + 1
        while end < len(lines) and lines[end].strip() != "```":
            end += 1
        above = lines[at - 1].strip() if at else ""
        yield opened[2], at + 1, end, above if above.startswith("<!--") else ""
        at = end + 1


def split_commands(block):
    """[(command, expected lines)] of a console block; a command continues after a trailing backslash."""
    commands = []
    for line in block:
        if line.startswith("$ "):
            commands.append([line[2:], []])
        elif commands and commands[-1][0].endswith("\\") and not commands[-1][1]:
            commands[-1][0] += "\n" + line
        elif commands:
            commands[-1][1].append(line)
        elif line.strip():
            sys.exit(f"a console block begins with {line!r} instead of a command")
    return commands


def run(command, folder, environment):
    """(exit status as expected, printed lines)"""
    expected = re.search(r"#\s*exit (\d)\s*$", command)
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        cwd=folder,
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=900,
    )
    good = done.returncode == (int(expected[1]) if expected else 0)
    text = done.stdout.replace(str(folder), "/work").replace(str(ROOT), "karat")
    # the first build of a design is announced; later ones find it in the cache
    text = re.sub(r"^.*\(cached for later runs\) \.\.\.\n", "", text, flags=re.M)
    # how far long work is depends on the machine
    left = r"(about .* left|time left not known yet|longer than expected)"
    text = re.sub(rf"^\d+ of \d+ .*, .* so far, {left}\n", "", text, flags=re.M)
    lines = text.rstrip("\n").split("\n")
    if not good:
        lines.append(f"(exit status {done.returncode})")
    return good, [line.rstrip() for line in lines] if lines != [""] else []


def matches(expected, printed):
    """Whether the lines agree; `...` on a line of its own stands for any number of lines."""
    pattern = "".join(
        (
            "(?:[^\n]*\n)*"
            if line.strip() == "..."
            else re.escape(line.rstrip()).replace(re.escape("[...]"), "[^\n]*") + "\n"
        )
        for line in expected
    )
    return re.fullmatch(pattern, "".join(line + "\n" for line in printed)) is not None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--in", dest="folder", type=pathlib.Path)
    for word in ("page", "karat", "scratch"):
        parser.add_argument(word)
    options = parser.parse_args()
    page, karat, update = options.page, options.karat, options.update
    path = pathlib.Path(page)
    lines = path.read_text().split("\n")
    own = pathlib.Path(options.scratch).resolve() / "_".join(
        path.resolve().relative_to(ROOT).with_suffix("").parts
    )
    shutil.rmtree(own, ignore_errors=True)
    programs = own / ".bin"
    programs.mkdir(parents=True)
    folder = options.folder.resolve() if options.folder else own
    (programs / "karat").symlink_to(pathlib.Path(karat).resolve())
    environment = {
        **os.environ,
        "PATH": f"{programs}:{os.environ['PATH']}",
        "KARAT_SOURCE": str(ROOT),
        "KARAT_BUILD": str(pathlib.Path(karat).resolve().parent.parent),
        "COLUMNS": "100",
        "NO_COLOR": "1",
    }
    if shutil.which("ccache"):
        # pages build designs with CMake and with Verilator; each compiles Verilator's run-time library
        environment.setdefault("CMAKE_CXX_COMPILER_LAUNCHER", "ccache")
        environment.setdefault("OBJCACHE", "ccache")
    failures, ran, rewritten, not_run = [], 0, {}, []
    for language, first, end, marker in fences(lines):
        block = lines[first:end]
        if marker.startswith("<!-- file: "):
            (folder / marker[len("<!-- file: ") : -len("-->")].strip()).write_text("\n".join(block) + "\n")
        elif marker.startswith("<!-- not run: "):
            not_run.append(f"{path.name}:{first}: {marker[len('<!-- not run: '):-len('-->')].strip()}")
        elif language in ("sh", "bash", "shell"):
            failures.append(f"{page}:{first}: a fence of {language} is not run; use console, or say why not")
        elif language == "console":
            output = []
            for command, expected in split_commands(block):
                good, printed = run(command, folder, environment)
                ran += 1
                if not good or not (matches(expected, printed) or update):
                    failures.append(
                        "\n".join(
                            [
                                f"{page}:{first}: $ {command}",
                                "  the page:",
                                *expected,
                                "  printed:",
                                *printed[:60],
                            ]
                        )
                    )
                keep = any(line.strip() == "..." or "[...]" in line for line in expected) and matches(
                    expected, printed
                )
                output += [f"$ {command}", *(expected if keep else printed)]
            rewritten[first] = (end, output)
    for first, (end, output) in sorted(rewritten.items(), reverse=True) if update else []:
        lines[first:end] = "\n".join(output).split("\n")
    if update:
        path.write_text("\n".join(lines))
    print("\n".join(["not run, " + text for text in not_run] + failures))
    print(f"{page}: {ran} commands run, {len(failures)} failures")
    return 1 if failures else 0


sys.exit(main())
