# SPDX-License-Identifier: Apache-2.0
"""vendors.svg: which families agree on the dot-adds of docs/vendors.md."""
import sys

from drawing import ROOT
from drawing.svg import MARGIN, WIDTH, Svg

sys.path.insert(0, str(ROOT / "scripts"))
from reference.vendors import FAMILIES, case_names, exact_values, results  # noqa: E402

LEFT, ROW, TOP = 112, 24, 54
SHADES = {"A": "result z", "B": "kept z", "C": "dropped z", "D": "sum z"}


def letters_of(column, exact):
    """A for the exact value, then B, C, ... in the order of appearance; an empty text where there is none."""
    others = list(dict.fromkeys(value for value in column if value not in (None, exact)))
    known = {exact: "A"} | {value: chr(ord("B") + i) for i, value in enumerate(others)}
    return ["" if value is None else known[value] for value in column]


def vendors_picture(karat):
    """A column for each dot-add, a row for each family."""
    svg = Svg("The same dot-adds on every family",
              "In each column, families with the same letter give the same result; A is the exact value.")
    svg.text(MARGIN, 20, "Same letter in a column: same result. A: the exact value.", "q")
    width = (WIDTH - 2 * MARGIN - LEFT) / len(case_names())
    for i, (label, _, _) in enumerate(FAMILIES):
        svg.text(MARGIN, TOP + ROW * i + 15, label, "q")
    columns = zip(case_names(), exact_values(), zip(*results(karat)))
    for j, (name, exact, column) in enumerate(columns):
        x = MARGIN + LEFT + width * j
        svg.text(x + width / 2, 36 if j % 2 else 48, name, "q m")
        for i, letter in enumerate(letters_of(column, exact)):
            if letter:
                svg.rect(x + 2, TOP + ROW * i, width - 4, ROW - 4, SHADES.get(letter, "box"), 3)
                svg.text(x + width / 2, TOP + ROW * i + 15, letter, "m")
    return svg.written(TOP + ROW * len(FAMILIES) + 8)
