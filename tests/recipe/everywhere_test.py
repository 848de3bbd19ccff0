#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""everywhere_test.py KARAT LIBRARY SCRATCH

A user-defined JSON recipe is accepted wherever a named instruction is. The recipe is equivalent to a
specification by knobs, so that every expected result is known."""
import ctypes
import json
import pathlib
import random
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import npy

KARAT, LIBRARY, SCRATCH = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
OWN = {"karat_recipe": 1, "operands": {"a": "fp16", "b": "fp16", "c": "fp32", "d": "fp32", "k": 4},
       "result": {"name": "mine", "round": {"format": "fp32", "rounding": "RNE"},
                  "sum": [{"of": "product", "F": 20, "rounding": "RD"}, {"of": "c", "F": 24}]}}
KNOBS = {"karat_spec": 1, "algorithm": "fda", "k": 4, "F": 20, "align_rounding": "RD", "F_c": 24,
         "c_rounding": "RZ", "output_rounding": "RNE"}
OPERANDS = ["--a", "1,-2,0x1p-14,3", "--b", "3,4,-0x1p-14,0x1p-9", "--c", "0x1.000002p-24"]


def run(*words, status=0):
    done = subprocess.run([KARAT, *map(str, words)], cwd=SCRATCH, capture_output=True, text=True, check=False)
    if done.returncode != status:
        sys.exit(f"FAILED: karat {' '.join(map(str, words))}: exit status {done.returncode}, "
                 f"expected {status}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def expect(holds, what):
    if not holds:
        sys.exit(f"FAILED: {what}")
    print(f"ok: {what}")


def write_npy(name, rows, columns, seed):
    draw = random.Random(seed)
    values = [draw.gauss(0, 1) for _ in range(rows * columns)]
    npy.write(SCRATCH / name, "<f2", rows, columns, map(npy.half, values))


SCRATCH.mkdir(parents=True, exist_ok=True)
(SCRATCH / "own.json").write_text(json.dumps(OWN))
(SCRATCH / "knobs.json").write_text(json.dumps(KNOBS))

by_recipe = run("run", "--spec", "own.json", *OPERANDS)
expect(by_recipe == run("run", "--spec", "knobs.json", *OPERANDS), f"run: {by_recipe.strip()}")
expect(by_recipe != run("run", "--spec", "own.json", "--set", "result.sum[0].F=3", *OPERANDS),
       "run: an attribute is set by its path")
expect("mine: e_max" in run("explain", "--spec", "own.json", *OPERANDS), "explain: shows the recipe's names")
expect("round[fp32 RNE](sum(product[20 RD], c[24 RZ]))" in run("show", "--spec", "own.json"), "show")

write_npy("A.npy", 9, 20, 1)
write_npy("B.npy", 20, 7, 2)
for spec in ("own", "knobs"):
    run("gemm", "A.npy", "B.npy", "-o", f"{spec}.npy", "--spec", f"{spec}.json")
expect((SCRATCH / "own.npy").read_bytes() == (SCRATCH / "knobs.npy").read_bytes(), "gemm")

(SCRATCH / "s.db").unlink(missing_ok=True)
out = run("sweep", "--db", "s.db", "--spec", "own.json", "--vary", "result.sum[0].F=8,16", "--samples", 50)
expect("2 points, 2 done" in out, "sweep: over an attribute given by its path")

passed = run("check", "--spec", "own.json", "--lanes", "1x2", "--count", 3000)
expect("PASS" in passed and "0 mismatches" in passed, "check: RTL generated from the recipe")
replay = ["replay", "row.vec"]
(SCRATCH / "row.vec").write_text("# karat-vectors 1\n# spec: " + json.dumps(OWN) +
                                 "\n# k: 4\n# a: fp16\n# b: fp16\n# c: fp32\n# d: fp32\n"
                                 "3c00 0000 0000 0000 4000 0000 0000 0000 3f800000 40400000\n")
expect("1 vectors, 0 mismatches" in run(*replay), "replay: the specification of a vector file is a recipe")

dpi = ctypes.CDLL(LIBRARY)
dpi.karat_open_spec.argtypes = [ctypes.c_char_p, ctypes.POINTER(ctypes.c_void_p)]
dpi.karat_last_error.restype = ctypes.c_char_p
model = ctypes.c_void_p()
expect(dpi.karat_open_spec(json.dumps(OWN).encode(), ctypes.byref(model)) == 0, "the C ABI opens a recipe")
wrong = json.loads(json.dumps(OWN))
wrong["result"]["sum"][1]["F"] = 0
expect(dpi.karat_open_spec(json.dumps(wrong).encode(), ctypes.byref(ctypes.c_void_p())) != 0 and
       b"result.sum[1].F" in dpi.karat_last_error(), "the C ABI refuses an invalid recipe and names the path")
(SCRATCH / "wrong.json").write_text(json.dumps(wrong))
expect("result.sum[1].F: 0 is not allowed" in run("run", "--spec", "wrong.json", *OPERANDS, status=2),
       "the command line refuses an invalid recipe and names the path")
