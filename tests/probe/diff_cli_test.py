#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""diff_cli_test.py KARAT SCRATCH: karat diff, karat diff --matrix, karat witness and karat replay --as."""

import json
import pathlib
import re
import subprocess
import sys

karat, scratch = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
scratch.mkdir(parents=True, exist_ok=True)


def run(*words, status=0):
    done = subprocess.run(
        [karat, *words], capture_output=True, text=True, timeout=120, check=False, cwd=scratch
    )
    assert done.returncode == status, f"{' '.join(words)}: exit status {done.returncode}: {done.stderr}"
    if status == 2:
        assert done.stdout == "" and done.stderr.count("\n") == 1, done.stderr
        return done.stderr
    return done.stdout


A, B = "Hopper/HMMA.16816.F32", "Ampere/HMMA.16816.F32"

# verdicts and exit statuses
assert "equal: the recipes are the same" in run("diff", A, "Blackwell/HMMA.16816.F32")
proved = json.loads(run("diff", A, f"{A} exponent_floor=-150", "--json"))
assert proved["verdict"] == "equal" and proved["set_aside"][0]["path"] == "result.floor", proved
assert proved["attributes"][0]["effect"] == "void" and proved["attributes"][0]["reason"], proved
found = json.loads(run("diff", A, B, "--json", "--rates", "500", status=1))
assert found["verdict"] == "different", found
effects = {each["key"]: each["effect"] for each in found["attributes"]}
assert effects == {"terms": "shown", "F": "shown", "exponent_floor": "void"}, effects
assert all(rate["of"] == 500 for rate in found["rates"].values()) and len(found["rates"]) == 5, found["rates"]
ada = "Ada/QMMA.16832.F32.E4M3.E4M3"
unknown = run("diff", ada, f"{ada} chain_fraction=19", "--rates", "0")
assert "no difference found in 31000 dot-adds" in unknown and "equal" not in unknown, unknown

# the witness of the JSON gives the results that it claims
witness = next(each for each in found["attributes"] if each["key"] == "F")["witness"]
for arch, side in (("Hopper", "x"), ("Ampere", "y")):
    hexadecimal = {name: ",".join("0x" + code for code in witness[name]) for name in ("a", "b")}
    words = ["--arch", arch, "--instruction", "HMMA.16816.F32", "--c", "0x" + witness["c"]]
    got = run("run", *words, "--a", hexadecimal["a"], "--b", hexadecimal["b"], "--json")
    assert json.loads(got)["d"] == witness[side], (arch, got, witness)

# sums of zeros are not drawn, the result always is
tree = run("diff", "CDNA1/v_mfma_f32_32x32x8f16", "CDNA2/v_mfma_f32_32x32x8f16", "--rates", "0", status=1)
flush_a = tree[tree.index("flush_a: ") : tree.index("flush_b: ")]
assert "product 0: e_max = -14" in flush_a and "product 5" not in flush_a, flush_a
assert "(11 sums of zeros are left out)" in flush_a and "(15 sums of zeros are left out)" in flush_a, flush_a
assert flush_a.count("group sum 1") == 2, flush_a
zero = run("diff", A, f"{A} zero_sum=ieee", "--rates", "0", status=1)
assert "0x80000000 (-0)" in zero, zero

# a specification from a file
(scratch / "mine.json").write_text(run("show", "--arch", "Hopper", "HMMA.16816.F32", "--recipe"))
assert "equal: the recipes are the same" in run("diff", "mine.json", A)

# the matrix
page = scratch / "matrix.html"
table = run("diff", "--matrix", "--arch", "Volta", "--arch", "Turing", "--html", "matrix.html")
assert "#1 / #2  F = 23 / 24" in table, table
text = page.read_text()
assert "<table>" in text
assert not re.search(r"(src|href)=|https?:|@import|url\(", text), "the page loads something"
matrix = json.loads(run("diff", "--matrix", "--format", "e2m1", "--json"))
assert matrix["groups"] and all("e2m1" in group["formats"] for group in matrix["groups"]), matrix

