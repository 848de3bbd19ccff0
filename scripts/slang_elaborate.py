#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Elaborates SystemVerilog with slang, a full front end. Errors and warnings are failures.

usage: slang_elaborate.py SLANG_OPTION...
Options are those of the program slang: files, -F LIST, --top NAME, +incdir+DIR, -DNAME=VALUE, -GNAME=VALUE.
Prints slang's diagnostics. Exit status 0: none; 1: some; 2: bad usage, or pyslang is not installed.
"""
import sys

# Accepted warnings of slang -Wextra, with the reason.
ACCEPTED = {
    "useless-cast": "a parameterised width may equal the width of the cast",
    "shadow-value": "signals of a generate block have the same names as signals of the module",
}


def main(words):
    if not words:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        import pyslang
    except ImportError:
        print("slang_elaborate.py: pyslang is not installed; scripts/uvm_venv.sh can install it",
              file=sys.stderr)
        return 2
    driver = pyslang.driver.Driver()
    driver.addStandardArgs()
    if not driver.parseCommandLine(
            " ".join(["slang", "-Wextra", *(f"-Wno-{name}" for name in ACCEPTED), *words]),
            pyslang.driver.CommandLineOptions()):
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
