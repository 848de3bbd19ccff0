# SPDX-License-Identifier: Apache-2.0
"""What a picture of a dot-add shows: the sums of its trace as rows of bits."""
import re

FORMATS = {"fp64": (11, 52), "fp32": (8, 23), "tf32": (8, 10), "fp16": (5, 10), "bf16": (8, 7)}
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫"


def power(exponent):
    return "2" + str(exponent).translate(SUPERSCRIPTS)


def signed(x):
    return str(x).replace("-", "−")


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
