#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What karat diff-gpu says about the differences: signs, exact products, and structure where some is planted.
Usage: diff_structure_test.py KARAT SCRATCH_DIR"""
import html
import json
import pathlib
import random
import re
import sys
from fractions import Fraction

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import npy
from command import Command

karat = Command(sys.argv[1], sys.argv[2])
check, call = karat.check, karat.call
gpus = ["--gpu", "Hopper:HMMA.16816.F32", "--gpu", "Ampere:HMMA.16816.F32"]
random.seed(7)


def compare(a, b):
    """The comparison of two products of lists of rows, as JSON, and as the user sees it."""
    for name, matrix in (("a.npy", a), ("b.npy", b)):
        npy.write(name, "<f2", len(matrix), len(matrix[0]), [npy.half(x) for row in matrix for x in row])
    text = call("diff-gpu", "a.npy", "b.npy", *gpus).stdout
    return json.loads(call("diff-gpu", "a.npy", "b.npy", *gpus, "--json").stdout)[0], text


def found(report):
    return {one["by"]: max(one["parts"], key=lambda part: part["mean"])["part"]
            for one in report["dependences"] if one["structure"]}


def matrix(rows, columns, draw):
    return [[draw(i, j) for j in range(columns)] for i in range(rows)]


def between(i, j):
    return random.uniform(1, 2)


# Positive numbers of about one size in one dot-add: the results and all else are alike.
report, text = compare(matrix(64, 16, between), matrix(16, 64, between))
check(report["different"] > 100 and not found(report), f"structure where there is none: {found(report)}")
check("no structure at all: none by rows, columns, magnitude of the result, magnitude of the oper" in text,
      f"no structure: {text}")
check(report["above"] == 0 < report["below"] == report["nearer_zero"] == report["different"],
      f"Ampere keeps one bit less, and truncates: {report}")

# The same with large numbers in some rows of A that cancel: those rows lose bits.
def rows_cancel(i, j):
    large = 1024 if 16 <= i < 20 else 0
    return between(i, j) + (large if j == 0 else -large if j == 1 else 0)


same = [[1.5] * 64, [1.5] * 64, *matrix(14, 64, between)]
report, text = compare(matrix(64, 16, rows_cancel), same)
check(found(report).get("rows") == "rows 16..19" and "columns" not in found(report), f"rows: {found(report)}")
check("structure by rows (p " in text and "largest in rows 16..19" in text, f"rows: {text}")

# Long sums, in which one block of k cancels. Outside it every number is a small integer, so that all GPUs
# are exact there.
def block_cancels(i, j):
    if j in (96, 97):
        return 2048 if j == 96 else -2048
    return random.uniform(1, 2) / 64 if 98 <= j < 112 else random.randint(-4, 4)


def block_of_b(i, j):
    return 32 if i in (96, 97) else random.uniform(1, 2) if 98 <= i < 112 else random.randint(-4, 4)


report, text = compare(matrix(32, 256, block_cancels), matrix(256, 32, block_of_b))
check(found(report).get("block of k") == "k 96..111", f"block of k: {found(report)}")
check("largest in k 96..111" in text, f"block of k: {text}")

# Both against exact: recomputed with fractions for every element.
a = matrix(8, 48, lambda i, j: random.gauss(0, 1))
b = matrix(48, 8, lambda i, j: random.gauss(0, 1))
report, text = compare(a, b)


def value(code, exponent_bits, fraction_bits):
    sign = -1 if code >> (exponent_bits + fraction_bits) else 1
    exponent = code >> fraction_bits & (1 << exponent_bits) - 1
    fraction = code & (1 << fraction_bits) - 1
    scale = max(exponent, 1) - (1 << exponent_bits - 1) + 1 - fraction_bits
    return sign * (fraction + (exponent > 0) * (1 << fraction_bits)) * Fraction(2) ** scale


def single_nearest(x):
    """The code of a normal fp32 nearest to x, ties to even."""
    scale = 0
    while abs(x) * Fraction(2) ** -scale >= 1 << 24:
        scale += 1
    while abs(x) * Fraction(2) ** -scale < 1 << 23:
        scale -= 1
    integer = round(abs(x) * Fraction(2) ** -scale)  # to even
    return (0x80000000 if x < 0 else 0) + ((scale + 150) << 23) + integer - (1 << 23)


def order(code):
    return -(code & 0x7FFFFFFF) if code >> 31 else code


a, b = ([[value(npy.half(x), 5, 10) for x in row] for row in m] for m in (a, b))
for key, arch in (("from_exact_against", "Hopper"), ("from_exact", "Ampere")):
    call("gemm", "a.npy", "b.npy", "-o", "d.npy", "--arch", arch, "--instruction", "HMMA.16816.F32")
    _, codes = npy.read("d.npy")
    ulps = [order(codes[8 * i + j]) - order(single_nearest(sum(a[i][k] * b[k][j] for k in range(48))))
            for i in range(8) for j in range(8)]
    told = report[key]
    check(told["different"] == sum(u != 0 for u in ulps) and told["max_ulp"] == max(map(abs, ulps)) and
          told["above"] == sum(u > 0 for u in ulps) and told["below"] == sum(u < 0 for u in ulps) and
          abs(told["mean_ulp"] * 64 - sum(map(abs, ulps))) < 1e-6, f"{key}: {told} {ulps}")
call("diff-gpu", "a.npy", "b.npy", *gpus, "-o", "diff.html")
page = html.unescape(open("diff.html").read()).replace("\u2011", "-")
check(all(line.strip() in page for line in text.splitlines()), f"sentences that the page lacks: {text}")
check("a0 = 1, b0 = 1, c = -0x1p-25; the others are +0" in page and len(page) < 2_000_000,
      "the smallest examples on the page")
check(text.count(" against exact: ") == 2, f"both against exact: {text}")

# three GPUs: one answer first, which ranks them by their distance from the exact product
done = call("diff-gpu", "a.npy", "b.npy", *gpus, "--gpu", "CDNA3:v_mfma_f32_16x16x16_f16", "-o", "three.html")
means = {name: float(mean) for name, mean in
         re.findall(r"^(\S+ \S+) against exact: .* ulp, (\S+) on average", done.stdout, re.M)}
ranked = sorted(means, key=means.get)
lead = re.search("<p class='answer'>(.*?)</p>", open("three.html").read())[1]
check(len(means) == 3 and lead.startswith(f"{ranked[0]} is nearest to the exact product") and
      lead.find(ranked[1]) < lead.find(ranked[2]), f"the ranking of three GPUs: {lead} {means}")

karat.end()
