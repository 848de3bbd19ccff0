#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Finds sources that use a name of the project without including a header that declares it.

Such a source compiles in a unity build, where another source of the folder includes the header, and fails
alone. The tests build with unity, so they would not notice. Usage: missing_includes.py
"""

import re
import sys

from include_graph import reached_by, sources, text_of

FOREIGN = ("std::", "boost::", "json::", "po::", "hn::")
FOLDERS = ("model/", "dpi/", "tb/", "cli/", "sweep/")
# What a formatted header declares at namespace scope, hence in the first column.
TYPE = re.compile(r"^(?:template <.*> )?(?:struct|class|enum class|enum) (?:\[\[\w+\]\] )?(\w+)", re.M)
ALIAS = re.compile(r"^using (\w+) =", re.M)
CONSTANT = re.compile(r"^(?:inline |extern )?(?:constexpr|const) .*?\b(k[A-Z]\w*)", re.M)
FUNCTION = re.compile(r"^(?!#|//|return\b|using\b|namespace\b)[\w\[:<][^;={}()\n]*[ >&*\]](\w+)\(", re.M)
# The same at any indentation: what a source declares for itself.
OWN = re.compile(
    r"\b(?:struct|class|enum class|enum|using|typename|typename\.\.\.|class\.\.\.|concept|namespace) (\w+)"
    r"|\b(k[A-Z]\w*)\s*(?:=|\{|\[)"
    r"|^[ \t]*(?!return\b|else\b|throw\b|co_return\b|case\b)[\w:<[][^;={}()\n]*[ >&*](\w+)\("
    r"|[\w>\]][&*]* [&*]*(\w+) ?(?:[=,;:)\]]|\{\s)",
    re.M,
)
NAME = re.compile(r"(?<![\w.>:])((?:\w+::)*)(\w+)(?=(\(|<)?)")
NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'', re.S)


def code_of(file):
    """The text without comments, strings and preprocessor lines."""
    code = NOISE.sub('""', text_of(file))
    return re.sub(r"^[ \t]*#[^\n]*", "", code, flags=re.M)


def declared(code):
    """Names of types and constants, and names of functions, that a header offers."""
    others = {name for pattern in (TYPE, ALIAS, CONSTANT) for name in pattern.findall(code)}
    return others, set(FUNCTION.findall(code))


def names_of(codes):
    """For each name that a header declares, the headers that do: of types and constants, and of functions."""
    types, functions = {}, {}
    for file, code in codes.items():
        if file.endswith((".hpp", ".h")):
            for into, names in zip((types, functions), declared(code)):
                for name in names:
                    into.setdefault(name, set()).add(file)
    return types, functions


def main():
    codes = {file: code_of(file) for file in sources() if file.startswith(FOLDERS)}
    types, functions = names_of(codes)
    own = {
        file: {name for found in OWN.findall(code) for name in found if name} for file, code in codes.items()
    }
    missing = []
    uses = 0
    for file, code in codes.items():
        reached = reached_by(file)
        local = set().union(*(own[other] for other in reached if other in own))
        told = set()
        for qualifier, name, call in NAME.findall(code):
            places = types.get(name) or (functions.get(name) if call == "(" else None)
            if not places or qualifier.startswith(FOREIGN):
                continue
            uses += 1
            if not places & reached and name not in local and name not in told:
                told.add(name)
                missing.append(f"{file}: {name} is declared in {' and '.join(sorted(places))}")
    print("\n".join(missing))
    print(f"{uses} uses, {len(missing)} names without an include")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
