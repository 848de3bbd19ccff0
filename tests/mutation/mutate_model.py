#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mutation campaign on the golden model: do the tests catch a changed operator, constant or condition?

usage: mutate_model.py BUILD OUT [--mutants N] [--jobs N] [--seed N] [--only TEXT] [--minutes N] [--sample]

Each mutant is one edit of one source line of model/karat, model/gemm or tb/karat_coverage. The objects that
include the file are recompiled and linked in front of those of BUILD. The test program of BUILD (model_tests)
then runs until the first failure.

The edits in equivalent.txt are not run. Each row there says why the edit has no observable effect.

OUT keeps the results. Killed mutants are not run again, survivors are. Delete OUT to run everything again,
for example after removing tests.

Exit status 1 if fewer than 99 % of the mutants that were run are killed, or if the tests fail without a
mutation.
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
LIBRARIES = {
    "model/karat": "model/CMakeFiles/karat_model.dir/",
    "model/gemm/karat_gemm": "model/gemm/CMakeFiles/karat_gemm.dir/",
    "tb/karat_coverage": "tb/CMakeFiles/karat_coverage.dir/",
}
TARGET = 0.99
# With these settings glibc checks each block for writes past its end when the block is freed.
CHECKED = {**os.environ, "LD_PRELOAD": "libc_malloc_debug.so.0", "MALLOC_CHECK_": "3"}
HIGHWAY = "karat/simd/highway.hpp"
# Kernels that are not compiled if this machine lacks the CPU flag ("": never compiled).
KERNELS = {"HWY_AVX3": "avx512f", "HWY_SSE4": ""}
SLOWEST = 900  # seconds; a mutant whose tests take longer counts as one that hangs
# Test filters, in the order in which they run. The quick tests kill most mutants. The tests of random knobs
# and of the vector engine kill most of the others.
BROAD = "*RandomKnobs*:*TileEngine*"
LONG = "AgainstReference.*:Coverage.*:Diagnosis.*:Misplaced.*:Names.EveryName*:SpecJson.RandomValid*"
PASSES = (f"-{BROAD}:{LONG}", BROAD, LONG)
# Each folder's own tests, which run first. The long tests do not use these folders and are skipped, except
# for the folders in WIDE.
RECIPE = (
    "Recipe*:OwnRecipe*:RepeatedKeys*:Bounds*:Documented*:Validate*:SpecJson*:*KnobValues*:SetKnob*:Stack*"
)
SIMD = "Plans*:FastPath*:TileEngine.*:Gemm*"
OWN = {
    "coverage": "Coverage*:Diagnosis*:Misplaced*",
    "simd": SIMD,
    "decode": SIMD,
    "fused": SIMD,
    "steps": SIMD,
    "gemm": "Gemm*:Npy*:Adder*",
    "instruction": "PublishedArithmetic*:Names*:Registry*",
    "text": "ValueText*:Format*:VectorFile*:Hex*",
    "trace": "Draw*",
    "vectors": "VectorFile*",
    "compare": "UlpDistance*:Check*",
    **dict.fromkeys(("recipe", "json", "bounds", "knobs"), RECIPE),
    "families": "*Rdna4*:*Rvbna*:Documented*:RecordedVectors*:Properties*",
    "edits": "Edits*:*EveryEdit*:Diagnosis*",
    "evaluate": "Documented*:*SpecialOrder*:Properties*:*Rdna4*:Stack*:RandomRecipes*",
}
WIDE = {"recipe", "json", "bounds", "knobs", "families", "evaluate"}


def must(command, **options):
    done = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, check=False, **options
    )
    if done.returncode != 0:
        words = " ".join(str(word) for word in command)
        sys.exit(f"mutate_model: {words} failed:\n{(done.stdout + done.stderr)[-2000:]}")
    return done.stdout