# vectors
assert run("witness", A, B, "--count", "100", "-o", "sep.vec") == "sep.vec: 100 vectors\n"
assert "# source: karat witness: d of Hopper/HMMA.16816.F32" in (scratch / "sep.vec").read_text()
assert "100 vectors, 0 mismatches" in run("replay", "sep.vec")
assert "100 vectors, 100 mismatches" in run("replay", "sep.vec", "--as", B, status=1)
# explain draws what a file is replayed against
shown = run("replay", "sep.vec", "--as", B, "--set", "F=23", "--first", "1", status=1)
assert f"explain --vec sep.vec --row 1 --as '{B}' --set F=23\n" in shown, shown
expected = re.search(r"expected ([0-9a-f]+) ", shown)[1]
drawn = run("explain", "--vec", "sep.vec", "--row", "1", "--as", B, "--set", "F=23")
assert drawn.startswith("Ampere HMMA.16816.F32 with changed knobs") and f"d = 0x{expected} " in drawn, drawn
assert f"d = 0x{expected}" not in run("explain", "--vec", "sep.vec", "--row", "1")
assert run("run", "--vec", "sep.vec", "--as", f"{B} F=23").startswith("0x" + expected)
run("witness", f"{A} F=22", A, "--count", "20", "-o", "set.vec")
assert "20 vectors, 0 mismatches" in run("replay", "set.vec")
assert "20 vectors, 20 mismatches" in run("replay", "set.vec", "--as", A, status=1)
scaled, sparse = "Blackwell/UTCOMMA.4X", "Hopper/HMMA.SP.16832.F32"
for name, other in ((scaled, f"{scaled} F=30"), (sparse, "Ampere/HMMA.SP.16832.F32")):
    run("witness", name, other, "--count", "30", "-o", "other.vec")
    assert "30 vectors, 0 mismatches" in run("replay", "other.vec")
    assert "30 vectors, 30 mismatches" in run("replay", "other.vec", "--as", other, status=1)
same = run("witness", A, "Blackwell/HMMA.16816.F32", "-o", "none.vec", status=1)
assert "are equal (the recipes are the same); nothing written" in same, same
void = run("witness", A, f"{A} exponent_floor=-150", "-o", "none.vec", status=1)
assert "are equal (proved: result.floor has no effect: " in void, void
untold = run("witness", ada, f"{ada} chain_fraction=19", "-o", "none.vec", status=1)
assert re.search(r"were not told apart by [1-9]\d{4,} dot-adds, which is no proof", untold), untold
assert not (scratch / "none.vec").exists()

# refusals
for words, why in [
    (["diff", A],
     "write karat diff MODEL MODEL, where a model is ARCH/INSTRUCTION or FILE.json, either with"),
    (["diff", A, "gpu:x"], '"gpu:x" is not a model; use ARCH/INSTRUCTION or FILE.json'),
    (["diff", A, ""], '"" is not a model'),
    (["diff", A, B, A], "karat diff MODEL MODEL"),
    (["diff", A, "Hopper/HMMA.1688.F32"],
     "the first takes fp16 x fp16 + fp32 -> fp32, k = 16, the second fp16 x fp16 + fp32 -> fp32, k = 8; "
     "formats"),
    (["witness", A, "Hopper/HMMA.1688.F32", "-o", "x.vec"], "k, scale factors and metadata must agree"),
    (["diff", A, f"{A} F=0"], "F"),
    (["diff", A, "Hopper/HMMA.9"], "HMMA.9"),
    (["diff", A, "program:./unit"], "program:./unit"),
    (["diff", A, B, "--rates", "-1"], "--rates"),
    (["diff", A, B, "--effort", "0"], "--effort"),
    (["diff", A, B, "--html", "x.html"], "--html needs --matrix"),
    (["diff", A, "--matrix"], "leave out"),
    (["diff", "--matrix", "--rates", "7"], "--rates: has no effect with --matrix"),
    (["probe", "--published", "--suite", "fttn"], "no option but --json and --html"),
    (["diff", "--matrix", "--arch", "Kepler"], "Kepler"),
    (["diff", "--matrix", "--format", "fp15"], "fp15"),
    (["diff", "--matrix", "--arch", "Volta", "--format", "e2m1"], "no instruction"),
    (["diff", "--matrix", "--html", "missing/x.html"], "--html"),
    (["witness", A, B], "--out"),
    (["witness", A, B, "-o", "x.vec", "--count", "0"], "--count"),
    (["witness", A, "-o", "x.vec"], "karat witness MODEL MODEL"),
    (["replay", "sep.vec", "--as", "Hopper/HMMA.1688.F32"],
     "sep.vec holds fp16 x fp16 + fp32 -> fp32, k = 16, and"),
    (["explain", "--vec", "sep.vec", "--as", "Hopper/HMMA.1688.F32"], "metadata must agree"),
    (["explain", "--arch", "Hopper", "--instruction", "HMMA.1688.F32", "--as", A], "--as: applies only with"),
    (["replay", "sep.vec", "--as", "program:x"], '"program:x" is not a model'),
]:
    assert why in run(*words, status=2), words
print("karat diff and karat witness: verdicts, vectors and refusals are as documented")
