# SPDX-License-Identifier: Apache-2.0
"""formats.md: the number formats, from the table in model/karat/format/format.hpp."""
import re
import sys

from reference import ROOT
from reference.markdown import page, table

FORMATS = """
# Formats

This page defines every number format. The names are those of the knobs `a`, `b`, `c`, `d` and of all other
knobs and recipe attributes that take a format.

The value of a normal encoding is `(-1)^sign * 2^(field - bias) * 1.fraction`. An exponent field of 0 holds
zeros and subnormals, `(-1)^sign * 2^(1 - bias) * 0.fraction`. The sources are IEEE 754, the OCP
specifications OFP8 and MX 1.0, the AMD CDNA3 instruction set and the NVIDIA PTX instruction set.
"""

FORMAT_NOTES = {
    "tf32": "AMD calls it xf32",
    "e4m3": "also called e4m3fn",
    "e4m3ieee": "E4M3 with the specials of IEEE 754",
    "e5m2fnuz": "AMD's bf8",
    "e4m3fnuz": "AMD's fp8",
    "ue8m0": "scale factors only: `2^(encoding - 127)`",
    "ue4m3": "scale factors only; the top bit is ignored",
    "e3m4": "fp8 with the specials of IEEE 754",
}

SPECIALS = {
    "ieee": ("exponent field all ones, fraction 0", "exponent field all ones, fraction not 0", "yes"),
    "fn": ("none", "all exponent and fraction bits are ones", "yes, if signed"),
    "fnuz": ("none", "the encoding that would be -0: sign 1, all other bits 0", "no"),
    "none": ("none", "none", "yes"),
}

INTEGERS = """
## Integers

Integers have no infinity, no NaN and no -0. They are added exactly; a sum beyond the range of `d` wraps or
saturates ([overflow](knobs.md#results)).
"""

FORMATS_END = """
## Where a format may be used

- Floating point: `a`, `b`, `c` have any signed format. `d` and every format that a sum is rounded to must
  also have a NaN.
- Integers: if one of `a`, `b`, `c` and `d` is an integer, all four are. `a`, `b` and `c` have any of them,
  unsigned ones and `b1` included: an operand is the number in the table, and it is added exactly. `d` is a
  signed one and has no NaN. The algorithm is `exact` or a recipe.
- `scale`: `ue8m0` or `ue4m3`.
- `convert`, `convert_c`: a format that holds every value of the operand, specials included.

Matrices are stored packed, each element in the number of bits in the table. Where elements are passed one
per word, bits above that width must be 0 in the C ABI and are ignored in SystemVerilog.
"""


def read_formats():
    text = (ROOT / "model/karat/format/format.hpp").read_text(encoding="utf-8")
    form = r"^\s*ROW\((\w+)" + r", (-?\d+)" * 5 + r", (true|false)" * 2 + r", (\w+)\)"
    rows = re.findall(form, text, flags=re.M)
    if not rows:
        sys.exit("reference_pages: format.hpp has no rows ROW(name, bits, E, M, ...)")
    written = len(re.findall(r"^\s*ROW\(", text, flags=re.M))
    if len(rows) != written:
        sys.exit(f"reference_pages: format.hpp has {written} rows, of which {len(rows)} have the form "
                 "ROW(name, bits, E, M, bias, ignored, signed, has zero, specials)")
    return [(name, *map(int, numbers), signed == "true", zero == "true", specials)
            for name, *numbers, signed, zero, specials in rows]


def integer_row(name, bits, signed):
    low = -(1 << (bits - 1)) if signed else 0
    high = (1 << (bits - 1)) - 1 if signed else (1 << bits) - 1
    return [f"`{name}`", str(bits), str(low), str(high), "two's complement" if signed else "no sign"]


def format_row(name, bits, exponent, fraction, bias, ignored, signed, zero, specials):
    ones = (1 << (exponent + fraction)) - 1
    infinity = ((1 << exponent) - 1) << fraction
    largest = {"ieee": infinity - 1, "fn": ones - 1}.get(specials, ones)
    top = (largest >> fraction) - bias
    value = (1 + (largest & ((1 << fraction) - 1)) / (1 << fraction)) * 2.0 ** top
    digits = (bits + 3) // 4
    least = (1 if zero else 0) - bias
    shown = f"{value:.8g}" if value < 1e6 else f"{value:.4e}"
    notes = [FORMAT_NOTES[name]] if name in FORMAT_NOTES else []
    if ignored:
        notes.append(f"the {ignored} low bits are ignored")
    return [f"`{name}`", str(bits), f"E{exponent}M{fraction}" + ("" if signed else ", no sign"), str(bias),
            f"`{largest << ignored:0{digits}X}` = {shown}", f"2^{least}",
            f"2^{least - fraction}" if zero else "no zero, no subnormals", specials, "; ".join(notes)]


def formats_page(_):
    formats = [each for each in read_formats() if each[-1] != "integer"]
    integers = [each for each in read_formats() if each[-1] == "integer"]
    head = ["name", "bits", "layout", "bias", "largest finite", "least normal", "least subnormal", "specials",
            "notes"]
    kinds = [kind for kind in SPECIALS if any(each[-1] == kind for each in formats)]
    kinds += sorted({each[-1] for each in formats} - set(kinds))
    rows = [[f"`{kind}`", *SPECIALS.get(kind, ("?", "?", "?"))] for kind in kinds]
    return page(FORMATS, table(head, [format_row(*each) for each in formats],
                               ["---", "---:", "---", "---:"] + ["---"] * 5),
                INTEGERS, table(["name", "bits", "least", "largest", "encoding"],
                                [integer_row(each[0], each[1], each[6]) for each in integers],
                                ["---", "---:", "---:", "---:", "---"]),
                "## Specials", table(["specials", "infinity", "NaN", "-0"], rows), FORMATS_END)