class Build:
    """What BUILD defines: compile commands and dependencies of the model's objects, and the tests' link."""

    def __init__(self, folder, scratch):
        self.folder = folder
        if "KARAT_TESTS:BOOL=ON" not in (folder / "CMakeCache.txt").read_text(encoding="utf-8"):
            sys.exit(
                f"mutate_model: {folder} was configured without tests; "
                f"run cmake -S . -B {folder} -G Ninja -DKARAT_TESTS=ON"
            )
        must(["cmake", "--build", folder, "--target", "model_tests"])
        if unknown := without_tests(must([folder / "tests/model_tests", "--gtest_list_tests"])):
            sys.exit(f"mutate_model: OWN names tests that do not exist: {', '.join(unknown)}")
        link = must(["ninja", "-C", folder, "-t", "commands", "tests/model_tests"]).splitlines()[-1]
        self.link = link.removeprefix(": && ").removesuffix(" && :")
        self.compile = {}
        for one in json.loads((folder / "compile_commands.json").read_text(encoding="utf-8")):
            command = one["command"]
            output = command.split(" -o ", 1)[1].split(" ", 1)[0]
            if output.startswith(tuple(LIBRARIES.values())) and one["file"].endswith((".cpp", ".cxx")):
                self.compile[output] = (one["file"], self.flags(command, scratch))
        self.users = {}
        for output in self.compile:
            deps = must(["ninja", "-C", folder, "-t", "deps", output]).splitlines()[1:]
            for path in deps:
                self.users.setdefault(os.path.normpath(folder / path.strip()), []).append(output)

    def flags(self, command, scratch):
        """Returns the compile command for mutants.

        Out-of-range indices and writes abort the program. Optimisation is reduced, because compiling takes
        longer than the tests. The precompiled header is compiled again with the same flags, because the
        compiler would otherwise not use it.
        """
        command = (
            command.replace(" -Werror", "")
            .replace(" -Winvalid-pch", " -w -D_GLIBCXX_ASSERTIONS -fstack-protector-all")
            .replace(" -O2", " -O1")
        )
        header = re.search(r" -include (\S+)/cmake_pch.hxx", command)
        if header is None:
            return command
        mine = scratch / f"header{hashlib.sha256(command.split(' -o ')[0].encode()).hexdigest()[:16]}"
        command = command.replace(header[0], f" -include {mine}/cmake_pch.hxx")
        if not mine.exists():
            mine.mkdir(parents=True)
            shutil.copy(f"{header[1]}/cmake_pch.hxx", mine)
            precompile = (
                f"{command.split(' -include ')[0]} -x c++-header"
                f" -o {mine}/cmake_pch.hxx.gch -c {mine}/cmake_pch.hxx"
            )
            must(["sh", "-c", precompile], cwd=self.folder)
        return command

    def run(self, command):
        done = subprocess.run(command, shell=True, cwd=self.folder, capture_output=True, check=False)
        return done.returncode == 0

    def test(self, program, folder=""):
        """Returns the result ("killed" or "survived") and the first test that fails."""
        later = PASSES if folder in WIDE or folder not in OWN else PASSES[:-1]
        for tests in (*filter(None, [OWN.get(folder)]), *later):
            try:
                done = subprocess.run(
                    [program, "--gtest_fail_fast", "--gtest_brief=1", f"--gtest_filter={tests}"],
                    capture_output=True,
                    text=True,
                    errors="replace",
                    check=False,
                    timeout=SLOWEST,
                    cwd=program.parent,
                    env=CHECKED,
                )
            except subprocess.TimeoutExpired:
                return "killed", "timeout"
            if done.returncode != 0:
                failed = [line for line in done.stdout.splitlines() if line.startswith("[  FAILED  ]")]
                return "killed", (
                    failed[0].split("]")[1].split("(")[0].split(",")[0].strip()
                    if failed
                    else f"exit status {done.returncode}"
                )
        return "survived", ""

    def fewer_kernels(self, scratch):
        """Limits each file of kernels to two instruction sets: plain C++ and the widest of this machine."""
        if not (here := scratch / HIGHWAY).exists():
            here.parent.mkdir(parents=True, exist_ok=True)
            processor = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8")
            left_out = " | ".join(
                kernel for kernel, flag in KERNELS.items() if not flag or flag not in processor
            )
            here.write_text(
                (ROOT / "model" / HIGHWAY)
                .read_text(encoding="utf-8")
                .replace("(HWY_SSSE3 |", f"({left_out} | HWY_SSSE3 |"),
                encoding="utf-8",
            )

    def judge(self, mutant, scratch):
        """Builds and tests one mutant.

        The mutated copy lies in a folder that comes first in the include path.
        """
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
                command = command.replace(f" -o {output} ", f" -o {objects[-1]} ").replace(
                    " -I", f" -I{scratch} -I", 1
                )
                if file == str(source):
                    command = command.replace(f" -c {file}", f" -c {laid_over}")
                elif (unit := pathlib.Path(file)).suffix == ".cxx":  # the sources of a folder together
                    mine = scratch / unit.name
                    names = unit.read_text(encoding="utf-8")
                    mine.write_text(names.replace(f'"{source}"', f'"{laid_over}"'), encoding="utf-8")
                    command = command.replace(f" -c {file}", f" -c {mine}")
                if not self.run(command):
                    return "failed", ""
            program = scratch / "model_tests"
            # The mutated objects come before the tests' objects: the linker takes the first definition of
            # inline functions and tables, and the tests' objects contain those too.
            words = self.link.replace(
                " tests/", f" {' '.join(shlex.quote(str(one)) for one in objects)} tests/", 1
            ).replace(" -o tests/model_tests ", f" -o {program} ")
            if not self.run(words):
                return "failed", ""
            return self.test(program, pathlib.Path(mutant["file"]).parent.name.removeprefix("karat_"))
        finally:
            laid_over.unlink()


