#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""compiled_once.py COMPILE_COMMANDS CHECK...: each check compiles the code of its unit only, and what it
needs besides is compiled once in the whole build.
"""
import json
import pathlib
import sys

commands = json.loads(pathlib.Path(sys.argv[1]).read_text())
checks = sys.argv[2:]
OWN = ("Vcandidate", "verilated_candidate.cpp", "karat_check_defaults.cpp")  # know the unit, or the check

files = {name: [] for name in checks}
shared = []
for command in commands:
    owner = [name for name in checks if f"CMakeFiles/{name}.dir/" in command["command"]]
    assert len(owner) <= 1, command
    (files[owner[0]] if owner else shared).append(pathlib.Path(command["file"]).name)
for name in checks:
    assert any(file.startswith("Vcandidate") for file in files[name]), f"{name} compiles no unit"
    foreign = [file for file in files[name] if not file.startswith(OWN)]
    assert not foreign, f"{name} compiles {foreign}"
    print(name, "compiles", len(files[name]), "files of its unit")
for file in ("verilated.cpp", "check_main.cpp"):
    assert shared.count(file) == 1, f"{file} is compiled {shared.count(file)} times for {len(checks)} checks"
assert len(shared) == len(set(shared)), f"compiled several times: {shared}"
print("shared:", " ".join(shared))
