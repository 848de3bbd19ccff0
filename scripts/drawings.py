#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the pictures of the documentation into docs/images.

Usage: drawings.py [--check] KARAT

docs/explanation/families.md has one picture for each family. It shows the dot-add of the `karat explain`
command in the next console block of the page: every addend on the fixed-point grid, the dropped bits, and the
rounding. layers.svg shows the layers of scripts/include_order.py, check.svg the data flow of a check.
--check writes nothing; exit status 1 if a picture is missing or differs from what would be drawn.
"""
import ast
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
from html import escape

ROOT = pathlib.Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
PAGE = ROOT / "docs" / "explanation" / "families.md"

# The picture has a background of its own, so it is readable on any page.
STYLE = """
:root{--paper:#fbfbfd;--ink:#1b1f24;--quiet:#5b6470;--line:#c3c9d1;--box:#eef1f6;
--kept:#2f62c9;--dropped:#d9730d;--sum:#3f4650;--result:#1a7f46}
@media (prefers-color-scheme:dark){:root{--paper:#22262e;--ink:#e8ebf0;--quiet:#a8b0bc;--line:#4b5360;
--box:#2e343f;--kept:#7fa8ff;--dropped:#ffa657;--sum:#c3cad4;--result:#58c98a}}
text{font:13.5px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;fill:var(--ink)}
.h{font-weight:600;font-size:14px}.q{fill:var(--quiet);font-size:12.5px}.e{text-anchor:end}
.m{text-anchor:middle}.kept{fill:var(--kept)}.dropped{fill:var(--dropped)}.sum{fill:var(--sum)}
.result{fill:var(--result)}.z{opacity:.28}.grid{stroke:var(--ink);stroke-dasharray:3 2}
.line{stroke:var(--line)}.arrow{stroke:var(--ink);fill:none;stroke-width:1.3}
.added{fill:none;stroke:var(--kept)}
.box{fill:var(--box);stroke:var(--line)}.paper{fill:var(--paper);stroke:var(--line)}
""".strip()

WIDTH = 400
MARGIN = 10
LABEL = 84  # the labels end here, the bits begin a little to the right
ROW = 18
BAR = 12
MOST_COLUMNS = 76
WIDEST_CELL = 9.0
FORMATS = {"fp64": (11, 52), "fp32": (8, 23), "tf32": (8, 10), "fp16": (5, 10), "bf16": (8, 7)}
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫"


def power(exponent):
    return "2" + str(exponent).translate(SUPERSCRIPTS)


def signed(x):
    return str(x).replace("-", "−")


def number(x):
    """At most two decimals, without trailing zeros."""
    return f"{x:.2f}".rstrip("0").rstrip(".")


class Svg:
    """Collects elements. The height is set when the picture is written."""

    def __init__(self, title, description):
        self.title, self.description = title, description
        self.parts = []

    def text(self, x, y, words, kind=""):
        of_class = f' class="{kind}"' if kind else ""
        self.parts.append(f'<text x="{number(x)}" y="{number(y)}"{of_class}>{escape(words)}</text>')

    def rect(self, x, y, width, height, kind, radius=0):
        rounded = f' rx="{radius}"' if radius else ""
        self.parts.append(f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" '
                          f'height="{number(height)}"{rounded} class="{kind}"/>')

    def path(self, data, kind):
        self.parts.append(f'<path d="{data}" class="{kind}"/>')

    def line(self, x1, y1, x2, y2, kind):
        self.path(f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}", kind)

    def arrow(self, points):
        """A line through the points with an arrow head at the last one."""
        (x0, y0), (x, y) = points[-2:]
        back = 4
        if abs(x - x0) > abs(y - y0):
            step = back if x > x0 else -back
            corners = ((x - step, y - 3), (x, y), (x - step, y + 3))
        else:
            step = back if y > y0 else -back
            corners = ((x - 3, y - step), (x, y), (x + 3, y - step))
        self.path("".join("M" + "L".join(f"{number(px)} {number(py)}" for px, py in line)
                          for line in (points, corners)), "arrow")

    def written(self, height):
        size = f"0 0 {WIDTH} {number(height)}"
        return "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}" role="img" aria-labelledby="t d">',
            f'<title id="t">{escape(self.title)}</title>', f'<desc id="d">{escape(self.description)}</desc>',
            f"<style>{STYLE}</style>",
            f'<rect x=".5" y=".5" width="{WIDTH - 1}" height="{number(height - 1)}" rx="6" class="paper"/>',
            *self.parts, "</svg>", ""])


# Dot-adds


class Row:
    """One line of bits: `magnitude * 2^weight`, of which the bits below `kept` are dropped."""

    def __init__(self, label, magnitude, weight, kept=None, added=None, kind="kept", negative=False):
        self.label, self.magnitude, self.weight = label, magnitude, weight
        self.kept = kept if kept is not None else weight
        self.added = added  # weight of the unit that a rounding away from zero adds
        self.kind, self.negative = kind, negative

    @property
    def top(self):
        return self.weight + self.magnitude.bit_length() - 1


class Panel:
    """One sum of the trace."""

    def __init__(self, caption, note, rows, total, result, lsb, e_max, zeros, rounding):
        self.caption, self.note, self.rows, self.total, self.result = caption, note, rows, total, result
        self.lsb, self.e_max, self.zeros, self.rounding = lsb, e_max, zeros, rounding


def sums_by_name(node, found):
    """Collects the named sums of a recipe: {name: node}."""
    if isinstance(node, dict):
        if "sum" in node and "name" in node:
            found[node["name"]] = node
        for value in node.values():
            sums_by_name(value, found)
    elif isinstance(node, list):
        for value in node:
            sums_by_name(value, found)
    return found


def decoded(encoding, format_name):
    """(magnitude, weight, negative) of a finite encoding in hexadecimal."""
    exponent_bits, fraction_bits = FORMATS[format_name]
    bits = int(encoding, 16)
    if format_name == "tf32":
        bits >>= 13
    fraction = bits & ((1 << fraction_bits) - 1)
    field = bits >> fraction_bits & ((1 << exponent_bits) - 1)
    negative = bits >> (fraction_bits + exponent_bits) == 1
    bias = (1 << (exponent_bits - 1)) - 1
    magnitude = fraction | (1 << fraction_bits if field else 0)
    return magnitude, max(field, 1) - bias - fraction_bits, negative


def addend_row(addend, label, step):
    magnitude = int(addend["significand"])
    weight = addend["exponent"] - addend["fraction"] if magnitude else 0
    kept = addend["kept_lsb"]
    drop = kept - weight
    truncated = magnitude >> drop if drop > 0 else magnitude << -drop
    rounded_away = abs(int(addend["aligned"])) > truncated << (kept - step["lsb"])
    return Row(label, magnitude, weight, kept if drop > 0 else None, kept if rounded_away else None,
               negative=addend["negative"])


def panels_of(trace, sums):
    """The sums worth drawing, and the number of those left out because they add nothing but zeros."""
    panels, left_out, names = [], 0, {}
    for step in trace["steps"]:
        title = re.sub(r" \d+$", "", step["title"])
        recipe = sums[title]
        nonzero = [addend for addend in step["addends"] if addend["class"] != "zero"]
        total, lsb = int(step["sum"]), step["lsb"]
        result = None
        if "result" in step:
            magnitude, weight, negative = decoded(step["result"], step["format"])
            result = Row(step["format"], magnitude, weight, kind="result", negative=negative)
        value = abs(total) << max(lsb + 200, 0)
        unchanged = result is None or result.magnitude << max(result.weight + 200, 0) == value
        single = len(nonzero) == 1 and nonzero[0]["dropped"] == "0" and unchanged
        if not nonzero or single:
            if not nonzero or len(step["addends"]) > 1:
                left_out += 1
            if single:
                names[step["title"]] = names.get(nonzero[0]["name"], nonzero[0]["name"])
            continue
        caption = f"{CIRCLED[len(panels)]} {title}"
        exact = all("F" not in addend for addend in recipe["sum"])
        note = "added exactly" if exact else f"e_max = {signed(step['e_max'])}, last bit {power(lsb)}"
        rows = []
        for addend in nonzero:
            name = names.get(addend["name"], addend["name"])
            rows.append(addend_row(addend, name.replace("*", "·"), step))
        zeros = len(step["addends"]) - len(nonzero)
        row = Row("sum", abs(total), lsb, kind="sum", negative=total < 0)
        rounding = None
        if result is not None:
            rounding = recipe["round"].get("rounding", "RNE")
            row.kept = result.weight
            dropped = max(result.weight - lsb, 0)
            if result.magnitude > (abs(total) >> dropped if dropped else abs(total) << (lsb - result.weight)):
                result.added = result.weight
            result.label = f"{step['format']} {rounding}"
        panels.append(Panel(caption, note, rows, row, result, None if exact else lsb, step["e_max"], zeros,
                            rounding))
        names[step["title"]] = CIRCLED[len(panels) - 1]
    return panels, left_out


class Columns:
    """Where a bit of a weight lies. All sums of a picture share the columns."""

    def __init__(self, panels):
        rows = [row for panel in panels for row in [*panel.rows, panel.total, panel.result]
                if row and row.magnitude]
        self.top = max([row.top for row in rows] + [panel.e_max for panel in panels])
        low = min([row.weight for row in rows] + [panel.lsb for panel in panels if panel.lsb is not None])
        self.bottom = max(low, self.top - MOST_COLUMNS + 1)
        room = WIDTH - MARGIN - LABEL - 24
        self.cell = min(WIDEST_CELL, room / (self.top - self.bottom + 1))
        self.left = LABEL + 8

    def x(self, weight):
        """The left edge of the bit of this weight."""
        return self.left + (self.top - weight) * self.cell


def draw_bits(svg, columns, row, y):
    """A bar from the first to the last bit, its ones solid and its zeros pale."""
    if not row.magnitude:
        svg.text(columns.x(columns.top), y + BAR - 1, "0", "q")
        return
    for kind, high, low in ((row.kind, row.top, max(row.kept, row.weight)),
                            ("dropped", min(row.kept - 1, row.top), row.weight)):
        low = max(low, columns.bottom)
        if high < low:
            continue
        svg.rect(columns.x(high), y, (high - low + 1) * columns.cell, BAR, kind + " z")
        width = number(columns.cell - 0.6)
        ones = "".join(f"M{number(columns.x(bit) + 0.3)} {number(y)}h{width}v{BAR}h-{width}z"
                       for bit in range(high, low - 1, -1) if row.magnitude >> (bit - row.weight) & 1)
        if ones:
            svg.path(ones, kind)
    if row.weight < columns.bottom:
        svg.text(columns.x(columns.bottom - 1) + 2, y + BAR - 1, "…", "q")


def draw_added(svg, columns, row, y):
    """The unit that a rounding away from zero adds: an arrow to the last kept bit."""
    x = columns.x(row.added) + columns.cell / 2
    if row.top < row.added:  # nothing else is kept
        svg.rect(x - columns.cell / 2, y, columns.cell, BAR, "added")
    svg.arrow([(x, y - 5), (x, y)])
    svg.text(x - 5, y - 1, "+1", "q e")


def draw_panel(svg, columns, panel, y):
    """Returns the y below the panel."""
    svg.text(MARGIN, y + 12, panel.caption, "h")
    y += 17
    svg.text(LABEL + 8, y + 10, panel.note, "q")
    y += 19
    first = y
    for row in panel.rows:
        if row.added is not None:
            y += 6
        svg.text(LABEL, y + BAR - 1, ("−" if row.negative else "") + row.label, "e")
        draw_bits(svg, columns, row, y)
        if row.added is not None:
            draw_added(svg, columns, row, y)
        if row.kept > row.weight and panel.lsb is not None and row.kept != panel.lsb:
            edge = columns.x(row.kept - 1)
            svg.line(edge, y - 3, edge, y + BAR + 3, "arrow")
        y += ROW
    if panel.zeros:
        plural = "s" if panel.zeros > 1 else ""
        svg.text(columns.left, y + BAR - 1, f"{panel.zeros} zero addend{plural}", "q")
        y += ROW
    svg.line(columns.left, y - 2, columns.x(columns.bottom - 1), y - 2, "line")
    y += 2
    svg.text(LABEL, y + BAR - 1, ("−" if panel.total.negative else "") + panel.total.label, "e")
    draw_bits(svg, columns, panel.total, y)
    if panel.lsb is not None:
        edge = columns.x(panel.lsb - 1)
        svg.line(edge, first - 5, edge, y + BAR + 2, "grid")
    y += ROW
    if panel.result is not None:
        y += 5
        sign = "−" if panel.result.negative else ""
        svg.text(LABEL, y + BAR - 1, sign + panel.result.label, "e")
        draw_bits(svg, columns, panel.result, y)
        if panel.result.magnitude:
            x = columns.x(max(panel.result.weight, columns.bottom)) + columns.cell / 2
            svg.arrow([(x, y - 9), (x, y - 1)])
            if panel.result.added is not None:
                svg.text(x + 6, y - 1, "+1", "q")
        y += ROW
    return y + 8


def drawing(title, command, trace, sums):
    panels, left_out = panels_of(trace["trace"], sums)
    columns = Columns(panels)
    svg = Svg(title, command)
    y = 8
    for panel in panels:
        y = draw_panel(svg, columns, panel, y)
    if left_out:
        words = "1 sum of zeros is" if left_out == 1 else f"{left_out} sums that add only zeros are"
        svg.text(MARGIN, y + 4, words + " left out", "q")
        y += 16
    words = f"d = 0x{trace['d']}"
    svg.text(MARGIN, y + 6, words + f" = {trace['value']}", "h")
    x = MARGIN
    y += 22
    for kind, text, width in (("kept", "kept", 52), ("dropped", "dropped", 72), ("sum", "sum", 50),
                              ("result", "rounded", 76)):
        svg.rect(x, y - 9, 10, 10, kind)
        svg.text(x + 14, y, text, "q")
        x += width
    svg.text(x, y, "pale: 0, solid: 1", "q")
    return svg.written(y + 10)


def examples():
    """{picture: (title, command)} of the page, and its files {name: text}."""
    text = PAGE.read_text()
    files = dict(re.findall(r"<!-- file: (\S+) -->\n```\w*\n(.*?)```", text, re.S))
    found = {}
    for image in re.finditer(r'<img src="../images/(\w+\.svg)"[^>]*?alt="([^"]*)"', text, re.S):
        command = re.search(r"```console\n\$ (karat explain (?:[^\n]*\\\n)*[^\n]*)", text[image.end():])
        if command is None:
            sys.exit(f"drawings: {PAGE.name} has no karat explain command below {image[1]}")
        found[image[1]] = (" ".join(image[2].split()), command[1].replace("\\\n", " "))
    return found, files


def output_of(karat, words, folder):
    done = subprocess.run([karat, *words], cwd=folder, text=True, capture_output=True, check=False)
    if done.returncode:
        sys.exit(f"drawings: karat {shlex.join(words)}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def dot_add_pictures(karat):
    found, files = examples()
    pictures = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            (pathlib.Path(folder) / name).write_text(text)
        for picture, (title, command) in found.items():
            words = shlex.split(command)[1:]
            subject = []
            for at, word in enumerate(words):
                if word in ("--arch", "--instruction", "--spec", "--set"):
                    subject += [word, words[at + 1]]
            trace = output_of(karat, [*words, "--json"], folder)
            recipe = output_of(karat, ["show", *subject, "--recipe"], folder)
            sums = sums_by_name(recipe["result"], {})
            pictures[picture] = drawing(title, " ".join(command.split()), trace, sums)
    return pictures


# Diagrams


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

    left, right, middle = 24, 220, 105  # the boxes of the two columns and between them
    box(middle, 12, 190, "stimulus", "directed classes, one seed")
    svg.arrow([(150, 52), (150, 64), (104, 64), (104, 84)])
    svg.text(98, 76, "tiles", "q e")
    svg.arrow([(250, 52), (250, 64), (305, 64), (305, 84)])
    svg.text(311, 76, "same tiles", "q")
    box(left, 84, 166, "design", "Verilator, SystemC,", "or an HDL simulator")
    box(right, 84, 166, "golden model", "one dot-add per lane,", "from the recipe")
    svg.arrow([(104, 140), (104, 162), (150, 162), (150, 182)])
    svg.text(98, 160, "answers", "q e")
    svg.arrow([(305, 140), (305, 162), (250, 162), (250, 182)])
    svg.text(311, 160, "expected", "q")
    box(middle, 182, 190, "scoreboard", "lane by lane, bit by bit,", "in order; X and Z are wrong")
    svg.arrow([(150, 238), (150, 250), (104, 250), (104, 274)])
    svg.text(110, 267, "compared tiles", "q")
    svg.arrow([(250, 238), (250, 250), (305, 250), (305, 274)])
    svg.text(311, 267, "all answers", "q")
    box(left, 274, 166, "coverage", "bins from the recipe,", "hit by each lane")
    box(right, 274, 166, "diagnosis", "edits of the recipe,", "misplaced answers")
    svg.arrow([(104, 330), (104, 362)])
    svg.text(110, 350, "holes", "q")
    svg.arrow([(305, 330), (305, 362)])
    box(left, 362, 166, "steered stimulus", "tiles aimed at the holes")
    box(right, 362, 166, "report", "text, JSON, JUnit,", ".vec file, waves")
    svg.arrow([(left, 382), (12, 382), (12, 32), (middle, 32)])
    return svg.written(428)


def main():
    arguments = sys.argv[1:]
    check = "--check" in arguments
    paths = [word for word in arguments if word != "--check"]
    if len(paths) != 1:
        sys.exit(__doc__)
    karat = str(pathlib.Path(paths[0]).resolve())
    pictures = dot_add_pictures(karat)
    pictures["layers.svg"] = layers_picture()
    pictures["check.svg"] = check_picture()
    if not check:
        IMAGES.mkdir(exist_ok=True)
        for name, text in pictures.items():
            (IMAGES / name).write_text(text)
        print(f"{len(pictures)} pictures in {IMAGES.relative_to(ROOT)}")
        return 0
    stale = [name for name, text in sorted(pictures.items())
             if not (IMAGES / name).is_file() or (IMAGES / name).read_text() != text]
    extra = [path.name for path in sorted(IMAGES.glob("*.svg")) if path.name not in pictures]
    for name in stale:
        print(f"docs/images/{name} is stale; run scripts/drawings.py")
    for name in extra:
        print(f"docs/images/{name} belongs to no page")
    print(f"{len(pictures)} pictures, {len(stale)} stale")
    return 1 if stale or extra else 0


if __name__ == "__main__":
    sys.exit(main())
