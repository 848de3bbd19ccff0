#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""MMA-Sim (Xie et al. 2025), figure 2: the bias of CDNA3.

CDNA3 rounds its aligned sums down, so its errors are biased. The same design with truncation toward zero has
no bias. A, B ~ 1000 * N(0,1), C ~ N(0,1), v_mfma_f32_32x32x8_f16.

Usage: mma_sim_fig2.py KARAT"""
import math
import random
import struct
import subprocess
import sys
import tempfile
from fractions import Fraction

import npy

M, K = 96, 8
random.seed(2)


def half(x):
    """x rounded to fp16, the operand format of the instruction."""
    return struct.unpack("<e", struct.pack("<e", x))[0]


def single(x):
    return struct.unpack("<f", struct.pack("<f", x))[0]


a = [[half(1000 * random.gauss(0, 1)) for _ in range(K)] for _ in range(M)]
b = [[half(1000 * random.gauss(0, 1)) for _ in range(M)] for _ in range(K)]
c = [[single(random.gauss(0, 1)) for _ in range(M)] for _ in range(M)]
karat = sys.argv[1]
folder = tempfile.mkdtemp()
for name, matrix in (("a", a), ("b", b), ("c", c)):
    npy.write(f"{folder}/{name}.npy", matrix)
exact = [[sum(Fraction(a[i][k]) * Fraction(b[k][j]) for k in range(K)) + Fraction(c[i][j]) for j in range(M)]
         for i in range(M)]


def errors(*knobs):
    files = [f"{folder}/{name}.npy" for name in "abc"]
    what = ["--arch", "CDNA3", "--instruction", "v_mfma_f32_32x32x8_f16"]
    subprocess.run([karat, "gemm", *files, "-o", f"{folder}/d.npy", *what, *knobs], check=True,
                   capture_output=True, text=True)
    d = npy.read(f"{folder}/d.npy")
    return [float(Fraction(d[i][j]) - exact[i][j]) for i in range(M) for j in range(M)]


def lean(values):
    """Returns the mean error, and the mean error in units of its standard error."""
    mean = sum(values) / len(values)
    deviation = math.sqrt(sum((x - mean) ** 2 for x in values) / len(values))
    return mean, mean / (deviation / math.sqrt(len(values)))


def histogram(values):
    width = 0.125
    for low in range(-6, 6):
        count = sum(1 for x in values if low * width <= x < (low + 1) * width)
        print(f"  {low * width:+6.3f} .. {(low + 1) * width:+6.3f} {count:5}"
              f" {'#' * (count * 60 // len(values))}")


down = errors()
zero = errors("--set", "c_rounding=RZ", "--set", "sum_rounding=RZ")
for name, values in (("CDNA3, rounding down", down), ("the same with rounding toward zero", zero)):
    mean, sigmas = lean(values)
    print(f"{name}: mean error {mean:+.5f}, {sigmas:+.1f} standard errors from 0")
    histogram(values)
good = lean(down)[1] < -10 and abs(lean(zero)[1]) < 4
sys.exit(0 if good else 1)
