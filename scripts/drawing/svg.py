# SPDX-License-Identifier: Apache-2.0
"""A picture in SVG: texts, boxes, lines and arrows, with colours for light and dark pages."""
from html import escape

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
