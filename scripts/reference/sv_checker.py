# SPDX-License-Identifier: Apache-2.0
"""The section about the checker: parameters, ports and counters of tb/sv/karat_checker.sv."""
import re

from reference import ROOT
from reference.markdown import cell, fence, prose, prototype, table

# Used for parameters that have no comment.
CHECKER_PARAMETERS = {
    "M": "rows of the tile: rows of A, C and D", "N": "columns of the tile: columns of B, C and D",
    "K": "products of one dot-add",
    "AW": "bits of an element of A", "BW": "bits of an element of B", "CW": "bits of an element of C",
    "DW": "bits of an element of D", "SW": "bits of a scale factor",
    "ARCH": "architecture of INSTRUCTION", "INSTRUCTION": "name of the instruction, see `karat list`",
    "SPEC": "a specification or a recipe as JSON text, instead of INSTRUCTION",
    "MODE_BITS": "width of mode_i",
    "MAX_REPORTS": "number of wrong tiles, and of tiles with wrong flags, that are reported",
}

CHECKER_FACTS = """
The file list is `tb/sv/karat_sv.f`. If `$error` does not end the simulation, the testbench must read the
counters to give a verdict. `tb/sv/karat_tile_tb.sv` is a complete testbench that binds the checker to a
module `karat_unit`. It takes the plusargs `+seed=N`, `+count=N` and `+waves=FILE`.
"""


def checker_section():
    path = ROOT / "tb/sv/karat_checker.sv"
    text = path.read_text(encoding="utf-8")
    top = [re.sub(r"^// ?", "", line) for line in text.split("\nmodule ")[0].split("\n")]
    top = [line for line in top if "SPDX-License-Identifier" not in line]
    head, body = text.split("\nmodule ")[1].split(");\n", 1)
    parameters, ports, counters = [], [], []
    for line in head.split("\n"):
        found = re.match(r"\s*parameter (.*?)\s*\b(\w+) = (.*?),?\s*(?://\s*(.*))?$", line)
        if found:
            meaning = found[4] or CHECKER_PARAMETERS.get(found[2], "")
            parameters.append([f"`{found[2]}`", f"`{found[1]}`", f"`{found[3]}`", cell(meaning)])
        found = re.match(r"\s*(input|output|inout) (?:logic|wire)\s*(.*?)\s*(\w+),?\s*(?://\s*(.*))?$", line)
        if found:
            ports.append([f"`{found[3]}`", f"`{found[2]}`" if found[2] else "1 bit", cell(found[4] or "")])
    for line in body.split("\n"):
        found = re.match(r"  ((?:long)?int unsigned) (\w+) = 0;\s*(?://\s*(.*))?$", line)
        if found:
            counters.append([f"`{found[2]}`", f"`{found[1]}`", cell(found[3] or "")])
    if any(row[2] for row in ports):
        port_table = table(["port", "dimensions", "meaning"], ports)
    else:
        port_table = table(["port", "dimensions"], [row[:2] for row in ports])
    blocks = ["## karat_checker", prose(top), CHECKER_FACTS, "### Parameters",
              table(["parameter", "type", "default", "meaning"], parameters), "### Ports",
              "All ports are inputs, named like those of the unit.",
              port_table, "### Counters", table(["counter", "type", "meaning"], counters)]
    functions = re.findall(r"((?:^  //[^\n]*\n)+)(?:^  [^\n]*\n)?^  function automatic ([^;]*?);",
                           body, flags=re.M)
    documented = [(comment, head) for comment, head in functions if head.rstrip().endswith("()")]
    if documented:
        blocks.append("### Functions")
        for comment, head in documented:
            lines = [re.sub(r"^\s*// ?", "", line) for line in comment.rstrip("\n").split("\n")]
            blocks += [fence("systemverilog", prototype("function " + head + ";")), prose(lines)]
    return blocks
