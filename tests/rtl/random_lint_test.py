#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""RTL of random recipes must pass verilator --lint-only -Wall without warnings and without waivers.

usage: random_lint_test.py KARAT SCRATCH [--count N] [--seed N] [--first N]

Recipes are drawn from all that docs/reference/recipes.md documents: every attribute, and up to three sums and
a chain nested in each other. Each is written with a random number of pipeline stages, including 0, 1 and the
maximum. A recipe that karat refuses is counted and drawn again. A recipe that fails is kept as
SCRATCH/SEED_NUMBER.json; --first NUMBER --count 1 repeats it.
"""
import argparse
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys

ROUNDINGS = ["RZ", "RD", "RU", "RA", "RNE", "RNU", "RND", "RNZ", "RNA", "RNO", "RO"]
FRACTION = {"fp32": 23, "fp16": 10, "bf16": 7, "e5m2": 2, "e4m3": 3, "fp64": 52, "tf32": 10}
RESULTS = ["fp32", "fp32", *FRACTION]
FACTORS = ["fp16", "fp16", "bf16", "fp32", "tf32", "e5m2", "e4m3", "e4m3ieee", "e3m4", "e5m2fnuz", "e4m3fnuz",
           "e3m2", "e2m3", "e2m1", "fp64"]
MOST_SUMS = 3  # not counting the start of a chain
# Attempts to draw a recipe that karat rtl accepts.
PATIENCE = 12


class Maker:
    """Draws one recipe from a seed."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.sums = 0
        self.k = self.one(1, 2, 3, 4, 4, 6, 8, 8)

    def one(self, *values):
        return self.random.choice(values)

    def chance(self, n):
        return self.random.randrange(n) == 0

    def some(self, out, n, **values):
        """Adds each value with a probability of 1/n."""
        for key, value in values.items():
            if self.chance(n):
                out[key] = value

    def divisor(self, n):
        return self.one(*(d for d in range(1, n + 1) if n % d == 0))

    def pattern(self):
        return self.one("contiguous", "interleaved", "pairs")

    def recipe(self):
        operands = {"a": self.one(*FACTORS), "c": self.one(*RESULTS), "d": self.one(*RESULTS), "k": self.k}
        operands["b"] = operands["a"] if self.chance(2) else self.one(*FACTORS)
        self.some(operands, 6, convert=self.one("fp32", "fp64", "bf16"), convert_c=self.one("fp32", "fp64"),
                  flush_a=True, flush_b=True, flush_c=True, flush_below="fp32", flush_sign="keep",
                  product_overflow="inf", flush_products=True, zero_product_sign="positive")
        self.scaled = self.one(None, None, "product", "sum")
        if self.scaled is not None:
            operands["scale"] = self.one("ue8m0", "ue4m3")
            operands["scale_block"] = self.divisor(self.k)
        self.zero_product = self.one("ignored", "ignored", "minus126", "format_min")
        self.d = operands["d"]
        if self.chance(2):
            result = self.chain()
        else:
            result = {**self.sum(self.k, "c", True), "round": self.round(self.d)}
        return {"karat_recipe": 1, "operands": operands, "result": result}

    def round(self, name=None):
        out = {"format": name or self.one(*RESULTS), "rounding": self.one(*ROUNDINGS)}
        self.some(out, 2, overflow=self.one("saturate", "ieee"), underflow_sign="positive",
                  nan=self.one("riscv", "any", "amd_rdna", "x86", "indefinite",
                               "nvidia_fp64"))
        self.some(out, 6, fraction=self.random.randint(1, FRACTION[out["format"]]))
        if self.chance(4):
            out |= {"flush": True, "flush_when": self.one("encoded", "before", "unbounded"),
                    "flush_sign": self.one("keep", "positive")}
        return out

    def chain(self):
        """A chain that starts from c, from +0 (c is added at the end), or from the sum of c and product 0."""
        kind = self.one("c", "c", "zero", "sum")
        start, n, taken = kind, self.k, {}
        if kind == "sum" and self.k > 1:
            start, n = {"of": self.sum(1, "c", True), "k": [0]}, self.k - 1
            taken = {"k": [f"1..{n}"] if n > 1 else [1]}
        elif kind == "sum":
            start = "c"
        slices = self.one(*(d for d in (1, 2, 4, n) if n % d == 0))
        step = self.sum(n // slices, "acc", False)
        step["round"] = self.round(self.d if self.chance(2) else None)
        out = {"slices": slices, "pattern": self.pattern(), "start": start, "chain": step, **taken}
        if kind == "zero":
            top = self.shell()
            terms = [self.addend(out, top), self.addend("c", top)]
            return self.framed({**top, "sum": terms, "round": self.round(self.d)})
        if step["round"]["format"] != self.d or self.chance(6):
            out["last"] = self.round(self.d)
        return out

    def shell(self):
        """The attributes of a sum that its addends depend on."""
        self.sums += 1
        out = {"grid": "common"} if self.chance(4) else {}
        if not out:
            self.some(out, 6, floor=self.random.randint(-150, 20))
        self.some(out, 6, sticky="ored", specials="operands")
        self.some(out, 2, zero_sum="ieee")
        return out

    def sum(self, n, extra, rounded):
        """A sum of n products and `extra`, here or in a nested sum. `rounded`: the caller rounds the sum, or
        it is the step of a chain."""
        out = self.shell()
        if not rounded and extra != "acc":
            out.pop("sticky", None)
        out["sum"] = []
        below = extra if extra and self.sums < MOST_SUMS and self.chance(5) else None
        self.products(out, n, below)
        if extra and not below:
            out["sum"].append(self.addend(extra, out))
        self.random.shuffle(out["sum"])
        return self.framed(out)

    def framed(self, out):
        signs = sum(one["of"] in ("c", "acc") for one in out["sum"])
        if signs == 1 and out.get("grid") == "common" and self.chance(3):
            out["frame"] = "c_sign"
            for one in out["sum"]:
                one["rounding"] = "RZ"
                one.pop("drop_tiny_negative", None)
        return out

    def products(self, out, n, below):
        shape = self.random.randrange(4) if self.sums < MOST_SUMS else 0
        if below or shape == 1:
            parts = 1 if below else self.divisor(n)
            one = self.addend(self.inner(n // parts, below), out)
            out["sum"].append({**one, "parts": parts, "pattern": self.pattern()})
        elif shape == 2 and n % 2 == 0:
            share = {"parts": 2, "pattern": self.pattern()}
            out["sum"].append({**self.addend("product", out), **share, "part": 0})
            out["sum"].append({**self.addend(self.inner(n // 2, None), out), **share, "part": 1})
        else:
            one = self.addend("product", out)
            self.some(one, 6, k=list(range(n))[::-1])
            out["sum"].append(one)

    def inner(self, n, extra):
        rounded = self.chance(2)
        out = self.sum(n, extra, rounded)
        if rounded:
            out["round"] = self.round()
        else:
            out.pop("sticky", None)
        return out

    def addend(self, of, parent):
        common = parent.get("grid") == "common"
        width = self.random.randint(1, 140 if self.chance(6) and not common else 40)
        out = {"of": of, "F": "exact" if self.chance(5) and not common else width,
               "rounding": self.one("RZ", "RD") if "sticky" in parent else self.one(*ROUNDINGS)}
        if not common:
            self.some(out, 6, cutoff=self.random.randint(0, 40))
        self.some(out, 4, drop_tiny_negative=True)
        if of == "product":
            out["zero"] = self.zero_product
            if self.scaled == "product" or self.scaled == "sum" and self.chance(12):
                out["scaled"] = True
        elif isinstance(of, dict):
            out["zero"] = self.one("ignored", "terms", "counted")
            if self.scaled == "sum" and "sum" in of:
                out["scaled"] = True
                self.some(out, 3, compared_by="scale")
        else:
            out["zero"] = self.one("ignored", "minus126", "format_min")
            if of == "acc":
                self.some(out, 6, flush=True)
        if out["zero"] == "ignored" and "compared_by" not in out and self.chance(3):
            out["compared_by"] = "leading"
            self.some(out, 2, least_exponent=self.random.randint(-150, 0))
        return out


class Karat:
    def __init__(self, program, scratch):
        self.program = program
        self.scratch = scratch

    def write(self, text, stages):
        """Writes the design to SCRATCH/rtl. Returns exit status and stderr."""
        spec = self.scratch / "recipe.json"
        spec.write_text(text, encoding="utf-8")
        shutil.rmtree(self.scratch / "rtl", ignore_errors=True)
        words = [self.program, "rtl", "--spec", spec, "--lanes", "1x1", "--stages", str(stages)]
        done = subprocess.run([*words, "--out", self.scratch / "rtl"], capture_output=True, text=True,
                              check=False, timeout=60)
        return done.returncode, done.stderr.strip()

    def deepest(self, text):
        """The largest number of stages, or None and the reason why the recipe is refused."""
        status, said = self.write(text, 1000)
        most = re.search(r"this recipe allows 0\.\.(\d+)", said)
        if status == 2 and most:
            return int(most[1]), ""
        return None, said if status == 2 and said.count("\n") == 0 else f"FAULT: exit status {status}: {said}"

    def fault(self, text, stages):
        """The first error or warning of the design, or an empty string."""
        status, said = self.write(text, stages)
        if status != 0:
            return f"karat rtl: exit status {status}: {said}"
        words = ["verilator", "--lint-only", "-Wall", "--assert", "--top-module", "karat_top"]
        done = subprocess.run([*words, "-F", self.scratch / "rtl/karat_top.f"], capture_output=True,
                              text=True, check=False, timeout=300)
        lines = (done.stdout + done.stderr).splitlines()
        return lines[0] if done.returncode != 0 or lines else ""


def draw(karat, seed, number):
    """A recipe that karat accepts, its stages, and the number of refused draws before it. If karat fails, the
    stages are None and the third value is the error."""
    for attempt in range(PATIENCE):
        maker = Maker(f"{seed}/{number}/{attempt}")
        text = json.dumps(maker.recipe(), indent=1) + "\n"
        most, why = karat.deepest(text)
        if most is not None:
            return text, maker.one(0, 1, 1, most, maker.random.randint(0, most)), attempt
        if why.startswith("FAULT"):
            return text, None, why
    return None, None, PATIENCE


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("karat", type=pathlib.Path)
    parser.add_argument("scratch", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args()
    options.scratch.mkdir(parents=True, exist_ok=True)
    karat = Karat(options.karat.resolve(), options.scratch.resolve())
    refused = clean = 0
    faults = []
    for number in range(options.first, options.first + options.count):
        text, stages, extra = draw(karat, options.seed, number)
        if text is None:
            refused += extra
            continue
        refused += extra if stages is not None else 0
        wrong = extra if stages is None else karat.fault(text, stages)
        if wrong:
            kept = options.scratch / f"{options.seed}_{number}.json"
            kept.write_text(text, encoding="utf-8")
            faults.append(f"{kept}, {stages} stages: {wrong}")
            print(faults[-1], flush=True)
        else:
            clean += 1
    print(f"seed {options.seed}: {clean + len(faults)} designs, {clean} clean, {refused} draws refused")
    if clean + len(faults) < 0.8 * options.count:
        print("too few designs: most of the drawn recipes are refused")
        return 1
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
