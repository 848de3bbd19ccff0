#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mutation campaign on the golden model: do the unit tests notice a changed operator, constant or condition of model/karat?

usage: mutate_model.py OUT [--mutants N] [--jobs N] [--seed N] [--only TEXT] [--minutes N]

Each mutant is one edit of one source line, in a copy of the sources. The tests of tests/unit, engine, gemm, sweep, tb and algorithm are one
program there, that is built anew and run until the first failure. Survivors are held against equivalent.txt, where each row says why an
edit changes nothing that can be observed. What was found is kept in OUT and not done again. Exit status 1 if fewer than 99 % of the others are killed.
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import queue
import shutil
import subprocess
import sys
import time

from model_sites import draw

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
COPIED = ("model", "tests", "tb", "cli", "dpi", "sweep", "rtl_ref", "cmake", "bench", "examples", "scripts", "CMakeLists.txt", "LICENSE", "README.md")
TARGET = 0.99


def must(command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        sys.exit(f"mutate_model: {' '.join(str(word) for word in command)} failed:\n{(done.stdout + done.stderr)[-2000:]}")


class Tree:
    """A copy of the sources and its build, for one mutant at a time."""

    def __init__(self, home):
        self.source, self.build = home / "source", home / "build"
        self.source.mkdir(parents=True, exist_ok=True)
        for name in COPIED:
            if (ROOT / name).exists():
                must(["cp", "-ru" if self.build.exists() else "-r", "--preserve=timestamps", ROOT / name, self.source])
        self.restore()
        environment = {**os.environ, "CCACHE_BASEDIR": str(home), "CCACHE_NOHASHDIR": "1"}
        must(["cmake", "-S", self.source, "-B", self.build, "-G", "Ninja", "-DKARAT_TESTS=ON", "-DKARAT_BENCH=OFF", "-DCMAKE_CXX_FLAGS=-O1"], env=environment)
        must(["cmake", "--build", self.build, "-j", "1", "--target", "model_tests"], env=environment)

    def restore(self):
        """The model as it is, whatever an interrupted run left."""
        for path in (ROOT / "model").rglob("*.[ch]pp"):
            copy = self.source / path.relative_to(ROOT)
            if not copy.exists() or copy.read_bytes() != path.read_bytes():
                shutil.copyfile(path, copy)

    def judge(self, mutant):
        copy = self.source / mutant["file"]
        good = copy.read_text(encoding="utf-8")
        lines = good.split("\n")
        lines[mutant["line"] - 1] = mutant["code"]
        try:
            copy.write_text("\n".join(lines), encoding="utf-8")
            if subprocess.run(["cmake", "--build", self.build, "-j", "1", "--target", "model_tests"], capture_output=True, check=False).returncode != 0:
                return "failed", ""
            try:
                done = subprocess.run([self.build / "tests/model_tests", "--gtest_fail_fast", "--gtest_brief=1"], capture_output=True, text=True, check=False,
                                      timeout=900, cwd=self.build)
            except subprocess.TimeoutExpired:
                return "killed", "no end"
            if done.returncode == 0:
                return "survived", ""
            failed = [line for line in done.stdout.splitlines() if line.startswith("[  FAILED  ]")]
            return "killed", failed[0].split("]")[1].split("(")[0].split(",")[0].strip() if failed else f"exit status {done.returncode}"
        finally:
            copy.write_text(good, encoding="utf-8")


def equivalents():
    """(file, mutated code) -> why nothing changes."""
    known = {}
    for row in (HERE / "equivalent.txt").read_text(encoding="utf-8").splitlines():
        if row.strip() and not row.startswith("#"):
            file, code, reason = (column.strip() for column in row.split(" :: "))
            known[file, code] = reason
    return known


def main():
    parser = argparse.ArgumentParser(description="mutation campaign on the golden model")
    parser.add_argument("out", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--mutants", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=1, help="of the draw of mutants")
    parser.add_argument("--only", default="", help="files whose path contains this")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="begin no mutant after so long")
    options = parser.parse_args()
    start = time.monotonic()
    sources = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in (ROOT / "model/karat").rglob("*.[ch]pp") if options.only in str(path)}
    tests = "".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "tests").glob("*/*_test.cpp")))
    mutants = [{"file": file, "line": number + 1, "kind": kind, "code": code} for file, number, kind, code in draw(sources, options.mutants, options.seed)]
    for mutant in mutants:  # a result holds as long as the mutated file and the tests are as they were
        mutant["key"] = hashlib.sha256("\0".join([sources[mutant["file"]], str(mutant["line"]), mutant["code"], tests]).encode()).hexdigest()[:16]
    options.out.mkdir(parents=True, exist_ok=True)
    store = options.out / "results.jsonl"
    known = {one["key"]: one for one in map(json.loads, store.read_text(encoding="utf-8").splitlines())} if store.exists() else {}
    todo = [mutant for mutant in mutants if mutant["key"] not in known]
    print(f"{len(mutants)} mutants drawn, {len(mutants) - len(todo)} known from earlier runs", flush=True)
    if todo:
        trees = queue.Queue()
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool, open(store, "a", encoding="utf-8") as out:
            for tree in pool.map(lambda i: Tree(options.out / f"tree{i}"), range(min(options.jobs, len(todo)))):
                trees.put(tree)

            def judge(mutant):
                if time.monotonic() - start > 60 * options.minutes:
                    return None
                tree = trees.get()
                try:
                    result, by = tree.judge(mutant)
                finally:
                    trees.put(tree)
                return {**mutant, "result": result, "by": by}

            for one in pool.map(judge, todo):
                if one is not None:
                    known[one["key"]] = one
                    out.write(json.dumps(one) + "\n")
                    out.flush()
    report([known[mutant["key"]] for mutant in mutants if mutant["key"] in known], len(mutants), time.monotonic() - start)


def report(results, drawn, seconds):
    accepted = equivalents()
    count = dict.fromkeys(("killed", "equivalent", "survived", "failed"), 0)
    for one in results:
        reason = accepted.get((one["file"], one["code"].strip()))
        kind = "equivalent" if one["result"] == "survived" and reason else one["result"]
        count[kind] += 1
        if kind == "survived":
            print(f"survived: {one['file']}:{one['line']} {one['kind']}: {one['code'].strip()}")
    judged = count["killed"] + count["survived"]
    share = count["killed"] / judged if judged else 0.0
    print(f"{len(results)} of {drawn} mutants judged: {count['killed']} killed, {count['survived']} survived, {count['equivalent']} equivalent, {count['failed']} did not build: "
          f"{100 * share:.1f} % killed; {seconds:.0f} s")
    sys.exit(0 if share >= TARGET else 1)


main()
