#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the speed of the engine with Hopper's HMMA.16816.F32 (FDA, F = 25, K = 16) in plain Python.

usage: plain_python.py KARAT GEMM_BENCH

First compares both on random operands (exit status 1 if a bit differs), then measures the times.
"""
import math
import random
import re
import subprocess
import sys
import time

F, K, FLOOR = 25, 16, -133
ARCH, INSTRUCTION = "Hopper", "HMMA.16816.F32"


def unpack(code, fraction_bits, bias):
    """The signed significand and the exponent of a finite encoding.

    A zero has significand 0. Zeros and subnormals have the exponent of the smallest normal number.
    """
    magnitude = code & ((1 << (fraction_bits + (5 if bias == 15 else 8))) - 1)
    field = magnitude >> fraction_bits
    significand = (magnitude & ((1 << fraction_bits) - 1)) | ((1 << fraction_bits) if field else 0)
    return (-significand if code > magnitude else significand), max(field, 1) - bias


def truncated(significand, shift):
    """significand * 2^shift, rounded towards zero."""
    if shift >= 0:
        return significand << shift
    return significand >> -shift if significand >= 0 else -(-significand >> -shift)


def dot_add(a, b, c):
    """The published algorithm, step by step, for finite operands."""
    addends = []
    for x, y in zip(a, b):
        (s_x, e_x), (s_y, e_y) = unpack(x, 10, 15), unpack(y, 10, 15)
        if s_x and s_y:
            addends.append((s_x * s_y, e_x + e_y, 20))
    s_c, e_c = unpack(c, 23, 127)
    if s_c:
        addends.append((s_c, e_c, 23))
    e_max = max([FLOOR] + [e for _, e, _ in addends])
    total = sum(truncated(s, e - fraction - (e_max - F)) for s, e, fraction in addends)
    if total == 0:
        return 0
    magnitude, lsb = abs(total), e_max - F
    exponent = max(lsb + magnitude.bit_length() - 1, -126)
    kept = truncated(magnitude, lsb - (exponent - 23))
    if exponent > 127:
        kept, exponent = 0, 128
    field = exponent + 127 if kept >> 23 or exponent > 127 else 0
    return (1 << 31 if total < 0 else 0) | field << 23 | (kept & 0x7FFFFF)


def ordinary(draw):
    """The fp16 encoding of a random number from N(0,1), truncated."""
    x = draw.gauss(0, 1)
    fraction, exponent = math.frexp(abs(x))
    exponent = max(exponent - 1, -14)
    significand = int(math.ldexp(abs(x), 10 - exponent))
    field = exponent + 15 if significand >> 10 else 0
    return (0x8000 if x < 0 else 0) | field << 10 | (significand & 0x3FF)


def same_bits(karat, draw, count=40):
    """Compares with `karat run`. Returns the number of differences."""
    wrong = 0
    for _ in range(count):
        a = [ordinary(draw) for _ in range(K)]
        b = [ordinary(draw) for _ in range(K)]
        c = draw.getrandbits(32) & 0x8FFFFFFF | draw.choice((0, 0x30000000, 0x3F000000))
        text = [",".join(f"0x{x:04x}" for x in v) for v in (a, b)]
        out = subprocess.run([karat, "run", "--arch", ARCH, "--instruction", INSTRUCTION,
                              "--a", text[0], "--b", text[1], "--c", f"0x{c:08x}"],
                             capture_output=True, text=True, check=True).stdout
        if int(out.split()[0], 16) != dot_add(a, b, c):
            wrong += 1
            print(f"differs: a {text[0]} b {text[1]} c {c:08x}: "
                  f"karat {out.split()[0]}, plain Python {dot_add(a, b, c):08x}")
    return wrong


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: plain_python.py KARAT GEMM_BENCH")
    draw = random.Random(1)
    if same_bits(sys.argv[1], draw):
        sys.exit(1)
    operands = [([ordinary(draw) for _ in range(K)], [ordinary(draw) for _ in range(K)]) for _ in range(200)]
    best = math.inf
    for _ in range(5):
        start = time.process_time()
        running = 0
        for a, b in operands:
            running = dot_add(a, b, running)
        best = min(best, time.process_time() - start)
    python_rate = len(operands) * K / best
    out = subprocess.run([sys.argv[2], "512", INSTRUCTION],
                         capture_output=True, text=True, check=True).stdout
    engine_rate = 1e9 * float(re.search(rf"{ARCH} {re.escape(INSTRUCTION)} +([0-9.]+) GMAC/s", out)[1])
    print(f"{ARCH} {INSTRUCTION}: plain Python {python_rate / 1e6:.3f} MMAC/s, "
          f"engine {engine_rate / 1e9:.2f} GMAC/s, {engine_rate / python_rate:.0f} x, one thread each")


if __name__ == "__main__":
    main()
