# SPDX-License-Identifier: Apache-2.0
"""The pictures that show no numbers: the layers of the source tree, the data flow of a check."""
import ast
import sys

from drawing import ROOT
from drawing.svg import MARGIN, WIDTH, Svg


def layers():
    """LAYERS of include_order.py, which is not imported because it runs when it is loaded."""
    tree = ast.parse((ROOT / "scripts" / "include_order.py").read_text())
    for node in tree.body:
        if isinstance(node, ast.Assign) and node.targets[0].id == "LAYERS":
            return ast.literal_eval(node.value)
    sys.exit("drawings: include_order.py has no LAYERS")


def text_width(words):
    """An upper estimate in the units of the picture."""
    return 7.9 * len(words)


def layers_picture():
    svg = Svg("The layers of the source tree",
              "A folder may include headers of its own layer's folder and of the layers below it.")
    svg.text(MARGIN, 20, "A file may include its own folder and all layers below.", "q")
    y = 32
    for layer in reversed(layers()):
        lines, width = [[]], 0
        for folder in layer:
            box = text_width(folder) + 14
            if lines[-1] and width + box > WIDTH - 2 * MARGIN - 16:
                lines.append([])
                width = 0
            lines[-1].append((folder, box))
            width += box + 6
        height = 26 * len(lines) + 8
        svg.rect(MARGIN, y, WIDTH - 2 * MARGIN, height, "paper", 4)
        for line, boxes in enumerate(lines):
            x = (WIDTH - sum(box for _, box in boxes) - 6 * (len(boxes) - 1)) / 2
            for folder, box in boxes:
                svg.rect(x, y + 6 + 26 * line, box, 22, "box", 3)
                svg.text(x + box / 2, y + 21 + 26 * line, folder, "m")
                x += box + 6
        y += height + 12
        svg.arrow([(WIDTH / 2, y - 12), (WIDTH / 2, y - 1)])
    svg.parts.pop()  # nothing lies below the last layer
    return svg.written(y)


def check_picture():
    svg = Svg("The data flow of a check",
              "Stimulus goes to the design and to the golden model; the scoreboard compares their results; "
              "coverage steers the stimulus; mismatches go to the diagnosis and the report.")

    def box(x, y, width, title, *more):
        svg.rect(x, y, width, 24 + 16 * len(more), "box", 4)
        svg.text(x + width / 2, y + 17, title, "h m")
        for line, words in enumerate(more):
            svg.text(x + width / 2, y + 33 + 16 * line, words, "q m")

    def fork(heights, outward, *labels):
        """Two arrows between the middle box and the columns, outward or inward, with their labels."""
        top, bend, bottom = heights
        for (inner, outer), label in zip(((150, 104), (250, 305)), labels):
            first, last = (inner, outer) if outward else (outer, inner)
            svg.arrow([(first, top), (first, bend), (last, bend), (last, bottom)])
            svg.text(*label)

    left, right, middle = 24, 220, 105  # the boxes of the two columns and between them
    box(middle, 12, 190, "stimulus", "directed classes, one seed")
    fork((52, 64, 84), True, (98, 76, "tiles", "q e"), (311, 76, "same tiles", "q"))
    box(left, 84, 166, "design", "Verilator, SystemC,", "or an HDL simulator")
    box(right, 84, 166, "golden model", "one dot-add per lane,", "from the recipe")
    fork((140, 162, 182), False, (98, 160, "answers", "q e"), (311, 160, "expected", "q"))
    box(middle, 182, 190, "scoreboard", "lane by lane, bit by bit,", "in order; X and Z are wrong")
    fork((238, 250, 274), True, (110, 267, "compared tiles", "q"), (311, 267, "all answers", "q"))
    box(left, 274, 166, "coverage", "bins from the recipe,", "hit by each lane")
    box(right, 274, 166, "diagnosis", "edits of the recipe,", "misplaced answers")
    svg.arrow([(104, 330), (104, 362)])
    svg.text(110, 350, "holes", "q")
    svg.arrow([(305, 330), (305, 362)])
    box(left, 362, 166, "steered stimulus", "tiles aimed at the holes")
    box(right, 362, 166, "report", "text, JSON, JUnit,", ".vec file, waves")
    svg.arrow([(left, 382), (12, 382), (12, 32), (middle, 32)])
    return svg.written(428)
