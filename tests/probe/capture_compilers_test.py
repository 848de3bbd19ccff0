#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles the capture programs of GPUs and of Arm, where their compilers are, and compares their tables with
the registry. Usage: capture_compilers_test.py KARAT TOOLS SCRATCH [--all]

--all compiles the CUDA program for every architecture; without it, for one.
"""

import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys

KARAT, TOOLS, SCRATCH = (pathlib.Path(p).resolve() for p in sys.argv[1:4])
NVIDIA = ("Volta", "Turing", "Ampere", "Ada", "Hopper", "Blackwell", "RTXBlackwell")
CUDA_TARGETS = "sm_75 sm_80 sm_86 sm_89 sm_90a sm_100a sm_103a sm_121a".split()
AMD_TARGETS = {"gfx908": 20, "gfx90a": 27, "gfx942": 46, "gfx1100": 10, "gfx1201": 18}
# ptxas 13.0 rejects this one for mma.sync.
NOT_CAPTURED = {"OMMA.SF.16864.F32.E2M1.E2M1.E8.4X"}
failures = []


def check(condition, sentence):
    if not condition:
        failures.append(sentence)
        print("FAILED:", sentence)


def run(*command):
    return subprocess.run([str(c) for c in command], capture_output=True, text=True)


def tool(name, *places):
    return shutil.which(name) or next((p for p in places if os.path.exists(p)), None)


def registry():
    """(arch, names in lower case, specification) of every row; recipes that no knob describes have none."""
    for row in json.loads(subprocess.check_output([KARAT, "list", "--json"])):
        yield row["arch"], [n.lower() for n in [row["instruction"], *row["aliases"]]], row.get("spec", {})


def described(spec):
    text = f"k={spec['k']} {spec['a']} {spec['b']} {spec['c']} {spec['d']}"
    if spec.get("scale", "none") != "none":
        text += f" {spec['scale']} block {spec['scale_block']}"
    if spec.get("metadata", "none") != "none":
        text += " " + spec["metadata"].replace("_ordered", "")
    return text


def compare(arches, table, rows):
    """Every row of the registry is in the table with its formats."""
    count = 0
    for arch, names, spec in rows:
        if arch not in arches:
            continue
        found = [table[n] for n in names if n in table]
        if not found and (names[0].upper() in NOT_CAPTURED or names[0].endswith("_w64")):
            continue
        check(found, f"{arch} {names[0]} is missing")
        if found and "k" in spec:
            check(described(spec) in found[0], f"{arch} {names[0]}: {found[0]}, registry {described(spec)}")
        count += 1
    return count


def requests_of(arches, table):
    """Every request file names an instruction of the table, with its formats."""
    count = 0
    for path in (TOOLS / "requests").glob("*.vec"):
        keys = dict(re.findall(r"^# (\w+): (.*)$", path.read_text(), re.M))
        if keys["arch"] not in arches or keys["instruction"] in NOT_CAPTURED:
            continue
        # the shape of wgmma and tcgen05 is a number where the table has M and N
        name = keys["instruction"].lower()
        found = table.get(name) or table.get(re.sub(r"\.64x\d+x", ".64xnx", name)) or table.get(
            re.sub(r"\.\d+x\d+x", ".mxnx", name))
        check(found, f"{path.name} is for {keys['instruction']}, which the program does not know")
        formats = "k={k} {a} {b} {c} {d}".format(**keys)
        check(not found or found[0].startswith(formats), f"{path.name}: {formats}, the program {found}")
        count += 1
    check(count > 100, f"{count} request files")
    return count


def cuda(rows):
    nvcc = tool("nvcc", "/usr/local/cuda/bin/nvcc")
    if not nvcc:
        print("skipped: no nvcc, so the CUDA program is not compiled")
        return
    program = SCRATCH / "karat_capture_cuda"
    command = [nvcc, "-std=c++17", "-O2", "-w", TOOLS / "karat_capture_cuda.cu"]
    done = run(*command, "-arch=sm_120a", "-o", program)
    check(done.returncode == 0, "nvcc -arch=sm_120a: " + done.stderr[:2000])
    if done.returncode:
        return
    table = {}
    for line in run(program, "--list").stdout.splitlines():
        names, formats = re.match(r"(.*?)  (k=.*?)  ", line).groups()
        for name in names.split(" = "):
            table[name.lower()] = [formats]
    print(compare(NVIDIA, table, rows), "rows of the registry have a kernel")
    print(requests_of(NVIDIA, table), "request files name one of them")
    if "--all" in sys.argv:
        for target in CUDA_TARGETS:
            done = run(*command, f"-arch={target}", "-cubin", "-o", SCRATCH / f"{target}.cubin")
            check(done.returncode == 0, f"nvcc -arch={target}: {done.stderr[:2000]}")
    check_sass(program, nvcc)


def check_sass(program, nvcc):
    """The machine code has the instructions that the table names."""
    folder = str(pathlib.Path(nvcc).parent)
    disassembler = tool("cuobjdump", folder + "/cuobjdump")
    if not disassembler or not tool("nvdisasm", folder + "/nvdisasm"):
        print("skipped: no cuobjdump and nvdisasm, so the machine code is not looked at")
        return
    sass = run(disassembler, "-sass", program).stdout
    names = """HMMA.16816.F32 HMMA.SP.16832.F32.BF16 IMMA.16832.S8.U8.SAT QMMA.16832.F16.E3M2.E2M1
        QMMA.SF.16832.F32.E4M3.E5M2.E8 OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X"""
    for name in names.split():
        check(re.search(rf"\s{re.escape(name)}\s", sass), f"the machine code has no {name}")


def hip_table():
    """Names and formats, from the macro lists and the C++ preprocessor."""
    text = """#include "hip/list.hpp"
