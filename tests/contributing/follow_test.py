#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Follows the lists of CONTRIBUTING.md in a copy of the tree.

Usage: follow_test.py [--names] SOURCE SCRATCH

The patches in *_patches.py add a format (e2m5), a family of recipes (twice) and an instruction (vtwice).

--names: checks that every file and test that CONTRIBUTING.md names exists, that the files of the lists under
"Always" are exactly those of the patches, and that the patches fit. Takes a second; SCRATCH is not used.

Without --names it also copies SOURCE to SCRATCH/tree and builds the tests concerned. First it applies only
the patches marked FIRST, a change that is half done: the tests that CONTRIBUTING.md promises must fail. Then
it applies the other patches and regenerates the golden files and pages: the same tests must pass, and exactly
the listed files must have changed.
"""
import os
import pathlib
import shutil
import subprocess
import sys

from page_names import check_lists, check_names, tracked
from patching import apply
from sections import OPTIONAL, SECTIONS, all_patches

GENERATED_PAGES = "docs/reference"
STOPS_COMPILING = ["format_test"]

# Must fail when the change is half done, and pass when it is complete.
NOTICES = ["knob_values_test", "plans_test", "fast_path_test", "registry_rows_test", "twice_family_test"]

# Must pass when the change is complete.
CONFIRMS = ["format_test", "names_test", "recipe_json_test", "reference_self_check"]
GOLDEN_TESTS = ["plans_test", "fast_path_test", "registry_rows_test"]
STALE_PAGES = ["formats.md", "instructions.md"]


class Failures:
    def __init__(self):
        self.count = 0

    def expect(self, good, message):
        if not good:
            self.count += 1
            print("FAILED:", message)


def say(text):
    print("==", text, flush=True)


def copy_tree(source, tree):
    for file in tracked(source):
        (tree / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source / file, tree / file)


def patch_tree(tree, patches):
    changed = {}
    apply(patches, tree, changed)
    for file, text in changed.items():
        (tree / file).write_text(text)


def build(folder, target):
    """Whether the target builds; its output."""
    done = subprocess.run(
        ["cmake", "--build", folder, "-j", str(os.cpu_count()), "--target", target],
        text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
    )
    return done.returncode == 0, done.stdout


def passes(folder, name, **environment):
    """Whether the test program succeeds; its output."""
    done = subprocess.run(
        [folder / "tests" / name], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env={**os.environ, **environment}, timeout=900, check=False,
    )
    return done.returncode == 0, done.stdout


def tail(text):
    return "\n" + "\n".join("    " + line for line in text.splitlines()[-15:])


def pages(tree, karat, *options):
    done = subprocess.run(
        [sys.executable, tree / "scripts/reference_pages.py", karat, *options],
        text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
    )
    return done.returncode == 0, done.stdout


def half_done(tree, folder, karat, failures):
    say("half done: the tests must notice")
    patch_tree(tree, all_patches(0))
    for target in STOPS_COMPILING:
        good, _ = build(folder, target)
        failures.expect(not good, f"{target} compiles although the change is half done")
    for target in ["karat", *NOTICES]:
        good, output = build(folder, target)
        failures.expect(good, f"{target} does not build{tail(output)}")
        if good and target != "karat":
            good, _ = passes(folder, target)
            failures.expect(not good, f"{target} passes although the change is half done")
    good, output = pages(tree, karat, "--check")
    for page in STALE_PAGES:
        failures.expect(not good and page in output, f"reference_pages.py --check does not notice {page}")


def regenerated(source, tree):
    """The golden files and generated pages that differ from those of the source."""
    names = [file for file in tracked(source) if file.endswith(".golden")]
    names += [file for file in tracked(source) if file.startswith(GENERATED_PAGES)]
    patched = {file for file, _, _ in all_patches(0) + all_patches(1)}
    return {
        file
        for file in names
        if file not in patched and (source / file).read_bytes() != (tree / file).read_bytes()
    }


def complete(source, tree, folder, karat, failures):
    say("complete: the tests must pass")
    patch_tree(tree, all_patches(1))
    for target in ["karat", *NOTICES, *CONFIRMS]:
        good, output = build(folder, target)
        failures.expect(good, f"{target} does not build{tail(output)}")
    for test in GOLDEN_TESTS:
        passes(folder, test, KARAT_UPDATE_GOLDEN="1")
    good, output = pages(tree, karat)
    failures.expect(good, f"reference_pages.py fails{tail(output)}")
    for test in [*NOTICES, *CONFIRMS]:
        good, output = passes(folder, test)
        failures.expect(good, f"{test} fails{tail(output)}")
    good, output = pages(tree, karat, "--check")
    failures.expect(good, f"reference_pages.py --check fails{tail(output)}")
    promised = set().union(*(generated for _, _, generated in SECTIONS.values()))
    changed = regenerated(source, tree)
    for file in sorted(promised - changed):
        failures.expect(False, f"{file} is listed but has not changed")
    for file in sorted(changed - promised - OPTIONAL):
        failures.expect(False, f"{file} has changed but is not listed")
    subprocess.run([sys.executable, "-m", "py_compile", tree / "tests/rtl/random_lint_test.py"], check=True)


def main():
    arguments = [word for word in sys.argv[1:] if word != "--names"]
    if len(arguments) != 2:
        sys.exit("usage: follow_test.py [--names] SOURCE SCRATCH")
    source, scratch = (pathlib.Path(word).resolve() for word in arguments)
    failures = Failures()
    text = (source / "CONTRIBUTING.md").read_text()
    checked = check_names(text, tracked(source), source, failures)
    check_lists(text, failures)
    apply(all_patches(0) + all_patches(1), source, {})
    print(f"CONTRIBUTING.md: {checked} names and {len(SECTIONS)} lists checked, {failures.count} failures")
    if "--names" in sys.argv or failures.count:
        return 1 if failures.count else 0

    tree, folder = scratch / "tree", scratch / "build"
    shutil.rmtree(scratch, ignore_errors=True)
    copy_tree(source, tree)
    karat = folder / "cli" / "karat"
    say("configure")
    subprocess.run(
        ["cmake", "-S", tree, "-B", folder, "-G", "Ninja", "-DKARAT_TESTS=ON", "-DKARAT_BENCH=OFF"],
        stdout=subprocess.DEVNULL, check=True,
    )
    half_done(tree, folder, karat, failures)
    # new test sources are found by a glob
    subprocess.run(["cmake", folder], stdout=subprocess.DEVNULL, check=True)
    complete(source, tree, folder, karat, failures)
    print(f"followed: {failures.count} failures")
    return 1 if failures.count else 0


sys.exit(main())
