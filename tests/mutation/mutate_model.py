#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mutation campaign on the golden model: do the tests notice a changed operator, constant or condition of model/karat or model/gemm?

usage: mutate_model.py BUILD OUT [--mutants N] [--jobs N] [--seed N] [--only TEXT] [--minutes N] [--sample]

Each mutant is one edit of one source line. What includes that line is compiled anew, laid over the objects of BUILD, and the tests of tests/unit,
engine, gemm, sweep, tb and algorithm, one program there, run until the first failure. An edit of equivalent.txt, where each row says why it
changes nothing that can be observed, is not run: no test can fail. What was killed is kept in OUT and not done again; survivors are tried
again (without OUT everything is: after tests were taken away). Exit status 1 if fewer than 99 % of the others are killed, or if the tests
fail without a mutation.
"""
import argparse
import concurrent.futures
import fnmatch
import hashlib
import json
import os
import pathlib
import queue
import re
import shlex
import shutil
import subprocess
import sys
import time

import campaign
from model_sites import draw, sites_of

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LIBRARIES = {"model/karat": "model/CMakeFiles/karat_model.dir/", "model/gemm/karat_gemm": "model/gemm/CMakeFiles/karat_gemm.dir/",
             "tb/karat_coverage": "tb/CMakeFiles/karat_coverage.dir/"}
TARGET = 0.99
# glibc looks for writes beyond a block when it is freed
CHECKED = {**os.environ, "LD_PRELOAD": "libc_malloc_debug.so.0", "MALLOC_CHECK_": "3"}
HIGHWAY = "karat/simd/highway.hpp"
KERNELS = {"HWY_AVX3": "avx512f", "HWY_SSE4": ""}  # not compiled: what this machine lacks, and one between two others
SLOWEST = 900  # seconds; a mutant that makes the tests take longer does not end
# Filters of the tests: most mutants are found by those that take no time, most of the others by random knobs and the vector engine.
BROAD = "*RandomKnobs*:*TileEngine*"
LONG = "AgainstReference.*:Coverage.*:Diagnosis.*:Misplaced.*:Names.EveryName*:SpecJson.RandomValid*"
PASSES = (f"-{BROAD}:{LONG}", BROAD, LONG)
# What a folder's own tests are: they come first, and the long ones of others, which do not use it, are left out, but of WIDE.
RECIPE = "Recipe*:OwnRecipe*:RepeatedKeys*:Bounds*:Documented*:Validate*:SpecJson*:*KnobValues*:SetKnob*:Stack*"
SIMD = "Plans*:FastPath*:TileEngine.*:Gemm*"
OWN = {"coverage": "Coverage*:Diagnosis*:Misplaced*", "simd": SIMD, "decode": SIMD, "fused": SIMD, "steps": SIMD, "gemm": "Gemm*:Npy*:Adder*",
       "instruction": "PublishedArithmetic*:Names*:Registry*", "text": "ValueText*:Format*:VectorFile*:Hex*", "trace": "Draw*",
       "vectors": "VectorFile*", "compare": "UlpDistance*:Check*",
       **dict.fromkeys(("recipe", "json", "bounds", "knobs"), RECIPE),
       "families": "*Rdna4*:*Rvbna*:Documented*:RecordedVectors*:Properties*",
       "edits": "Edits*:*EveryEdit*:Diagnosis*",
       "evaluate": "Documented*:*SpecialOrder*:Properties*:*Rdna4*:Stack*:RandomRecipes*"}
WIDE = {"recipe", "json", "bounds", "knobs", "families", "evaluate"}


def must(command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        sys.exit(f"mutate_model: {' '.join(str(word) for word in command)} failed:\n{(done.stdout + done.stderr)[-2000:]}")
    return done.stdout


class Build:
    """How BUILD compiles the objects of the model, what each includes, and how it links the tests."""

    def __init__(self, folder, scratch):
        self.folder = folder
        if "KARAT_TESTS:BOOL=ON" not in (folder / "CMakeCache.txt").read_text(encoding="utf-8"):
            sys.exit(f"mutate_model: {folder} has no tests; configure it with cmake -S . -B {folder} -G Ninja -DKARAT_TESTS=ON")
        must(["cmake", "--build", folder, "--target", "model_tests"])
        if unknown := without_tests(must([folder / "tests/model_tests", "--gtest_list_tests"])):
            sys.exit(f"mutate_model: OWN names tests that there are not: {', '.join(unknown)}")
        link = must(["ninja", "-C", folder, "-t", "commands", "tests/model_tests"]).splitlines()[-1]
        self.link = link.removeprefix(": && ").removesuffix(" && :")
        self.compile = {}
        for one in json.loads((folder / "compile_commands.json").read_text(encoding="utf-8")):
            command = one["command"]
            output = command.split(" -o ", 1)[1].split(" ", 1)[0]
            if output.startswith(tuple(LIBRARIES.values())) and one["file"].endswith(".cpp"):
                self.compile[output] = (one["file"], self.flags(command, scratch))
        self.users = {}
        for output in self.compile:
            deps = must(["ninja", "-C", folder, "-t", "deps", output]).splitlines()[1:]
            for path in deps:
                self.users.setdefault(os.path.normpath(folder / path.strip()), []).append(output)

    def flags(self, command, scratch):
        """The compilation of a mutant: an index or a write out of range ends the program, and less is optimised, since compiling takes longer than the
        tests. The precompiled header is compiled with the same flags, or it is not used."""
        command = command.replace(" -Werror", "").replace(" -Winvalid-pch", " -w -D_GLIBCXX_ASSERTIONS -fstack-protector-all").replace(" -O2", " -O1")
        header = re.search(r" -include (\S+)/cmake_pch.hxx", command)
        if header is None:
            return command
        mine = scratch / f"header{hashlib.sha256(command.split(' -o ')[0].encode()).hexdigest()[:16]}"
        command = command.replace(header[0], f" -include {mine}/cmake_pch.hxx")
        if not mine.exists():
            mine.mkdir(parents=True)
            shutil.copy(f"{header[1]}/cmake_pch.hxx", mine)
            must(["sh", "-c", f"{command.split(' -include ')[0]} -x c++-header -o {mine}/cmake_pch.hxx.gch -c {mine}/cmake_pch.hxx"], cwd=self.folder)
        return command

    def run(self, command):
        return subprocess.run(command, shell=True, cwd=self.folder, capture_output=True, check=False).returncode == 0

    def test(self, program, folder=""):
        """The result of the tests, and the first that fails."""
        later = PASSES if folder in WIDE or folder not in OWN else PASSES[:-1]
        for tests in (*filter(None, [OWN.get(folder)]), *later):
            try:
                done = subprocess.run([program, "--gtest_fail_fast", "--gtest_brief=1", f"--gtest_filter={tests}"], capture_output=True, text=True,
                                      errors="replace", check=False, timeout=SLOWEST, cwd=program.parent, env=CHECKED)
            except subprocess.TimeoutExpired:
                return "killed", "no end"
            if done.returncode != 0:
                failed = [line for line in done.stdout.splitlines() if line.startswith("[  FAILED  ]")]
                return "killed", failed[0].split("]")[1].split("(")[0].split(",")[0].strip() if failed else f"exit status {done.returncode}"
        return "survived", ""

    def fewer_kernels(self, scratch):
        """Each file of kernels is compiled for as few instruction sets as will do: one in plain C++, and the machine's widest."""
        if not (here := scratch / HIGHWAY).exists():
            here.parent.mkdir(parents=True, exist_ok=True)
            processor = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8")
            left_out = " | ".join(kernel for kernel, flag in KERNELS.items() if not flag or flag not in processor)
            here.write_text((ROOT / "model" / HIGHWAY).read_text(encoding="utf-8").replace("(HWY_SSSE3 |", f"({left_out} | HWY_SSSE3 |"), encoding="utf-8")

    def judge(self, mutant, scratch):
        """Compiles what the mutated file takes part in, with a folder before all others that has that file alone."""
        library = next(name for name in LIBRARIES if mutant["file"].startswith(name))
        root = pathlib.Path(library).parent
        self.fewer_kernels(scratch)
        laid_over = scratch / pathlib.Path(mutant["file"]).relative_to(root)
        laid_over.parent.mkdir(parents=True, exist_ok=True)
        source = ROOT / mutant["file"]
        lines = source.read_text(encoding="utf-8").split("\n")
        lines[mutant["line"] - 1] = mutant["code"]
        laid_over.write_text("\n".join(lines), encoding="utf-8")
        objects = []
        try:
            for output in self.users[str(source)]:
                file, command = self.compile[output]
                objects.append(scratch / f"{len(objects)}.o")
                command = command.replace(f" -o {output} ", f" -o {objects[-1]} ").replace(" -I", f" -I{scratch} -I", 1)
                if file == str(source):
                    command = command.replace(f" -c {file}", f" -c {laid_over}")
                if not self.run(command):
                    return "failed", ""
            program = scratch / "model_tests"
            # before the tests' objects: of inline functions and tables, which those have too, the first is linked
            words = self.link.replace(" tests/", f" {' '.join(shlex.quote(str(one)) for one in objects)} tests/", 1).replace(" -o tests/model_tests ", f" -o {program} ")
            if not self.run(words):
                return "failed", ""
            return self.test(program, pathlib.Path(mutant["file"]).parent.name.removeprefix("karat_"))
        finally:
            laid_over.unlink()


