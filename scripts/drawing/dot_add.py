# SPDX-License-Identifier: Apache-2.0
"""Draws a dot-add: every addend on the fixed-point grid, the dropped bits, the rounding."""
from drawing.panels import panels_of
from drawing.svg import MARGIN, WIDTH, Svg, number

LABEL = 84  # the labels end here, the bits begin a little to the right
ROW = 18
BAR = 12
MOST_COLUMNS = 76
WIDEST_CELL = 9.0


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
