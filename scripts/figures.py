#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the benchmarks of bench/ and writes docs/explanation/figures.md.

Usage: figures.py BUILD [SECTION...]; SECTION: engine, order, readable, python, dpi, check, systemc,
instructions, area. Without sections, all of them.

BUILD is a build folder with the benchmarks, as `make bench` makes it. Run it on a machine that does nothing
else. Each section's results are kept in BUILD/figures.json, so a section can be measured again alone. Results
of another machine or compiler are discarded. `instructions` needs valgrind, `area` yosys and some minutes.
"""
import array
import datetime
import json
import os
import pathlib
import random
import re
import resource
import shutil
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "explanation" / "figures.md"
NOT_YET = "not measured yet"
INSTRUCTION_SETS = ("sse4_1", "avx2", "fma", "avx512f", "avx512bw", "avx512_vnni", "asimd", "sve")


def output_of(*command, **options):
    words = [str(word) for word in command]
    done = subprocess.run(words, text=True, capture_output=True, check=False, **options)
    if done.returncode != 0:
        sys.exit(f"figures: {' '.join(words)}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def first_line(*command):
    return output_of(*command).split("\n")[0] if shutil.which(command[0]) else "not installed"


def find_all(pattern, text, least=1):
    found = re.findall(pattern, text, re.M)
    if len(found) < least:
        sys.exit(f"figures: {pattern!r} is not in this output:\n{text}")
    return found


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines)


class Bench:
    """The programs of a build folder. Each method measures a section: the rows of each of its tables."""

    def __init__(self, build):
        self.build = build
        self.karat = self.program("cli/karat")

    def program(self, path):
        found = self.build / path
        if not os.access(found, os.X_OK):
            sys.exit(f"figures: {found} is not built; run `make bench BUILD={self.build}` first")
        return found

    def engine(self):
        text = output_of(self.program("bench/gemm_bench"))
        name = find_all(r"^engine: (\S+),", text)[0]
        rows = find_all(r"^(\w+ \S+)\s+([\d.]+) GMAC/s\D+([\d.]+) %\D+[\d.]+\D+(\d+) x", text)
        growth = find_all(r"(\d+)\^3 ([\d.]+) ns", text, 4)
        own, blas, own_best, blas_best = find_all(r"([\d.]+) x", text[text.index("two threads"):], 4)[:4]
        return [rows, [[name, *(cost for _, cost in growth)]],
                [["karat", own, own_best], ["sgemm", blas, blas_best]]]

    def python(self):
        text = output_of("python3", ROOT / "bench" / "plain_python.py", self.karat,
                         self.program("bench/gemm_bench"))
        return [find_all(r"([\d.]+) MMAC/s\D+([\d.]+) GMAC/s\D+(\d+) x", text)]

    def readable(self):
        done = subprocess.run([self.program("bench/dot_add_bench"), "--benchmark_format=json",
                               "--benchmark_repetitions=7"], text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, check=True)
        least = {}
        for run in json.loads(done.stdout)["benchmarks"]:
            if run["run_type"] == "iteration":
                name = run["run_name"].split("/")[1]
                least[name] = min(least.get(name, 1e99), run["cpu_time"])
        source = (ROOT / "bench" / "dot_add_bench.cpp").read_text()
        names = {name: f"{arch} {instruction}" for name, arch, instruction in find_all(
            r'BENCHMARK_CAPTURE\(dot_adds, (\w+), "(\w+)", "([^"]+)"\)', source)}
        return [[[names[name], f"{time:.0f}"] for name, time in least.items()]]

    def order(self):
        orders = {"natural": [], "random": ["--seed", "1"], "split_k": ["--split", "8"], "kahan": [],
                  "anti_kahan": [], "magnitude": []}
        rows = []
        with tempfile.TemporaryDirectory() as folder:
            draw = random.Random(1)
            for name in ("a", "b"):
                write_npy(f"{folder}/{name}.npy", 512, draw)
            times = {}
            for instruction in ("HMMA.16816.F32", "HMMA.16816.F16"):
                for order, more in orders.items():
                    repeat = 1 if order == "magnitude" else 5
                    times[instruction, order] = min(
                        cpu_seconds(self.karat, "gemm", "a.npy", "b.npy", "-o", "d.npy", "--arch", "Hopper",
                                    "--instruction", instruction, "--threads", "1", "--order", order, *more,
                                    cwd=folder) for _ in range(repeat))
        for order in orders:
            rows.append([f"`{order}`"] + [
                f"{times[i, order]:.3g} s ({times[i, order] / times[i, 'natural']:.3g})"
                for i in ("HMMA.16816.F32", "HMMA.16816.F16")])
        return [rows]

    def dpi(self):
        text = output_of(self.program("bench/dpi_bench_obj/Vdpi_bench"))
        rows = []
        for name, key in (("one dot-add, K = 16", "dot-add K"), ("16 x 8 x 16 tile, per lane", "tile 16"),
                          ("compare a 16 x 8 x 16 tile, per lane", "compare 16")):
            line = next((line for line in text.split("\n") if line.startswith(key)), "")
            times = find_all(r"([\d.]+) ns", line or key)
            rows.append([name, *times, *["-"] * (2 - len(times))])
        return [rows]

    def check(self):
        text = output_of(self.program("bench/check_bench"), self.program("tests/cosim/cosim_hopper"),
                         env={**os.environ, "KARAT_CACHE": str(self.build / "cache")})
        rows = []
        for name, key in (("Verilated design", "design"), ("golden model and scoreboard", "golden"),
                          ("stimulus", "stimulus"), ("the whole check", "whole"),
                          ("the whole check through SystemC", "SystemC")):
            found = find_all(rf"^ .*\b{key}\b[^\n\d]*([\d.]+)", text)
            rows.append([name, found[0]])
        return [rows]

    def systemc(self):
        text = output_of(self.program("bench/systemc_bench"))
        extension, memory_map = find_all(r"extension ([\d.]+), memory map ([\d.]+)", text)[0]
        return [[["TileExtension", extension], ["memory map", memory_map]]]

    def instructions(self):
        if not shutil.which("valgrind"):
            sys.exit("figures: valgrind is not installed")
        rounds = int(find_all(r"kRounds = (\d+)", (ROOT / "bench" / "gemm_bench.cpp").read_text())[0])
        rows = []
        with tempfile.TemporaryDirectory() as folder:
            for name in ("HMMA.16816.F32.BF16", "QGMMA", "HMMA.1688.F32.TF32", "v_mfma_f32_32x32x8_f16",
                         "fp8_fp8", "32x32x8f16", "UTCOMMA", "DMMA", "v_mfma_f32_16x16x4_f32", "VDPBF16PS",
                         "v_wmma_f32_16x16x16_f16"):
                text = output_of("valgrind", "--tool=callgrind", "--callgrind-out-file=callgrind.out",
                                 "--toggle-collect=karat::TileEngine::run_fast*",
                                 self.program("bench/gemm_bench"), "128", name, cwd=folder)
                lines = find_all(r"^(\w+ \S+)\s+[\d.]+ GMAC/s", text)
                collected = int(find_all(r"Collected : (\d+)", text)[0])
                products = rounds * len(lines) * 128**3
                engine = find_all(r"^engine: (\S+),", text)[0]
                rows.append([", ".join(lines), engine, f"{collected / products:.2f}"])
        return [rows]

    def area(self):
        text = output_of("python3", ROOT / "examples" / "literature" / "tensorgauge_area.py", self.karat,
                         env={**os.environ, "KARAT_CACHE": str(self.build / "cache")})
        slopes = find_all(r"^ +(\S.*?) +F = (\d+):.*?\+([\d.]+) %[^\n+]*\+([\d.]+) %", text)
        areas = find_all(r"^ +(\S.*?) +K = +(\d+): +([\d.]+) NAND2, depth +(\d+)", text)
        by_place = {(unit, int(k)): f"{float(area):.0f} ({depth})" for unit, k, area, depth in areas}
        units = TABLES["area"][1][1:]
        sizes = sorted({k for _, k in by_place})
        return [[[unit, F, f"+{own} %", f"+{published} %"] for unit, F, own, published in slopes],
                [[k, *(by_place.get((unit, k), "") for unit in units)] for k in sizes]]


# Headers of each section's tables.
TABLES = {
    "engine": [["instruction", "GMAC/s", "% of sgemm", "times the readable model"],
               ["engine", "128^3", "256^3", "512^3", "1024^3"],
               ["two threads", "times one thread, median", "in the best tenth of the rounds"]],
    "order": [["order", "HMMA.16816.F32", "HMMA.16816.F16"]],
    "readable": [["instruction", "ns per dot-add"]],
    "python": [["plain Python, MMAC/s", "engine, GMAC/s", "ratio"]],
    "dpi": [["call", "from SystemVerilog, ns", "the bare model, ns"]],
    "check": [["part", "microseconds per tile"]],
    "systemc": [["access", "times the bare engine"]],
    "instructions": [["instruction", "engine", "processor instructions per product"]],
    "area": [["unit", "F", "area per further bit of F", "TensorGauge"],
             ["K", "FDA", "SDA", "FMA chain", "MUL+ADD chain"]],
}


def write_npy(path, size, draw):
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({size}, {size}), }}"
    header = header.ljust(117) + "\n"
    values = array.array("f", (draw.gauss(0, 1) for _ in range(size * size)))
    with open(path, "wb") as out:
        out.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + values.tobytes())


def cpu_seconds(*command, cwd):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    output_of(*command, cwd=cwd)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def machine_of(build):
    info = pathlib.Path("/proc/cpuinfo").read_text()
    model = re.findall(r"^model name\s*: (.*)$", info, re.M) or ["unknown"]
    flags = re.findall(r"^(?:flags|Features)\s*: (.*)$", info, re.M) or [""]
    cache = (build / "CMakeCache.txt").read_text()
    compiler = re.search(r"^CMAKE_CXX_COMPILER:\w+=(.*)$", cache, re.M)[1]
    optimised = re.search(r"^CMAKE_CXX_FLAGS_RELEASE:\w+=(.*)$", cache, re.M)[1]
    system = re.search(r'^PRETTY_NAME="(.*)"', pathlib.Path("/etc/os-release").read_text(), re.M)[1]
    virtual = " (virtual machine)" if "hypervisor" in flags[0].split() else ""
    return {"processor": model[0] + virtual, "cores": str(os.cpu_count()),
            "instruction sets": ", ".join(name for name in INSTRUCTION_SETS if name in flags[0].split()),
            "system": system, "compiler": f"{first_line(compiler, '--version')}, `{optimised}`",
            "Verilator": first_line("verilator", "--version"),
            "Yosys": first_line("yosys", "-V").split(" (")[0]}


def rendered(machine, sections):
    """The page. A section without results gets its table headers."""

    def tables(name):
        result = sections.get(name)
        if result is None:
            return "\n\n".join(table(header, [[NOT_YET] + [""] * (len(header) - 1)])
                               for header in TABLES[name])
        parts = [table(header, rows) for header, rows in zip(TABLES[name], result["tables"])]
        return "\n\n".join(parts) + f"\n\nMeasured on {result['date']} with {result['version']}."

    text = TEMPLATE
    facts = [[key, value] for key, value in machine.items()] if machine else [[NOT_YET, ""]]
    text = text.replace("{{machine}}", table(["machine", ""], facts))
    return re.sub(r"\{\{(\w+)\}\}", lambda match: tables(match[1]), text)


TEMPLATE = """# Measured figures

