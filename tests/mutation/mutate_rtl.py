#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mutation campaign on the reference RTL: does karat check catch every change of a design's function?

usage: mutate_rtl.py KARAT OUT [--units NAME,...] [--mutants N] [--count TILES] [--jobs N] [--seed N]

For each design of units.txt yosys draws N mutations of its netlist: an input or output bit of a cell is
stuck, inverted, or inverted conditionally on another bit. All are built into one Verilated model, and an
input selects the mutant. If a mutation makes a combinational loop, Verilator fails and the campaign ends with
its message.

Each mutant runs the standard stimulus: TILES directed tiles, then up to TILES more that are steered to
coverage holes. Equivalence checking (proof.py) is tried on survivors, because no tile can kill an equivalent
mutant. The quickest proof is tried after the first 20,000 tiles, the others at the end.

OUT keeps the results, and mutants that were killed or proved equivalent are not run again. Exit status 1 if a
survivor is not proved equivalent.
"""

import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import campaign
import proof

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FIRST = 20000  # directed tiles before the first proof
NOT_SYNTHESISED = ("karat_top.sv", "karat_port_check.sv")


def must(command, log, **options):
    with open(log, "w", encoding="utf-8") as out:
        done = subprocess.run(
            [str(word) for word in command], stdout=out, stderr=subprocess.STDOUT, check=False, **options
        )
    if done.returncode != 0:
        sys.exit(f"mutate_rtl: {command[0]} failed with exit status {done.returncode}; see {log}")


class Design:
    """One row of units.txt, and the folder for its build and results."""

    def __init__(self, row, options):
        self.name, spec, self.stages = (column.strip() for column in row.split("|"))
        self.options = options
        text = '{"karat_spec": 1, ' + spec + "}\n"
        with tempfile.TemporaryDirectory(dir=options.out) as folder:
            fresh = pathlib.Path(folder)
            (fresh / "spec.json").write_text(text, encoding="utf-8")
            must(
                [options.karat, "rtl", "--spec", fresh / "spec.json", "--lanes", "1x1",
                 "--stages", self.stages, "--out", fresh / "rtl"],
                options.out / f"{self.name}.log",
            )
            rtl = "".join(path.read_text(encoding="utf-8") for path in sorted((fresh / "rtl").glob("*.sv")))
            key = hashlib.sha256(
                "\0".join([rtl, text, str(options.mutants), str(options.seed)]).encode()
            ).hexdigest()[:12]
            self.home = options.out / f"{self.name}-{key}"
            if not (self.home / "rtl").exists():
                self.home.mkdir(exist_ok=True)
                (fresh / "rtl").rename(self.home / "rtl")
        self.spec = self.home / "spec.json"
        self.spec.write_text(text, encoding="utf-8")
        self.candidate = self.home / "candidate.so"
        # Results with another number of tiles or another karat are kept in another file.
        karat = hashlib.sha256(options.karat.read_bytes()).hexdigest()[:12]
        self.results = self.home / f"results-{options.count}-{karat}.jsonl"

    def list(self):
        return (self.home / "mutants.ys").read_text(encoding="utf-8").splitlines()

    def build(self):
        """Builds the netlist, the mutants and the Verilated candidate, unless they exist."""
        if self.candidate.exists():
            return
        rtl = self.home / "rtl"
        files = [
            line
            for line in (rtl / "karat_top.f").read_text(encoding="utf-8").split("\n")
            if line.endswith(".sv") and line not in NOT_SYNTHESISED
        ]
        width = self.options.mutants.bit_length()
        # splitnets: Verilator 5.006 gives wrong results where a bit of a vector seems to depend on another
        # bit of the same vector.
        script = (
            f"read_verilog -sv {' '.join(files)}; hierarchy -check -top karat_top_flat; "
            "proc; flatten; opt_expr; opt_clean; "
            f"mutate -list {self.options.mutants} -seed {self.options.seed} -ctrl mutant_i {width} 1 "
            "-o ../mutants.ys; "
            "script ../mutants.ys; opt_clean; splitnets -driver; opt_clean; "
            "write_verilog -noattr ../mutants.v; "
            "async2sync; dffunmap; opt_clean; techmap; opt_clean; rename -top same; "
            "write_blif ../mutants.blif"
        )
        must(["yosys", "-q", "-p", script], self.home / "yosys.log", cwd=rtl)
        top = (
            (rtl / "karat_top.sv")
            .read_text(encoding="utf-8")
            .replace("i_flat (", "i_flat (.mutant_i(mutant),", 1)
        )
        select = (
            f'  import "DPI-C" function int karat_mutant();\n  logic [{width - 1}:0] mutant;\n'
            f"  always_ff @(posedge clk_i) mutant <= {width}'(karat_mutant());\n"
        )
        (self.home / "top.sv").write_text(top.replace(");\n", ");\n" + select, 1), encoding="utf-8")
        flags = (
            "-fPIC -DVL_USER_FINISH -DVL_USER_STOP -DVL_USER_FATAL "
            f"-I{ROOT}/tb/candidate -DKARAT_M=1 -DKARAT_N=1"
        )
        must(
            [
                "verilator", "--cc", "--exe", "--build", "-j", "1", "-O3", "-Wno-lint", "-Wno-style",
                "--assert", "--prefix", "Vcandidate", "--top-module", "karat_top",
                rtl / "karat_port_check.sv", self.home / "mutants.v", self.home / "top.sv",
                ROOT / "tb/candidate/verilated_candidate.cpp", HERE / "select.cpp",
                "--Mdir", self.home / "obj", "-o", "candidate.so", "-CFLAGS", flags, "-LDFLAGS", "-shared",
                "-MAKEFLAGS", "OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O2",
            ],
            self.home / "verilator.log",
            env={"OBJCACHE": shutil.which("ccache") or "", **os.environ},
        )
        (self.home / "obj/candidate.so").rename(self.candidate)  # only a complete build gets this name

    def check(self, mutant, count, steered):
        """Runs karat check on one mutant and returns its JSON report."""
        scratch = self.home / f"mismatches_{mutant}.vec"
        command = [
            self.options.karat, "check", "--spec", self.spec, "--candidate", self.candidate,
            "--count", str(count), "--max-mismatches", "1", "--no-diagnosis", "--json", "--quiet",
            "--out", scratch,
        ] + (["--until-coverage", "100", "--seed", "2"] if steered else [])
        done = subprocess.run(
            [str(word) for word in command],
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
            env={**os.environ, "KARAT_MUTANT": str(mutant)},
        )
        scratch.unlink(missing_ok=True)
        if done.returncode not in (0, 1) or not done.stdout.startswith("{"):
            sys.exit(
                f"mutate_rtl: {self.name}, mutant {mutant}: "
                f"karat check ended with exit status {done.returncode}: {done.stderr.strip()}"
            )
        return json.loads(done.stdout)

    def judge(self, mutant):
        """Returns the result of one mutant.

        Most mutants that can be killed need only a few tiles. Most others are then quickly proved equivalent.
        The rest run all tiles, and then the slower proofs.
        """
        tiles = 0
        for step, (count, steered) in enumerate(
            ((min(FIRST, self.options.count), False), (self.options.count, False), (self.options.count, True))
        ):
            found = self.check(mutant, count, steered)
            tiles = found["tiles"] + (self.options.count if steered else 0)
            # Missed coverage says nothing about the mutant.
            if found["verdict"] not in ("passed", "uncovered"):
                return {"mutant": mutant, "result": "killed", "by": found["verdict"], "tiles": tiles}
            if step == 0 and mutant > 0 and proof.combinational(self.home, mutant):
                return {"mutant": mutant, "result": "equivalent", "by": "combinational", "tiles": tiles}
        proved = proof.sequential(self.home, mutant) if mutant > 0 else ""
        return {
            "mutant": mutant,
            "result": "equivalent" if proved else "survived",
            "by": proved,
            "tiles": tiles,
        }

    def location(self, mutant):
        """Returns source line, hierarchical path and kind of a mutant."""
        words = self.list()[mutant - 1].split()
        at = {word: words[i + 1] for i, word in enumerate(words) if word.startswith("-")}
        cell = at["-cell"]
        source = re.search(r"karat_\w+\.sv:\d+", cell) or re.search(
            r"karat_\w+\.sv:\d+", " ".join(words[words.index("-src") :])
        )
        path = re.sub(r"\$flatten|\\", "", cell).split(".$")[0]
        kind = re.search(r"\$(\w+)\$", cell.split("$flatten")[-1])
        return (f"{source[0] if source else '?'} {path} {kind[1] if kind else cell} "
                f"{at['-port']}[{at['-portbit']}] {at['-mode']}")


def judge_all(design, pool):
    """Returns all results of a design, including those of earlier runs."""
    design.build()
    # Survivors are tried again.
    known = {one["mutant"]: one for one in campaign.results(design.results) if one["result"] != "survived"}
    if 0 not in known:
        known[0] = design.judge(0)
        if known[0]["result"] != "survived":
            sys.exit(f"mutate_rtl: {design.name}: the unmutated design fails karat check ({known[0]['by']})")
    todo = [mutant for mutant in range(len(design.list()) + 1) if mutant not in known or mutant == 0]
    with open(design.results, "a", encoding="utf-8") as out:
        for one in pool.map(design.judge, todo[1:]):
            known[one["mutant"]] = one
            out.write(json.dumps(one) + "\n")
            out.flush()
    del known[0]
    return known


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else 0


def main():
    parser = argparse.ArgumentParser(description="mutation campaign on the reference RTL")
    parser.add_argument("karat", type=campaign.program)
    parser.add_argument("out", type=campaign.folder)
    parser.add_argument("--units", help="only these designs of units.txt")
    parser.add_argument("--mutants", type=campaign.positive, default=300, help="mutants of each design")
    parser.add_argument(
        "--count",
        type=campaign.positive,
        default=400000,
        help="directed tiles; at most as many steered tiles follow",
    )
    parser.add_argument("--jobs", type=campaign.positive, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=1, help="seed for drawing the mutants")
    options = parser.parse_args()
    start = time.monotonic()
    rows = [
        line
        for line in (HERE / "units.txt").read_text(encoding="utf-8").splitlines()
        if line.strip() and not line.startswith("#")
    ]
    wanted = options.units.split(",") if options.units is not None else []
    unknown = set(wanted) - {row.split("|")[0].strip() for row in rows}
    if unknown:
        names = ", ".join(row.split("|")[0].strip() for row in rows)
        wrong = ", ".join(repr(name) for name in sorted(unknown))
        parser.error(f"--units: {wrong}: not in units.txt; the designs are {names}")
    designs = [Design(row, options) for row in rows if not wanted or row.split("|")[0].strip() in wanted]
    print(
        f"{'design':14} {'mutants':>7} {'killed':>7} {'equivalent':>10} {'survived':>8} "
        f"{'median':>7} {'95 %':>7} vectors to kill",
        flush=True,
    )
    survivors, proofs = [], collections.Counter()
    totals = dict.fromkeys(("killed", "equivalent", "survived"), 0)
    with (
        concurrent.futures.ThreadPoolExecutor(options.jobs) as pool,
        concurrent.futures.ThreadPoolExecutor(options.jobs) as builders,
    ):
        builds = {design.name: builders.submit(design.build) for design in designs}
        for design in designs:
            builds[design.name].result()
            results = judge_all(design, pool)
            count = {kind: sum(one["result"] == kind for one in results.values()) for kind in totals}
            tiles = [one["tiles"] for one in results.values() if one["result"] == "killed"]
            median = statistics.median(tiles) if tiles else 0
            print(
                f"{design.name:14} {len(results):7} {count['killed']:7} {count['equivalent']:10} "
                f"{count['survived']:8} {median:7g} {percentile(tiles, 0.95):7g}",
                flush=True,
            )
            survivors += [
                f"{design.name} {mutant}: {design.location(mutant)}"
                for mutant, one in sorted(results.items())
                if one["result"] == "survived"
            ]
            proofs.update(one["by"] for one in results.values() if one["result"] == "equivalent")
            for kind, number in count.items():
                totals[kind] += number
    for text in survivors:
        print(f"survived: {text}")
    by_proof = ", ".join(f"{how}: {number}" for how, number in proofs.most_common())
    print(
        f"{sum(totals.values())} mutants: {totals['killed']} killed, "
        f"{totals['equivalent']} proved equivalent ({by_proof}), {totals['survived']} survived, "
        f"0 failed to build (one build serves all of a design); {time.monotonic() - start:.0f} s"
    )
    sys.exit(1 if survivors else 0)


campaign.run(main)
