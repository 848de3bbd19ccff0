#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints a request for one of x86's dot products: directed and random dot-adds, reproducible.

Usage: requests.py INSTRUCTION > request.vec; karat_capture_x86 -o x86/INSTRUCTION.vec request.vec
"""

import random
import sys

INSTRUCTIONS = {"VDPBF16PS": ("bf16", "bf16", "fp32", 2), "VPDPBUSD": ("uint8", "int8", "int32", 4),
                "VPDPBUSDS": ("uint8", "int8", "int32", 4), "VPDPWSSD": ("int16", "int16", "int32", 2),
                "VPDPWSSDS": ("int16", "int16", "int32", 2)}
WIDTH = {"bf16": 16, "fp32": 32, "int8": 8, "uint8": 8, "int16": 16, "int32": 32}
draw = random.Random(19)


def number(format, exponents):
    """Its biased exponent is one of `exponents`; its significand has few bits, many, or random ones."""
    bits = WIDTH[format] - 9  # of the significand; bf16 and fp32 have 8 bits of exponent
    significand = draw.choice([0, 1, 1 << bits - 1, (1 << bits) - 1] + [draw.getrandbits(bits)] * 2)
    return draw.getrandbits(1) << WIDTH[format] - 1 | draw.choice(exponents) << bits | significand


def special(format):
    """Zeros, subnormals, the ends of the range, infinities, quiet and signalling NaNs, one."""
    shift = WIDTH[format] - 16
    upper = draw.choice([0x0000, 0x0001, 0x007F, 0x0080, 0x7F7F, 0x7F80, 0x7FC0, 0x7FC5, 0x7F81, 0x7FBF,
                         0x3F80])
    value = draw.getrandbits(1) << 15 | upper
    return value << shift | (draw.choice([0, 0, 1, (1 << shift) - 1]) if shift else 0)


def cancelling():
    """c is near minus the first product, which lies at either end of the range or in its middle."""
    x = draw.choice([64, 70, 127, 127, 127, 189])
    a = [number("bf16", [x]), number("bf16", [x - 12, x - 6, x, x + 1])]
    b = [number("bf16", [x]), number("bf16", [x - 12, x, x + 1])]
    exponent = min(max(2 * x - 127 + draw.choice([-1, 0, 0, 1, 2]), 0), 254)
    sign = (a[0] ^ b[0]) >> 15 ^ 1
    return a, b, sign << 31 | exponent << 23 | number("fp32", [0]) & 0x7FFFFF


def zeros(format):
    """Zeros and subnormals beside one and large numbers: signs of zero sums, and what counts as zero."""
    upper = draw.choice([0x0000, 0x0000, 0x0001, 0x0055, 0x007F, 0x3F80, 0x7F00])
    return (draw.getrandbits(1) << 15 | upper) << WIDTH[format] - 16


def bf16_row(i):
    if i % 5 == 4:
        return [zeros("bf16") for _ in range(2)], [zeros("bf16") for _ in range(2)], zeros("fp32")
    if i % 5 == 0:
        return [special("bf16") for _ in range(2)], [special("bf16") for _ in range(2)], special("fp32")
    if i % 5 == 1:
        return cancelling()
    if i % 5 == 2:  # products and sums near and below the least normal number
        low = list(range(50, 78))
        return ([number("bf16", low) for _ in range(2)], [number("bf16", low) for _ in range(2)],
                number("fp32", [0, 0, 1, 2, 20]))
    return ([draw.getrandbits(16) for _ in range(2)], [draw.getrandbits(16) for _ in range(2)],
            draw.getrandbits(32))


def integer_row(i, formats):
    a, b, c, k = formats

    def element(format):
        width = WIDTH[format]
        if i % 4 == 0:
            return draw.getrandbits(width)
        top = 1 << width - 1
        return draw.choice([0, 1, top - 1, top, 2 * top - 1, draw.getrandbits(width)])

    near = draw.choice([0x7FFFFFFF, 0x80000000, 0]) + draw.choice([-40000, -1, 0, 0, 1, 40000])
    start = draw.getrandbits(32) if i % 4 == 0 else near % (1 << 32)
    return [element(a) for _ in range(k)], [element(b) for _ in range(k)], start


def main():
    name = sys.argv[1]
    a, b, c, k = formats = INSTRUCTIONS[name]
    print(f"# karat-vectors 1\n# arch: x86\n# instruction: {name}")
    print(f"# k: {k}\n# a: {a}\n# b: {b}\n# c: {c}\n# d: {c}")
    for i in range(1000 if a == "bf16" else 300):
        x, y, z = bf16_row(i) if a == "bf16" else integer_row(i, formats)
        words = [f"{v:0{WIDTH[f] // 4}x}" for values, f in ((x, a), (y, b), ([z], c)) for v in values]
        print(" ".join(words))


if __name__ == "__main__":
    main()
