#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""unit_cache_test.py KARAT SCRATCH: from a cold cache to the first verdict, and what an edit builds again.

An edited RTL file builds the checks again that read it, also if only an include names it, and no other; a
file that was only touched builds nothing. The unit has a delay, which an option in its contract ignores.
Verilator's run-time library is compiled once for all units with the same options, also without ccache.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import time

karat = os.path.abspath(sys.argv[1])
source = pathlib.Path(__file__).resolve().parent.parent.parent
scratch = pathlib.Path(sys.argv[2]).resolve()
shutil.rmtree(scratch, ignore_errors=True)
shutil.copytree(source / "tests/rtl/units", scratch / "tests/rtl/units")
shutil.copytree(source / "examples", scratch / "examples")
units = scratch / "tests/rtl/units"
# a g++ that notes what it compiles
(scratch / "bin").mkdir()
compiler = scratch / "bin/g++"
compiler.write_text(f'#!/bin/sh\necho "$@" >> {scratch}/compiled\nexec {shutil.which("g++")} "$@"\n')
compiler.chmod(0o755)
environment = {**os.environ, "KARAT_CACHE": str(scratch / "cache"), "CCACHE_DISABLE": "1", "OBJCACHE": "",
               "PATH": f"{scratch}/bin:{os.environ['PATH']}"}


def check(name, *words, status=0, says=""):
    """Whether the check built the unit."""
    done = subprocess.run([karat, "check", "--contract", str(units / name / "unit.json"), "--count", "500",
                           "--no-diagnosis", *words], env=environment, cwd=scratch, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, timeout=300)
    assert done.returncode == status and says in done.stdout, done.stdout + done.stderr
    return "building the unit" in done.stderr


def compiled():
    """The object files that were compiled since the last call."""
    text = (scratch / "compiled").read_text()
    (scratch / "compiled").write_text("")
    return [words[words.index("-o") + 1] for words in map(str.split, text.splitlines()) if "-c" in words]


RUNTIME = {"verilated.o", "verilated_threads.o"}
rtl = units / "two_widths/two_widths.sv"
rtl.write_text(rtl.read_text().replace("#(.F(22))", "#(.F(`NARROW))").replace(
    "module", '`include "narrow.svh"\nmodule', 1).replace("kept <= narrow", "kept <= #1 narrow"))
assert "#1 narrow" in rtl.read_text()
header = units / "two_widths/narrow.svh"
header.write_text("`define NARROW 22\n")
contract = units / "two_widths/unit.json"
contract.write_text(contract.read_text().replace(
    '"lanes"', '"include": ["."], "verilator": ["--no-timing"], "lanes"'))

start = time.monotonic()
assert check("two_widths")
first = time.monotonic() - start
print(f"first verdict after {first:.1f} s, without ccache")
assert first < 180, "the first verdict took three minutes"
made = compiled()
assert RUNTIME <= set(made) and made.count("verilated.o") == 1, made
start = time.monotonic()
assert check("ready_both_sides")
print(f"another unit after {time.monotonic() - start:.1f} s")
made = compiled()
assert made and not any(name in RUNTIME for name in made), made
# a dump of the first mismatch needs a build with other options, and so another library
check("ready_both_sides", "--waves", "waves.fst", "--plusarg", "fault=1", status=1)
assert RUNTIME | {"verilated_fst_c.o"} <= set(compiled())
shutil.rmtree(scratch / "cache/runtime")
assert check("weights_stay")
assert RUNTIME <= set(compiled())
assert not check("two_widths") and not check("ready_both_sides")
os.utime(header)
assert not check("two_widths"), "touched, not changed"
header.write_text("`define NARROW 21\n")
assert check("two_widths", status=1, says="FAIL  in mode 1")
assert not check("ready_both_sides"), "it does not read the header"
print("only what reads a changed file is built again")
