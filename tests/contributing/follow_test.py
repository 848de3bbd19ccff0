#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Follows the lists of CONTRIBUTING.md in a copy of the tree.

Usage: follow_test.py [--names] SOURCE SCRATCH

The patches below add a format (e2m5), a family of recipes (twice) and an instruction (vtwice).

--names: checks that every file and test that CONTRIBUTING.md names exists, that the files of the lists under
"Always" are exactly those of the patches, and that the patches fit. Takes a second; SCRATCH is not used.

Without --names it also copies SOURCE to SCRATCH/tree and builds the tests concerned. First it applies only
the patches marked FIRST, a change that is half done: the tests that CONTRIBUTING.md promises must fail. Then
it applies the other patches and regenerates the golden files and pages: the same tests must pass, and exactly
the listed files must have changed.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

PLACEHOLDERS = {"NAME": "twice", "VENDOR": "riscv"}

# ---- the patches: (file, old text, new text); a file without old text is new -------------------------------

CHANGELOG = ("CHANGELOG.md", "## [Unreleased]\n\n### Added\n\n", "## [Unreleased]\n\n### Added\n\n- {}\n")


def news(text):
    file, old, new = CHANGELOG
    return file, old, new.format(text)


FORMAT_FIRST = [
    (
        "model/karat/format/format.hpp",
        "    ROW(e3m4, 8, 3, 4, 3, 0, true, true, ieee)\n",
        "    ROW(e3m4, 8, 3, 4, 3, 0, true, true, ieee)       \\\n"
        "    ROW(e2m5, 8, 2, 5, 1, 0, true, true, ieee)\n",
    ),
]
FORMAT = [
    ("tests/reference/encoding.cpp", "std::array<Format, 16> formats", "std::array<Format, 17> formats"),
    (
        "tests/reference/encoding.cpp",
        '    {"e3m4", 8, 3, 4, 3, NanKind::ieee, true, true, 0},\n',
        '    {"e3m4", 8, 3, 4, 3, NanKind::ieee, true, true, 0},\n'
        '    {"e2m5", 8, 2, 5, 1, NanKind::ieee, true, true, 0},\n',
    ),
    (
        "tests/reference/self_check/self_check.cpp",
        '"e2m3", "e2m1", "ue8m0", "ue4m3"}',
        '"e2m3", "e2m1", "ue8m0", "ue4m3", "e2m5"}',
    ),
    (
        "tests/reference/self_check/self_check.cpp",
        '{"e2m1", 6},         {"fp16", 65504}}',
        '{"e2m1", 6},         {"fp16", 65504}, {"e2m5", 3.9375}}',
    ),
    ("tests/unit/formats.hpp", "Format::ue4m3, Format::e3m4}", "Format::ue4m3, Format::e3m4, Format::e2m5}"),
    (
        "tests/unit/format_test.cpp",
        "TEST(Unpack, E3M4) {\n",
        """TEST(Unpack, E2M5) {
    expect_values(Format::e2m5, {{0x80, -0.0},
                                 {0x01, 0x1p-5},
                                 {0x1F, 0x1.fp-1},
                                 {0x20, 1},
                                 {0x40, 2},
                                 {0xDF, -3.9375},
                                 {0x60, kInf},
                                 {0xE0, -kInf},
                                 {0x61, kNan}});
}

TEST(Unpack, E3M4) {
""",
    ),
    (
        "tests/unit/knob_values_test.cpp",
        'find_knob("d").values().size(), 16U',
        'find_knob("d").values().size(), 17U',
    ),
    ("tests/recipe/recipe_maker.hpp", "Format::e3m4, ", "Format::e3m4, Format::e2m5, "),
    ("tests/rtl/random_lint_test.py", '"e3m4", ', '"e3m4", "e2m5", '),
    ("docs/reference/systemc.md", "15 e3m4", "15 e3m4, 16 e2m5"),
    news("The format `e2m5`."),
]

