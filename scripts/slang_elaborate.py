#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""slang_elaborate.py LIST.f TOP: slang, a full SystemVerilog front end, elaborates TOP; any error or warning fails."""
import sys
from pathlib import Path

from pyslang import driver


def main():
    if len(sys.argv) != 3:
        sys.exit("slang_elaborate: usage: slang_elaborate.py LIST.f TOP")
    listed, top = Path(sys.argv[1]), sys.argv[2]
    if not listed.is_file():
        sys.exit(f"slang_elaborate: {listed}: there is no such file")
    slang = driver.Driver()
    slang.addStandardArgs()
    words = ["slang", "-F", str(listed), "--top", top, "-Werror"]
    ok = slang.parseCommandLine(" ".join(words)) and slang.processOptions() and slang.parseAllSources()
    if not ok or not slang.runFullCompilation(True):
        sys.exit(f"slang_elaborate: {top}: refused")


main()