def equivalents():
    """(file, mutated code) -> why nothing changes."""
    known = {}
    for row in (HERE / "equivalent.txt").read_text(encoding="utf-8").splitlines():
        if row.strip() and not row.startswith("#"):
            file, code, reason = (column.strip() for column in row.split(" :: "))
            source = ROOT / file
            sites = sites_of(source.read_text(encoding="utf-8")) if source.exists() else []
            if all(site[2].strip() != code for site in sites):
                sys.exit(f"mutate_model: equivalent.txt: {file} has no line that could become: {code}")
            known[file, code] = reason
    return known


def without_tests(listed):
    """Patterns of OWN that no test has, from what --gtest_list_tests prints."""
    suites = [line.split()[0] for line in listed.splitlines() if re.match(r"\S+\.($| )", line)]
    return [one for tests in OWN.values() for one in tests.split(":") if not any(fnmatch.fnmatchcase(suite + "x", one.removesuffix(".*") + "*") for suite in suites)]


def build_folder(text):
    path = pathlib.Path(text).resolve()
    if not (path / "CMakeCache.txt").is_file():
        raise argparse.ArgumentTypeError(f"{text} is no build folder")
    return path


def arguments():
    parser = argparse.ArgumentParser(description="mutation campaign on the golden model")
    parser.add_argument("build", type=build_folder)
    parser.add_argument("out", type=campaign.folder)
    parser.add_argument("--mutants", type=campaign.positive, default=200)
    parser.add_argument("--jobs", type=campaign.positive, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=1, help="of the draw of mutants")
    parser.add_argument("--only", default="", help="files whose path contains this")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="begin no mutant after so long")
    parser.add_argument("--sample", action="store_true", help="do not first see that the tests pass without a mutation: they were run before")
    return parser.parse_args()