RECIPE_FIRST = [
    (
        "model/karat/recipe/families/families.hpp",
        "/// riscv.cpp: RVBNA on k products, c and d fp32.\n",
        "/// twice.cpp: the dot product rounded to fp32, then c added; c and d fp32.\n"
        "[[nodiscard]] Recipe twice(Format a, Format b, int k);\n\n"
        "/// riscv.cpp: RVBNA on k products, c and d fp32.\n",
    ),
    (
        "model/karat/recipe/families/twice.cpp",
        "",
        """// SPDX-License-Identifier: Apache-2.0
// Two roundings: of the exact dot product, and of its sum with c.
//     TWICE = round RNE(sum(c, round RNE(sum(product))))
#include "karat/recipe/families/parts.hpp"

namespace karat::families {

Recipe twice(Format a, Format b, int k) {
    Sum dot;
    dot.label = {"dot product"};
    dot.terms = {exactly(product())};
    dot.round = OutputRule{.rounding = Rounding::RZ};
    Sum out;
    out.label = {"addition of c"};
    out.terms = {exactly(operand_c()), exactly(of(std::move(dot)))};
    out.round = OutputRule{.rounding = Rounding::RNE};

    Recipe recipe;
    recipe.operands.a = a;
    recipe.operands.b = b;
    recipe.operands.k = k;
    recipe.result = of(std::move(out));
    return recipe;
}

}  // namespace karat::families
""",
    ),
    (
        "tests/reference/families/twice.hpp",
        "",
        """// SPDX-License-Identifier: Apache-2.0
//
// The dot product rounded to fp32, then c added, written independently of the model.

#pragma once

#include <cstdint>
#include <span>

#include "reference/encoding.hpp"

namespace reference {

// The fp32 encoding of c + round(sum over k of a_k * b_k). `a` and `b` must have the same length.
std::uint64_t twice(const Format& format_a, const Format& format_b, std::span<const std::uint64_t> a,
                    std::span<const std::uint64_t> b, std::uint64_t c);

}  // namespace reference
""",
    ),
    (
        "tests/reference/families/twice.cpp",
        "",
        """// SPDX-License-Identifier: Apache-2.0

#include "reference/families/twice.hpp"

namespace reference {

namespace {

Output fp32() { return output_of(format_named("fp32"), Rounding::RNE); }

Number dot_product(const Format& format_a, const Format& format_b, std::span<const std::uint64_t> a,
                   std::span<const std::uint64_t> b) {
    bool nan = false;
    bool plus = false;
    bool minus = false;
    Dyadic sum;
    for (std::size_t k = 0; k < a.size(); ++k) {
        const Number x = decode(a[k], format_a);
        const Number y = decode(b[k], format_b);
        const bool infinite = x.is_infinity() || y.is_infinity();
        nan = nan || x.is_nan() || y.is_nan() || (infinite && (x.is_zero() || y.is_zero()));
        plus = plus || (infinite && x.negative == y.negative);
        minus = minus || (infinite && x.negative != y.negative);
        sum = sum + x.value * y.value;  // special values and zeros have value 0
    }
    if (nan || (plus && minus)) {
        return Number::not_a_number();
    }
    if (plus || minus) {
        return Number::infinity(minus);
    }
    return sum.is_zero() ? Number::zero(false) : rounded(Number::finite(sum), fp32());
}

}  // namespace

std::uint64_t twice(const Format& format_a, const Format& format_b, std::span<const std::uint64_t> a,
                    std::span<const std::uint64_t> b, std::uint64_t c) {
    const Number x = dot_product(format_a, format_b, a, b);
    const Number y = decode(c, format_named("fp32"));
    const bool opposite = x.is_infinity() && y.is_infinity() && x.negative != y.negative;
    if (x.is_nan() || y.is_nan() || opposite) {
        return encode(Number::not_a_number(), fp32());
    }
    if (x.is_infinity() || y.is_infinity()) {
        return encode(x.is_infinity() ? x : y, fp32());
    }
    const Dyadic sum = x.value + y.value;
    return sum.is_zero() ? 0 : encode(Number::finite(sum), fp32());
}

}  // namespace reference
""",
    ),
    (
        "tests/reference/self_check/self_check_twice.cpp",
        "",
        """// SPDX-License-Identifier: Apache-2.0
//
// Checks the reference of two roundings against results derived by hand.

#include "reference/families/twice.hpp"
#include "reference/self_check/self_check.hpp"

namespace reference {

void check_twice() {
    const Format& bf16 = format_named("bf16");
    const Row ones = {bits_of("bf16", 1), bits_of("bf16", 1)};
    const Row ends_in_a_tie = {bits_of("bf16", 1), bits_of("bf16", 0x1p-24)};
    const std::uint64_t tiny = bits_of("fp32", 0x1p-60);
    expect(twice(bf16, bf16, ends_in_a_tie, ones, 0) == 0x3F800000, "twice: the tie goes to even");
    expect(twice(bf16, bf16, ends_in_a_tie, ones, tiny) == 0x3F800000, "twice: c comes too late to break it");
}

}  // namespace reference
""",
    ),
    (
        "tests/reference/self_check/self_check.hpp",
        "void check_rvbna();\n",
        "void check_rvbna();\nvoid check_twice();\n",
    ),
    (
        "tests/reference/self_check/self_check.cpp",
        "    check_rvbna();\n",
        "    check_rvbna();\n    check_twice();\n",
    ),
    (
        "tests/recipe/twice_family_test.cpp",
        "",
        """// SPDX-License-Identifier: Apache-2.0
// Two roundings: the recipe against the independent reference.
#include "family_check.hpp"
#include "karat/recipe/families/families.hpp"
#include "reference/families/twice.hpp"

namespace karat::test {
namespace {

TEST(Twice, IsTheReference) {
    const reference::Format& bf16 = reference::format_named("bf16");
    const auto expected = [&](const ReferenceCase& x) { return reference::twice(bf16, bf16, x.a, x.b, x.c); };
    compare_family(families::twice(Format::bf16, Format::bf16, 8), expected, 50'000);
}

}  // namespace
}  // namespace karat::test
""",
    ),
]
RECIPE = [
    (
        "model/karat/recipe/families/twice.cpp",
        "OutputRule{.rounding = Rounding::RZ}",
        "OutputRule{.rounding = Rounding::RNE}",
    ),
    (
        "docs/reference/recipes.md",
        "| Exact | `round[fp32 RNE](sum(product, c))` |",
        "| TWICE | `round[fp32 RNE](sum(c, round[fp32 RNE](sum(product))))` |\n"
        "| Exact | `round[fp32 RNE](sum(product, c))` |",
    ),
    (
        "docs/explanation/families.md",
        "## Exact: one rounding\n",
        "## TWICE: two roundings\n\n"
        "The exact dot product is rounded to fp32, and so is its sum with c.\n\n"
        "## Exact: one rounding\n",
    ),
    news("The recipe TWICE."),
]