def equivalents():
    """Returns {(file, mutated code): reason} from equivalent.txt."""
    known = {}
    for row in (HERE / "equivalent.txt").read_text(encoding="utf-8").splitlines():
        if row.strip() and not row.startswith("#"):
            file, code, reason = (column.strip() for column in row.split(" :: "))
            source = ROOT / file
            sites = sites_of(source.read_text(encoding="utf-8")) if source.exists() else []
            if all(site[2].strip() != code for site in sites):
                sys.exit(f"mutate_model: equivalent.txt: {file}: no mutation of a line gives: {code}")
            known[file, code] = reason
    return known


def without_tests(listed):
    """Returns the patterns in OWN that match no test in the output of --gtest_list_tests."""
    suites = [line.split()[0] for line in listed.splitlines() if re.match(r"\S+\.($| )", line)]
    return [
        one
        for tests in OWN.values()
        for one in tests.split(":")
        if not any(fnmatch.fnmatchcase(suite + "x", one.removesuffix(".*") + "*") for suite in suites)
    ]


def build_folder(text):
    path = pathlib.Path(text).resolve()
    if not (path / "CMakeCache.txt").is_file():
        raise argparse.ArgumentTypeError(f"{text} is not a build folder")
    return path


def arguments():
    parser = argparse.ArgumentParser(description="mutation campaign on the golden model")
    parser.add_argument("build", type=build_folder)
    parser.add_argument("out", type=campaign.folder)
    parser.add_argument("--mutants", type=campaign.positive, default=200)
    parser.add_argument("--jobs", type=campaign.positive, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=1, help="seed for drawing the mutants")
    parser.add_argument("--only", default="", help="mutate only files whose path contains this text")
    parser.add_argument(
        "--minutes", type=float, default=float("inf"), help="start no new mutant after N minutes"
    )
    parser.add_argument("--sample", action="store_true", help="skip the run of the tests without a mutation")
    return parser.parse_args()


def drawn(options, build):
    sources = {}
    for library in LIBRARIES:
        for path in (ROOT / library).rglob("*.[ch]pp"):
            if options.only in str(path) and str(path) in build.users:
                sources[str(path.relative_to(ROOT))] = path.read_text(encoding="utf-8")
    mutants = [
        {"file": file, "line": number + 1, "kind": kind, "code": code}
        for file, number, kind, code in draw(sources, options.mutants, options.seed)
    ]
    for mutant in mutants:
        mutant["key"] = hashlib.sha256(
            "\0".join([sources[mutant["file"]], str(mutant["line"]), mutant["code"]]).encode()
        ).hexdigest()[:16]
    return mutants


def main():
    options = arguments()
    start = time.monotonic()
    build = Build(options.build, options.out)
    mutants = drawn(options, build)
    if not mutants:
        sys.exit(f'mutate_model: --only: no source file of the model has "{options.only}" in its path')
    store = options.out / "results.jsonl"
    known = {one["key"]: one for one in campaign.results(store)}
    todo = [
        mutant
        for mutant in mutants
        if known.get(mutant["key"], {}).get("result", "survived") in ("survived", "equivalent")
    ]
    print(
        f"{len(mutants)} mutants drawn, {len(mutants) - len(todo)} known from earlier runs", flush=True
    )
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

    with (
        concurrent.futures.ThreadPoolExecutor(options.jobs) as pool,
        open(store, "a", encoding="utf-8") as out,
    ):
        unmutated = (
            pool.submit(build.test, options.build / "tests/model_tests")
            if todo and not options.sample
            else None
        )
        for done in concurrent.futures.as_completed([pool.submit(judge, mutant) for mutant in todo]):
            if (one := done.result()) is not None:
                known[one["key"]] = one
                out.write(json.dumps(one) + "\n")
                out.flush()
    if unmutated is not None and unmutated.result()[0] != "survived":
        sys.exit(f"mutate_model: the tests fail without a mutation: {unmutated.result()[1]}")
    report(
        [known[mutant["key"]] for mutant in mutants if mutant["key"] in known],
        len(mutants),
        time.monotonic() - start,
    )


def report(results, number, seconds):
    count = dict.fromkeys(("killed", "equivalent", "survived", "failed"), 0)
    for one in results:
        count[one["result"]] += 1
        if one["result"] == "survived":
            print(f"survived: {one['file']}:{one['line']} {one['kind']}: {one['code'].strip()}")
    judged = count["killed"] + count["survived"]
    share = count["killed"] / judged if judged else 0.0
    print(
        f"{len(results)} of {number} mutants judged: {count['killed']} killed, {count['survived']} survived, "
        f"{count['equivalent']} equivalent, {count['failed']} did not build: "
        f"{100 * share:.1f} % killed; {seconds:.0f} s"
    )
    sys.exit(0 if share >= TARGET else 1)


campaign.run(main)
