#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Elaborates SystemVerilog with slang, a full front end: no error, and no warning.

usage: slang_elaborate.py SLANG_OPTION...        as the program slang takes them: files, -F LIST, --top NAME, +incdir+DIR, -DNAME=VALUE, -GNAME=VALUE
Prints slang's diagnostics. Exit status 0: none; 1: some; 2: bad usage, or no pyslang.
"""
import sys

# Warnings of slang -Wextra that are accepted, and why.
ACCEPTED = {
    "useless-cast": "a width that is a parameter may happen to be the one cast to",
    "shadow-value": "a generate block's signals are named as the module's",
}


def main(words):
    if not words:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        import pyslang
    except ImportError:
        print("slang_elaborate.py: pyslang is not installed (scripts/uvm_venv.sh makes a Python environment with it)", file=sys.stderr)
        return 2
    driver = pyslang.driver.Driver()
    driver.addStandardArgs()
    if not driver.parseCommandLine(" ".join(["slang", "-Wextra", *(f"-Wno-{name}" for name in ACCEPTED), *words]), pyslang.driver.CommandLineOptions()):
        return 2
    if not driver.processOptions() or not driver.parseAllSources():
        return 1
    compilation = driver.createCompilation()
    driver.reportCompilation(compilation, True)
    driver.runAnalysis(compilation)
    good = driver.reportDiagnostics(False)
    engine = driver.diagEngine
    print(f"slang: {engine.numErrors} errors, {engine.numWarnings} warnings")
    return 0 if good and engine.numErrors == 0 and engine.numWarnings == 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