def drawn(options, build):
    sources = {}
    for library in LIBRARIES:
        for path in (ROOT / library).rglob("*.[ch]pp"):
            if options.only in str(path) and str(path) in build.users:
                sources[str(path.relative_to(ROOT))] = path.read_text(encoding="utf-8")
    mutants = [{"file": file, "line": number + 1, "kind": kind, "code": code} for file, number, kind, code in draw(sources, options.mutants, options.seed)]
    for mutant in mutants:
        mutant["key"] = hashlib.sha256("\0".join([sources[mutant["file"]], str(mutant["line"]), mutant["code"]]).encode()).hexdigest()[:16]
    return mutants


def main():
    options = arguments()
    start = time.monotonic()
    build = Build(options.build, options.out)
    mutants = drawn(options, build)
    if not mutants:
        sys.exit(f"mutate_model: no file of the model's path contains \"{options.only}\"")
    store = options.out / "results.jsonl"
    known = {one["key"]: one for one in campaign.results(store)}
    todo = [mutant for mutant in mutants if known.get(mutant["key"], {}).get("result", "survived") in ("survived", "equivalent")]
    print(f"{len(mutants)} mutants drawn, {len(mutants) - len(todo)} known from earlier runs", flush=True)
    scratch = queue.Queue()
    for i in range(options.jobs):
        scratch.put(options.out / f"scratch{i}")

    accepted = equivalents()

    def judge(mutant):
        if (mutant["file"], mutant["code"].strip()) in accepted:
            return {**mutant, "result": "equivalent", "by": "equivalent.txt"}
        if time.monotonic() - start > 60 * options.minutes:
            return None
        mine = scratch.get()
        try:
            result, by = build.judge(mutant, mine)
        finally:
            scratch.put(mine)
        return {**mutant, "result": result, "by": by}

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool, open(store, "a", encoding="utf-8") as out:
        unmutated = pool.submit(build.test, options.build / "tests/model_tests") if todo and not options.sample else None
        for done in concurrent.futures.as_completed([pool.submit(judge, mutant) for mutant in todo]):
            if (one := done.result()) is not None:
                known[one["key"]] = one
                out.write(json.dumps(one) + "\n")
                out.flush()
    if unmutated is not None and unmutated.result()[0] != "survived":
        sys.exit(f"mutate_model: the tests fail without a mutation: {unmutated.result()[1]}")
    report([known[mutant["key"]] for mutant in mutants if mutant["key"] in known], len(mutants), time.monotonic() - start)


def report(results, number, seconds):
    count = dict.fromkeys(("killed", "equivalent", "survived", "failed"), 0)
    for one in results:
        count[one["result"]] += 1
        if one["result"] == "survived":
            print(f"survived: {one['file']}:{one['line']} {one['kind']}: {one['code'].strip()}")
    judged = count["killed"] + count["survived"]
    share = count["killed"] / judged if judged else 0.0
    print(f"{len(results)} of {number} mutants judged: {count['killed']} killed, {count['survived']} survived, {count['equivalent']} equivalent, {count['failed']} did not build: "
          f"{100 * share:.1f} % killed; {seconds:.0f} s")
    sys.exit(0 if share >= TARGET else 1)


campaign.run(main)