This page holds every measured figure of the documentation: speeds, and gate counts of the reference RTL. It
is written by `scripts/figures.py`, which runs the benchmarks of `bench/`. Measure on your own machine before
you rely on a figure.

{{machine}}

## Vector engine

Whole products of 512 x 512 x 512 on one thread, beside OpenBLAS `sgemm` of the same run and the readable
model. Operands are about N(0,1). Everything that is compared takes turns. Rates are those of the best of
fifteen rounds, in processor time; ratios are the median of the rounds' ratios, which depends less on what
else the machine does.

{{engine}}

The second table has the cost of one multiply-accumulate of `HMMA.16816.F32` in nanoseconds by the size of the
product. The third has the speed of two threads.

### Instructions per product

Processor instructions for each product, decoding and everything else included, counted by callgrind at 128 x
128 x 128. valgrind has no AVX-512, so the engine uses AVX2 here.

{{instructions}}

For eight products AVX2 takes one instruction of the exponent pass (an addition and a maximum for sixteen) and
four of the product pass: two multiplications, a conversion, an addition. The rest is what each dot-add needs
once: the exponent of c, the guard, the scale, the rounding.

### Accumulation orders

`karat gemm` on 512 x 512 x 512, one thread: processor time of the whole command, and in brackets its ratio to
`natural`. `split_k` has 8 chains. `magnitude` sorts and computes each lane by itself. With d in fp16, the
additions of `kahan` and `anti_kahan` are no machine instructions.