INSTRUCTION_FIRST = [
    (
        "model/karat/instruction/riscv.cpp",
        "    }\n}\n\n}  // namespace karat\n",
        """    }
    all.push_back({Arch::RISCV,
                   "vtwice.vv.bf16.k8",
                   {},
                   {1, 1, 8, 1},
                   spec_of(families::twice(Format::bf16, Format::bf16, 8)),
                   Evidence::assumed,
                   "an example; no hardware",
                   {}});
}

}  // namespace karat
""",
    ),
]
INSTRUCTION = [news("The instruction `vtwice.vv.bf16.k8`.")]

# ---- what CONTRIBUTING.md promises -------------------------------------------------------------------------

# Section of CONTRIBUTING.md: (patches applied first, the other patches, files that a program writes).
SECTIONS = {
    "A format": (
        FORMAT_FIRST,
        FORMAT,
        {
            "tests/engine/plans.golden",
            "tests/engine/fast_specifications.golden",
            "docs/reference/formats.md",
        },
    ),
    "A recipe": (RECIPE_FIRST, RECIPE, set()),
    "An instruction": (
        INSTRUCTION_FIRST,
        INSTRUCTION,
        {"tests/unit/registry.golden", "docs/reference/instructions.md"},
    ),
}
# Generated files that a change may leave as they are: CONTRIBUTING.md lists them under "Where it applies".
OPTIONAL = {"tests/engine/repaired_lanes.golden"}
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