#include "hip/list_rdna.hpp"
#define ROW(id, name, old, wave, m, blocks, k, metadata, A, B, C, fa, fb, fc, archs, call) \\
    @ name | old | k | fa | fb | fc | metadata
CAPTURE_HIP_CDNA(ROW) CAPTURE_HIP_ALL_RDNA(ROW)
"""
    compiler = tool("c++", "/usr/bin/g++")
    done = subprocess.run([compiler, "-E", "-P", "-x", "c++", "-I", TOOLS, "-"], input=text, text=True,
                          capture_output=True)
    table = {}
    for row in done.stdout.split("@")[1:]:
        fields = [re.sub(r'"\s*"', "", f).strip().strip('"') for f in row.split("|")]
        name, old, k, a, b, c, metadata = fields
        for spelling in filter(None, (name, old)):
            table.setdefault(spelling.lower(), []).append(f"k={k} {a} {b} {c} {c} {metadata}".strip())
    return table


def hip(rows):
    table = hip_table()
    count = compare(("CDNA1", "CDNA2", "CDNA3", "RDNA3", "RDNA4"), table, rows)
    print(count, "rows of the registry have a HIP kernel")
    compiler = tool("amdclang++", "/opt/rocm/bin/amdclang++") or tool("clang++-20") or tool("clang++")
    version = re.search(r"version (\d+)", run(compiler, "--version").stdout) if compiler else None
    if not version or int(version[1]) < 20 or "amdgcn" not in run(compiler, "--print-targets").stdout:
        print("skipped: no Clang 20 or later for amdgcn, so the HIP program is not compiled")
        return
    for target, instructions in AMD_TARGETS.items():
        out = SCRATCH / f"{target}.s"
        done = run(compiler, "-x", "hip", "--cuda-device-only", "-nogpulib", "-nogpuinc",
                   f"--offload-arch={target}", "-std=c++17", "-O1", "-S", "-I", TOOLS / "shim", "-o", out,
                   TOOLS / "karat_capture_hip.cpp")
        check(done.returncode == 0, f"{target}: {done.stderr[:2000]}")
        if done.returncode == 0:
            found = set(re.findall(r"\sv_(?:mfma|smfmac|wmma|swmmac|dot2)_\w+", out.read_text()))
            check(len(found) == instructions, f"{target}: {len(found)} instructions, not {instructions}")


def arm():
    compiler = tool("aarch64-linux-gnu-g++")
    if not compiler:
        print("skipped: no aarch64-linux-gnu-g++, so the Arm program is not compiled")
        return
    program = SCRATCH / "karat_capture_arm"
    done = run(compiler, "-static", "-std=c++17", "-O2", "-Wall", "-Wextra", "-Wconversion", "-Werror",
               TOOLS / "karat_capture_arm.cpp", "-o", program)
    check(done.returncode == 0, done.stderr[:2000])
    emulator = tool("qemu-aarch64-static") or tool("qemu-aarch64")
    if done.returncode or not emulator:
        print("skipped: no qemu-aarch64, so the Arm program is not run")
        return
    print("The Arm program runs in an emulator: its answers test the program, they are not those of silicon.")
    source = random.Random(19)
    for line in run(emulator, "-cpu", "max", program, "--list").stdout.splitlines():
        name, k, a, b, c, d, rest = re.match(r"(\S+)  k=(\d+) (\w+) (\w+) (\w+) (\w+)  (.*)", line).groups()
        if rest != "yes":
            print(f"skipped: {rest[4:]}")
            continue
        digits = 2 if "int8" in a else 4
        rows = [" ".join(f"{source.getrandbits(4 * digits):x}" for _ in range(2 * int(k)))
                + f" {source.getrandbits(32):x}" for _ in range(2000)]
        requests, results = SCRATCH / "requests.vec", SCRATCH / "results.vec"
        requests.write_text(f"# karat-vectors 1\n# instruction: {name}\n" + "\n".join(rows) + "\n")
        done = run(emulator, "-cpu", "max", program, "-o", results, requests)
        check(done.returncode == 0, f"{name}: {done.stderr}")
        replay = run(KARAT, "replay", results)
        check(replay.returncode == 0, f"{name} in the emulator differs from the model: {replay.stdout[:500]}")


def main():
    shutil.rmtree(SCRATCH, ignore_errors=True)
    SCRATCH.mkdir(parents=True)
    rows = list(registry())
    check(len(rows) > 1000, f"{len(rows)} rows in the registry")
    cuda(rows)
    hip(rows)
    arm()
    if failures:
        sys.exit(f"{len(failures)} failures")
    print("passed")


if __name__ == "__main__":
    main()