{{order}}

### Plain Python

The definition of `HMMA.16816.F32` in plain Python (`bench/plain_python.py`), one thread each. The two are
first compared on random operands.

{{python}}

## Readable model

One thread, no trace.

{{readable}}

## DPI calls

Calls from Verilated SystemVerilog through `karat_pkg`, and the same work called from C++. Processor time, the
least of seven rounds. The instruction is `HMMA.16816.F32`; operands are packed vectors of `bit`.

{{dpi}}

## A check

`karat check` on the reference RTL of Hopper `HMMA.16816.F32` with 2 x 2 lanes: where the time of one tile
goes.

{{check}}

## SystemC socket

One 16 x 8 x 16 tile through the TLM socket, compared with a call of the engine.

{{systemc}}

## Gate counts

The reference RTL, synthesised by `karat cost` to generic gates: one combinational lane. TensorGauge (Liu et
al. 2026) reports the same quantity at 22 nm from a commercial tool. The order of the units is comparable, the
values are not: TensorGauge's MX unit serves every pair of FP8, FP6 and FP4 formats, the one here a single
pair, and its F, pipeline and cells are others. A group sum makes F cheap (GFDA); the separate addition of c
dilutes it (SDA).

{{area}}

The second table has the area per product in two-input NANDs, FP16 into FP32, F = 25, from the netlist of
least area, and in brackets the depth of the netlist of least depth. The depth of a fused unit grows with log
K, that of a chain with K. Each further doubling of K saves less, because only normalisation, rounding and c
are shared. [Compare costs](../how-to/compare-costs.md) says what these figures mean.
"""


def main():
    names = sys.argv[2:]
    if len(sys.argv) < 2 or sys.argv[1].startswith("-") or any(name not in TABLES for name in names):
        sys.exit(__doc__)
    build = pathlib.Path(sys.argv[1]).resolve()
    bench = Bench(build)
    machine = machine_of(build)
    store = build / "figures.json"
    kept = json.loads(store.read_text()) if store.is_file() else {}
    sections = kept.get("sections", {}) if kept.get("machine") == machine else {}
    for name in names or TABLES:
        print(f"figures: {name}", flush=True)
        found = getattr(bench, name)()
        sections[name] = {"date": datetime.date.today().isoformat(),
                          "version": output_of(build / "cli" / "karat", "--version").strip(), "tables": found}
        store.write_text(json.dumps({"machine": machine, "sections": sections}))
        PAGE.write_text(rendered(machine, sections))
    print(f"wrote {PAGE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
