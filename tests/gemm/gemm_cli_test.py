#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Command-line test of karat gemm and karat diff-gpu: input files, output files, exit statuses.

Usage: gemm_cli_test.py KARAT SCRATCH_DIR"""
import glob
import json
import os
import pathlib
import random
import struct
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from command import Command
from npy import half, read as read_npy, single, write as write_npy

karat = Command(sys.argv[1], sys.argv[2])
check, call, bad = karat.check, karat.call, karat.bad

random.seed(5)
hopper = ["--arch", "Hopper", "--instruction", "HMMA.16816.F32"]
m, n, k = 5, 3, 40
a = [half(random.gauss(0, 1)) for _ in range(m * k)]
b = [half(random.gauss(0, 1)) for _ in range(k * n)]
c = [single(random.gauss(0, 1)) for _ in range(m * n)]
write_npy("a.npy", "<f2", m, k, a)
write_npy("b.npy", "<f2", k, n, [b[i * n + j] for j in range(n) for i in range(k)], fortran=True)
write_npy("c.npy", "<f4", m, n, c)

# compare lanes with a chain of `karat run`
done = call("gemm", "a.npy", "b.npy", "c.npy", "-o", "d.npy", *hopper)
check(done.returncode == 0 and done.stderr == "" and "5 x 3 fp32, k = 40" in done.stdout,
      f"karat gemm: {done}")
header, d = read_npy("d.npy")
check(header == {"descr": "<f4", "fortran_order": False, "shape": (m, n)}, f"header of d.npy: {header}")
for i, j in [(0, 0), (4, 2), (2, 1)]:
    running = c[i * n + j]
    for first in range(0, k, 16):
        places = range(first, min(first + 16, k))
        x = ",".join(hex(a[i * k + p]) for p in places)
        y = ",".join(hex(b[p * n + j]) for p in places)
        running = int(call("run", *hopper, "--a", x, "--b", y, "--c", hex(running)).stdout.split()[0], 16)
    check(running == d[i * n + j],
          f"lane {i}, {j}: karat run gives {running:08x}, karat gemm {d[i * n + j]:08x}")

# no C, JSON, an accumulation order, numbers that are rounded to the format of the specification
done = call("gemm", "a.npy", "b.npy", "-o", "e.npy", *hopper, "--json", "--order", "kahan", "--threads", "1")
check(done.returncode == 0 and json.loads(done.stdout)["k"] == k, f"karat gemm --json: {done}")
write_npy("a32.npy", "<f4", m, k,
          [single(struct.unpack("<e", struct.pack("<H", x))[0] * (1 + 2**-20)) for x in a])
call("gemm", "a.npy", "b.npy", "-o", "f.npy", *hopper)
call("gemm", "a32.npy", "b.npy", "-o", "g.npy", *hopper)
check(read_npy("f.npy") == read_npy("g.npy"), "fp32 numbers close to fp16 numbers change the product")

# formats that NumPy lacks: e4m3 as bytes; the same bytes as e5m2 are different numbers
write_npy("a8.npy", "|u1", 2, 32, [random.randrange(0x20, 0x50) for _ in range(64)])
write_npy("b8.npy", "|u1", 32, 2, [random.randrange(0x20, 0x50) for _ in range(64)])
fp8 = ["--arch", "Hopper", "--instruction", "QGMMA.64x8x32.F32.E4M3.E4M3", "--b-format", "e4m3"]
check(call("gemm", "a8.npy", "b8.npy", "-o", "h.npy", *fp8, "--a-format", "e4m3").returncode == 0,
      "karat gemm of bytes")
check(call("gemm", "a8.npy", "b8.npy", "-o", "i.npy", *fp8, "--a-format", "e5m2").returncode == 0,
      "karat gemm --a-format")
check(read_npy("h.npy") != read_npy("i.npy"), "--a-format has no effect")

# Encodings never take the format of the instruction silently: bf16 bits are no fp16 numbers, and OCP bytes no
# FNUZ bytes.
bad("a8.npy: holds encodings, whose format the file does not say; give --a-format, as in --a-format e4m3",
    "gemm", "a8.npy", "b8.npy", "-o", "x.npy", *fp8)
write_npy("bits.npy", "<u2", m, k, [0x3f80] * (m * k))  # 1 in bf16
bad("give --a-format, as in --a-format fp16", "gemm", "bits.npy", "b.npy", "-o", "x.npy", *hopper)
bad("give --a-format", "diff-gpu", "a8.npy", "b8.npy", "--b-format", "e4m3",
    "--gpu", "Hopper:QGMMA.64x8x32.F32.E4M3.E4M3", "--gpu", "CDNA3:v_mfma_f32_16x16x32_fp8_fp8")
write_npy("ones.npy", "<f2", m, k, [0x3c00] * (m * k))
call("gemm", "bits.npy", "b.npy", "-o", "bits_d.npy", *hopper, "--a-format", "bf16")
call("gemm", "ones.npy", "b.npy", "-o", "ones_d.npy", *hopper)
check(read_npy("bits_d.npy") == read_npy("ones_d.npy"), "--a-format bf16 decodes 0x3f80 as 1")
# 0x38 is 1 in e4m3 and 0.5 in e4m3fnuz: both GPUs must compute with 1.
write_npy("a1.npy", "|u1", 2, 32, [0x38] * 64)
write_npy("b1.npy", "|u1", 32, 2, [0x38] * 64)
done = call("diff-gpu", "a1.npy", "b1.npy", "--a-format", "e4m3", "--b-format", "e4m3", "--json",
            "--gpu", "Hopper:QGMMA.64x8x32.F32.E4M3.E4M3", "--gpu", "CDNA3:v_mfma_f32_16x16x32_fp8_fp8")
check(done.returncode == 0 and json.loads(done.stdout)[0]["same_numbers"], f"OCP bytes on FNUZ: {done}")
# 448 is beyond e4m3fnuz's 240.
write_npy("a448.npy", "|u1", 2, 32, [0x7e] + [0x38] * 63)
fnuz = ["diff-gpu", "a448.npy", "b1.npy", "--a-format", "e4m3", "--b-format", "e4m3",
       "--gpu", "Hopper:QGMMA.64x8x32.F32.E4M3.E4M3", "--gpu", "CDNA3:v_mfma_f32_16x16x32_fp8_fp8"]
bad("element (0, 0): 448 is beyond e4m3fnuz's 240; 1 of 64 values does not fit; --convert saturate or nan",
    *fnuz)
done = call(*fnuz, "--convert", "saturate")
check(done.returncode == 1 and "in e4m3fnuz, 0 rounded, 1 converted" in done.stdout and
      "convert saturate for CDNA3" in done.stdout, f"GPUs that computed with different numbers: {done}")
check(not json.loads(call(*fnuz, "--convert", "saturate", "--json").stdout)[0]["same_numbers"],
      "same_numbers")

# numbers that the format cannot hold
write_npy("far.npy", "<f4", 2, 16, [single(x) for x in [1.0, 1e6] + [1.0] * 13 + [-7e4] + [0.1] * 16])
write_npy("eye.npy", "<f4", 16, 1, [single(1.0)] + [single(0.0)] * 15)
write_npy("pick.npy", "<f4", 16, 1, [single(0.0), single(1.0)] + [single(0.0)] * 14)
bad("far.npy: element (0, 1): 1e+06 is beyond fp16's 65504; 2 of 32 values do not fit; "
    "--convert saturate, inf or nan converts them", "gemm", "far.npy", "pick.npy", "-o", "x.npy", *hopper)
bad("--convert: \"wrap\" is not allowed", "gemm", "far.npy", "pick.npy", "-o", "x.npy", *hopper,
    "--convert", "wrap")
for rule, value in [("saturate", single(65504.0)), ("inf", 0x7fffffff), ("nan", 0x7fffffff)]:
    done = call("gemm", "far.npy", "pick.npy", "-o", "far_d.npy", *hopper, "--convert", rule)
    check(done.returncode == 0 and f"convert {rule}: far.npy: element (0, 1): 1e+06" in done.stdout and
          read_npy("far_d.npy")[1][0] == value, f"--convert {rule}: {done} {read_npy('far_d.npy')}")
found = json.loads(call("gemm", "far.npy", "pick.npy", "-o", "far_d.npy", *hopper, "--convert", "inf",
                        "--json").stdout)
check(found["convert"] == "inf" and found["conversions"][0]["converted"] == 2 and
      found["conversions"][0]["rounded"] == 16 and found["conversions"][1]["converted"] == 0,
      f"counts in JSON: {found}")
check("every value fits" in call("gemm", "a.npy", "b.npy", "-o", "y.npy", *hopper, "--convert", "nan").stdout,
      "--convert without need")

# several GPUs
done = call("diff-gpu", "a.npy", "b.npy", "c.npy", "--gpu", "Hopper:HMMA.16816.F32",
            "--gpu", "Blackwell:HMMA.16816.F32", "--json")
check(done.returncode == 0 and json.loads(done.stdout)[0]["different"] == 0,
      f"two GPUs with the same arithmetic: {done}")
done = call("diff-gpu", "a.npy", "b.npy", "c.npy", "--gpu", "Hopper:HMMA.16816.F32",
            "--gpu", "CDNA3:v_mfma_f32_32x32x8_f16", "--gpu", "Volta:HMMA.884.F32.F32", "-o", "diff.svg")
check(done.returncode == 1 and done.stdout.count("elements differ") == 5, f"three GPUs: {done}")
svg = open("diff.svg").read()
bars = svg.count(">by ")  # each has the names of the two GPUs below its title
check(svg.count(" against Hopper HMMA.16816.F32</text>") == 2 + bars and bars >= 2 and
      svg.count(" against exact</text>") == 3, "diff.svg: two comparisons, and three with exact")

open("no.npy", "wb").write(b"\x93NUMPY\x01\x00\xff\xff{}")
open("short.npy", "wb").write(open("a.npy", "rb").read()[:-2])
write_npy("wide.npy", "<u2", m, k, [0x100] * (m * k))
write_npy("cube.npy", "<f2", m, k, a)
cube = open("cube.npy", "rb").read().replace(b"(5, 40)", b"(5,8,5)")
open("cube.npy", "wb").write(cube)
bad("-o D.npy", "gemm", "a.npy", "b.npy", *hopper)
bad("missing.npy", "gemm", "missing.npy", "b.npy", "-o", "x.npy", *hopper)
bad("no.npy", "gemm", "no.npy", "b.npy", "-o", "x.npy", *hopper)
bad("short.npy", "gemm", "short.npy", "b.npy", "-o", "x.npy", *hopper)
bad("cube.npy", "gemm", "cube.npy", "b.npy", "-o", "x.npy", *hopper)
bad("wide.npy", "gemm", "wide.npy", "b.npy", "-o", "x.npy", *hopper, "--a-format", "e4m3")
bad("a.npy", "gemm", "a.npy", "a.npy", "-o", "x.npy", *hopper)
bad("the file name must end in .html, .svg or .png",
    "diff-gpu", "a.npy", "b.npy", "--gpu", "Hopper:HMMA.16816.F32", "--gpu", "Ampere:HMMA.16816.F32",
    "-o", "x.pdf")
bad("the product is 5 x 3", "gemm", "a.npy", "b.npy", "a.npy", "-o", "x.npy", *hopper)
bad("--order", "gemm", "a.npy", "b.npy", "-o", "x.npy", *hopper, "--order", "backwards")
bad("--alpha", "gemm", "a.npy", "b.npy", "-o", "x.npy", *hopper, "--alpha", "nan")
bad("--a-format", "gemm", "a.npy", "b.npy", "-o", "x.npy", *hopper, "--a-format", "fp7")
bad("--scale-a", "gemm", "a.npy", "b.npy", "-o", "x.npy", *hopper, "--scale-a", "a8.npy")
bad("/nonexistent/d.npy", "gemm", "a.npy", "b.npy", "-o", "/nonexistent/d.npy", *hopper)
bad("--gpu", "diff-gpu", "a.npy", "b.npy", "--gpu", "Hopper:HMMA.16816.F32")
bad("--gpu", "diff-gpu", "a.npy", "b.npy", "--gpu", "Hopper:HMMA.16816.F32", "--gpu", "Hopper")
bad("one format", "diff-gpu", "a.npy", "b.npy", "--gpu", "Hopper:HMMA.16816.F32",
    "--gpu", "Hopper:HMMA.16816.F16")

# metadata of a sparse A: required, of one shape, unsigned, and each element is checked
sparse = ["--arch", "Ampere", "--instruction", "IMMA.SP.16832.S8.S8"]
write_npy("a_int.npy", "|i1", 4, 32, [1] * 128)
write_npy("b_int.npy", "|i1", 64, 3, [row + 1 for row in range(64) for _ in range(3)])
write_npy("md.npy", "|u1", 4, 16, [0x4] * 64)
write_npy("md_last.npy", "|u1", 4, 16, [0xe] * 64)
write_npy("md_narrow.npy", "|u1", 4, 8, [0x4] * 32)
write_npy("md_signed.npy", "|i1", 4, 16, [0x4] * 64)
write_npy("md_twice.npy", "|u1", 4, 16, [0x4] * 19 + [0x5] + [0x4] * 44)
write_npy("md_wide.npy", "|u1", 4, 16, [0x10] * 64)
ints = ["gemm", "a_int.npy", "b_int.npy", "-o", "x.npy", *sparse]
check(call(*ints, "--metadata", "md.npy").returncode == 0, "karat gemm --metadata")
check(read_npy("x.npy")[1] == [sum(4 * g + 1 + 4 * g + 2 for g in range(16))] * 12, "the first two of four")
call(*ints, "--metadata", "md_last.npy")
check(read_npy("x.npy")[1] == [sum(4 * g + 3 + 4 * g + 4 for g in range(16))] * 12, "the last two of four")
os.remove("x.npy")
bad("the instruction IMMA.SP.16832.S8.S8 is sparse; give --metadata FILE.npy", *ints)
bad("is sparse; give --metadata FILE.npy", "diff-gpu", "a_int.npy", "b_int.npy",
    "--gpu", "Ampere:IMMA.SP.16832.S8.S8", "--gpu", "Hopper:IMMA.SP.16832.S8.S8")
bad("--metadata: the instruction IMMA.16832.S8.S8 has no metadata", "gemm", "a_int.npy", "b_int.npy",
    "-o", "x.npy", "--arch", "Ampere", "--instruction", "IMMA.16832.S8.S8", "--metadata", "md.npy")
bad("--metadata md_narrow.npy is 4 x 8; it must be 4 x 16", *ints, "--metadata", "md_narrow.npy")
bad("--metadata md_signed.npy: holds numbers", *ints, "--metadata", "md_signed.npy")
bad("--metadata md_twice.npy: element (1, 3): 0x5 is not allowed; it selects element 1 twice", *ints,
    "--metadata", "md_twice.npy")
bad("--metadata md_wide.npy: element (0, 0) is wider than the 4 bits", *ints, "--metadata", "md_wide.npy")

# files that are not matrices or have the wrong size
bad("/tmp: is a folder", "gemm", "/tmp", "b.npy", "-o", "x.npy", *hopper)
open("minus.npy", "wb").write(open("a.npy", "rb").read().replace(b"(5, 40)", b"(-5,40)"))
bad("minus.npy", "gemm", "minus.npy", "b.npy", "-o", "x.npy", *hopper)
write_npy("tall.npy", "<f2", 2**31, 0, [])
write_npy("long.npy", "<f2", 0, 2**31, [])
bad("D: 2147483648 x 2147483648 fp32", "gemm", "tall.npy", "long.npy", "-o", "x.npy", *hopper)
# options that would have no effect
bad("a.npy holds numbers", "gemm", "a.npy", "b.npy", "-o", "x.npy", *hopper, "--a-format", "bf16")
bad("--c-format", "gemm", "a.npy", "b.npy", "-o", "x.npy", *hopper, "--c-format", "bf16")
bad("--split 4: applies only to --order split_k",
    "gemm", "a.npy", "b.npy", "-o", "x.npy", *hopper, "--split", "4")
bad("--merge pairwise: applies only to",
    "gemm", "a.npy", "b.npy", "-o", "x.npy", *hopper, "--merge", "pairwise", "--order", "kahan")
bad("--seed 2: applies only to --order random",
    "gemm", "a.npy", "b.npy", "-o", "x.npy", *hopper, "--seed", "2")
check(not os.path.exists("x.npy"), "a refused command created x.npy")
call("gemm", "a.npy", "b.npy", "-o", "upper.npy", *hopper, "--order", "KAHAN")
check(read_npy("upper.npy") == read_npy("e.npy"), "--order KAHAN")

# more threads than cores are accepted without a message
for threads in ("1", "64", "1024"):
    done = call("gemm", "a.npy", "b.npy", "-o", "threads.npy", *hopper, "--order", "kahan",
                "--threads", threads)
    check(done.returncode == 0 and done.stderr == "" and read_npy("threads.npy") == read_npy("e.npy"),
          f"--threads {threads}: {done}")

# output files are checked before any input is read, never overwrite an input, and are written completely or
# not at all
before = {name: open(name, "rb").read() for name in ("a.npy", "b.npy", "d.npy")}
gpus = ["--gpu", "Hopper:HMMA.16816.F32", "--gpu", "CDNA3:v_mfma_f32_32x32x8_f16"]
bad("-o ./b.npy: is the file that the command reads", "gemm", "a.npy", "b.npy", "-o", "./b.npy", *hopper)
bad("-o a.npy: is the file that the command reads", "diff-gpu", "a.npy", "b.npy", *gpus, "-o", "a.npy")
bad("-o \"\": name a file", "gemm", "a.npy", "b.npy", "-o", "", *hopper)
bad("/nonexistent/d.npy", "gemm", "missing.npy", "b.npy", "-o", "/nonexistent/d.npy", *hopper)
bad("/nonexistent/d.svg", "diff-gpu", "missing.npy", "b.npy", "-o", "/nonexistent/d.svg", *gpus)
done = karat.on_a_full_disk("gemm", "a.npy", "b.npy", "-o", "d.npy", *hopper)
check(done.returncode == 2 and "-o d.npy: the file cannot be written" in done.stderr, f"a full disk: {done}")
check(before == {name: open(name, "rb").read() for name in before} and not glob.glob("d.npy?*"),
      "a refused output changed a file")
done = call("diff-gpu", "a.npy", "b.npy", *gpus, "-o", "diff.png")
check(done.returncode == 1 and open("diff.png", "rb").read(8) == b"\x89PNG\r\n\x1a\n", f"a PNG: {done}")

# scale factors: exactly 4 for each row and column of 64 elements
scaled = "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X"
write_npy("a4.npy", "|u1", 2, 64, [random.randrange(16) for _ in range(128)])
write_npy("b4.npy", "|u1", 64, 2, [random.randrange(16) for _ in range(128)])
for name, rows, columns in [("sa.npy", 2, 4), ("sb.npy", 4, 2), ("wide_sa.npy", 5, 9),
                            ("short_sb.npy", 2, 4)]:
    write_npy(name, "|u1", rows, columns, [random.randrange(0x30, 0x40) for _ in range(rows * columns)])
fp4 = ["--a-format", "e2m1", "--b-format", "e2m1"]
one = ["--arch", "RTXBlackwell", "--instruction", scaled, *fp4]
two = ["--gpu", "RTXBlackwell:" + scaled] * 2 + fp4
check(call("gemm", "a4.npy", "b4.npy", "-o", "s.npy", *one,
           "--scale-a", "sa.npy", "--scale-b", "sb.npy").returncode == 0, "scale factors")
done = call("diff-gpu", "a4.npy", "b4.npy", *two, "--scale-a", "sa.npy", "--scale-b", "sb.npy")
check(done.returncode == 0 and "0 of 4 elements differ" in done.stdout,
      f"diff-gpu with scale factors: {done}")
bad("give --scale-a and --scale-b", "diff-gpu", "a4.npy", "b4.npy", *two)
bad("wide_sa.npy: is 5 x 9, but the scale factors of this product are 2 x 4",
    "gemm", "a4.npy", "b4.npy", "-o", "x.npy", *one, "--scale-a", "wide_sa.npy", "--scale-b", "sb.npy")
bad("short_sb.npy: is 2 x 4, but the scale factors of this product are 4 x 2",
    "gemm", "a4.npy", "b4.npy", "-o", "x.npy", *one, "--scale-a", "sa.npy", "--scale-b", "short_sb.npy")

bad("scale factors of the instruction " + scaled + " are ue4m3, those of the instruction QMMA.SF",
    "diff-gpu", "a4.npy", "b4.npy", *fp4, "--gpu", "RTXBlackwell:" + scaled,
    "--gpu", "RTXBlackwell:QMMA.SF.16832.F32.E4M3.E2M1.E8", "--scale-a", "sa.npy", "--scale-b", "sb.npy")

karat.end()