# ---- --names -----------------------------------------------------------------------------------------------


def tracked(source):
    """The files of the project: tracked or new, and not deleted."""
    names = subprocess.check_output(
        ["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=source, text=True
    ).split("\0")
    return sorted({name for name in names if name and (source / name).is_file()})


def as_pattern(name):
    """A name with placeholders, globs or a folder as a regular expression for paths."""
    name = re.sub(r"\b(NAME|VENDOR|SECTION|PAGE)(?=[_./]|\b)", "*", name).rstrip("/")
    name = re.sub(r"_(NAME|VENDOR)\b", "_*", name)
    return re.escape(name).replace(r"\*", "[^/]*") + "(/.*)?"


def check_names(text, files, source, failures):
    """Everything that the page calls a file or a test exists."""
    spans = re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.S | re.M))
    words = {span.split()[0] for span in spans} | set(re.findall(r"\]\(([^)#]+\.md)", text))
    docs_tests = (source / "tests/docs/CMakeLists.txt").read_text()
    checked = 0
    for word in sorted(words):
        if word.startswith("build/") or not re.fullmatch(r"[\w./*-]+", word):
            continue
        if word.startswith("docs.") and "/" not in word:
            found = f"NAME {word}\n" in docs_tests
        elif word.endswith("_test"):
            found = any(re.search(rf"/{word}\.(cpp|py|sh)$", file) for file in files)
        elif "/" in word or word in ("Makefile", ".clang-format"):
            found = any(re.fullmatch(as_pattern(word), file) for file in files)
        elif re.search(r"\.(cpp|hpp|py|sh|md|txt|yml|golden)$", word):
            found = any(re.search(rf"(^|/){re.escape(word)}$", file) for file in files)
        else:
            continue
        checked += 1
        failures.expect(found, f"CONTRIBUTING.md names {word}, which does not exist")
    failures.expect(checked > 80, f"only {checked} names were recognised in CONTRIBUTING.md")
    return checked


def listed(text, section):
    """The files under "Always" of a section, with the names of the patches in place of placeholders."""
    found = re.search(rf"^## {section}\n(.*?)(?=^## )", text, flags=re.S | re.M)
    body = found[1] if found else ""
    always = re.search(r"^Always:\n\n(.*?)(?=^Where it applies:|\Z)", body, flags=re.S | re.M)
    out = set()
    for item in re.split(r"^- ", always[1] if always else "", flags=re.M)[1:]:
        for file in re.findall(r"`([^`]+)`", re.split(r":\s|\n\n", item)[0]):
            for placeholder, name in PLACEHOLDERS.items():
                file = re.sub(rf"(?<![A-Z]){placeholder}(?![A-Z])", name, file)
            out.add(file)
    return out


def check_lists(text, failures):
    for section, (first, others, generated) in SECTIONS.items():
        page = listed(text, section)
        patched = {file for file, _, _ in first + others} | generated
        for file in sorted(page - patched):
            failures.expect(False, f'"{section}" lists {file}, which the patches do not change')
        for file in sorted(patched - page):
            failures.expect(False, f'"{section}" does not list {file}, which the patches change')
    for file in OPTIONAL:
        failures.expect(f"`{file}`" in text, f"CONTRIBUTING.md does not name {file}")


def apply(patches, folder, write):
    """Applies the patches to the texts in `write`, which are read from `folder` when first needed."""
    for file, old, new in patches:
        if not old:
            if (folder / file).exists():
                sys.exit(f"follow_test: {file} exists already")
            write[file] = new
            continue
        text = write[file] if file in write else (folder / file).read_text()
        if text.count(old) != 1:
            sys.exit(f"follow_test: in {file} the text to replace occurs {text.count(old)} times: {old!r}")
        write[file] = text.replace(old, new)


def all_patches(index):
    return [patch for section in SECTIONS.values() for patch in section[index]]


# ---- the whole way -----------------------------------------------------------------------------------------


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
