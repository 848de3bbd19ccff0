#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/reference/testplan.md from docs/testplan.hjson, and checks that plan.

usage: testplan.py KARAT            write the page
       testplan.py KARAT --check BUILD
           exit status 1 if the page is stale, or if a knob, an attribute of a recipe or a kind of coverage
           bin has no row, a row is about nothing that exists, a row names a test, proof, mutant or example
           that does not exist, or has none of these without a reason

KARAT is the program, BUILD the build folder for ctest. Needs the package hjson (scripts/uvm_venv.sh).
"""
import json
import pathlib
import re
import subprocess
import sys

import hjson

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests/rtl"))
from unit_faults import UNITS

PLAN = ROOT / "docs/testplan.hjson"
PAGE = ROOT / "docs/reference/testplan.md"
COLUMNS = {"tests", "proofs", "mutants", "no_mutant", "no_proof", "example", "no_example"}
# A generator of random cases, and the file that must set what the plan says it covers.
GENERATORS = {
    "algorithm.Algorithms/RandomKnobs.AgreeWithReference": ("knobs", "tests/algorithm/spec_maker.hpp",
                                                            r"\b(?:s|spec)\.{name} ="),
    "recipe.RandomRecipes.EvaluateTracedOrNotAndAfterJson": ("attributes",
                                                             "tests/recipe/random_recipes_test.cpp",
                                                             '"{name}(?:=|")'),
}


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def attributes():
    """The attributes of docs/reference/recipes.md, as OBJECT.KEY, without the operands that are knobs."""
    found = []
    headings = {"operands": "operands", "An addend": "addend", "A sum": "sum", "A rounding": "rounding",
                "A chain": "chain"}
    for section in re.split(r"(?m)^### ", read("docs/reference/recipes.md"))[1:]:
        where = headings.get(section.splitlines()[0])
        for row in re.findall(r"(?m)^\| ((?:`\w+`(?:, )?)+) \|", section.split("\n## ")[0]):
            found += [f"{where}.{key}" for key in re.findall(r"`(\w+)`", row) if where]
    return found


def bin_kinds():
    body = re.search(r"enum class BinKind[^{]*\{([^}]*)\}", read("tb/karat_coverage/coverage_model.hpp"))[1]
    return re.findall(r"\w+", body)


def protocol_bins():
    """The bins of the protocol coverage, with what hits them, from docs/reference/coverage.md."""
    section = read("docs/reference/coverage.md").split("## The protocol")[1].split("\n## ")[0]
    found = {}
    for names, what in re.findall(r"(?m)^\| (`.*`) \| (.*) \|$", section):
        for name in re.findall(r"`([\w/]+)`", names):
            found[name] = what
    return found


def bin_examples():
    """What hits the bins of a kind, from the table of docs/reference/coverage.md."""
    table = {}
    page_rows = r"(?m)^\| `((\w+)/\S+)` \| (.*) \|$"
    for name, kind, what in re.findall(page_rows, read("docs/reference/coverage.md")):
        table.setdefault(kind, f"`{name}`: {what}")
    return table


def variants():
    """Each broken variant of the RTL, and the knobs that explain it; units with faults."""
    found = {}
    for line in read("tests/rtl/broken/variants.txt").splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if line.startswith("#") or len(cells) < 5:
            continue
        explained = cells[3] if cells[4].startswith("options") else cells[4].split("[")[0]
        found[cells[0]] = re.findall(r"([\w.\[\]]+)=", explained)
    for number, name in re.findall(r"(?m)^karat_traffic\((\d+) (\w+)", read("tests/rtl/traffic.cmake")):
        if int(number):
            found[name] = []
    for name, faults in UNITS.items():
        for number, said in enumerate(faults, 1):
            if said is not None:
                found[f"{name}/{number}"] = []
    return found


def fault_kinds():
    return set(re.findall(r"(?m)^\| `(\w+)` \|", read("docs/reference/faults.md")))


def test_names(build):
    """The tests that ctest lists, and those in the sources of programs that are not built here."""
    listed = json.loads(output("ctest", "--test-dir", build, "--show-only=json-v1"))["tests"]
    names = {test["name"] for test in listed}
    for program in [name.removesuffix("_NOT_BUILT") for name in names if name.endswith("_NOT_BUILT")]:
        for source in (ROOT / "tests").glob(f"*/{program}.cpp"):
            names |= sources_tests(source)
    return names


def sources_tests(source):
    text, layer = source.read_text(encoding="utf-8"), source.parent.name
    prefixes = dict((suite, prefix) for prefix, suite in
                    re.findall(r"INSTANTIATE_TEST_SUITE_P\(\s*(\w+),\s*(\w+),", text))
    return {f"{layer}.{prefixes[suite] + '/' if suite in prefixes else ''}{suite}.{name}"
            for suite, name in re.findall(r"(?m)^TEST(?:_F|_P)?\((\w+),\s*(\w+)\)", text)}


def exists(test, names):
    return test in names or any(name.startswith(test + "/") for name in names)


def mutants_of(section, name, row, known):
    """Those of the row, then the variants that the knob explains."""
    derived = [variant for variant, knobs in known.items() if section == "knobs" and name in knobs]
    return list(dict.fromkeys([*row.get("mutants", []), *derived]))


def shown(karat, *words):
    return json.loads(output(karat, "show", *words))


def defaults(karat):
    return {knob["key"]: knob["default"] for knob in json.loads(output(karat, "knobs", "--json"))}


def attributes_of(node, kind="result"):
    """The attributes that a recipe has, as OBJECT.KEY."""
    if isinstance(node, list):
        return set().union(*(attributes_of(each, kind) for each in node))
    if not isinstance(node, dict):
        return set()
    kind = next((name for key, name in (("of", "addend"), ("chain", "chain"), ("sum", "sum")) if key in node),
                kind)
    parts = {"operands": "operands", "round": "rounding", "last": "rounding"}
    return set().union(*({f"{kind}.{key}"} | attributes_of(value, parts.get(key, kind))
                         for key, value in node.items()))


def examples(karat):
    """For each knob the first instruction with another value than the default; for each attribute one of the
    first instructions of their architecture and kind with it."""
    usual = defaults(karat)
    found, kinds = {}, set()
    for row in json.loads(output(karat, "list", "--json")):
        name = f"{row['arch']} {row['instruction']}"
        for key, value in row["spec"].items():
            if key in usual and value != usual[key]:
                found.setdefault(key, name)
        if (row["arch"], row["summary"]) in kinds:
            continue
        kinds.add((row["arch"], row["summary"]))
        recipe = shown(karat, "--arch", row["arch"], "--instruction", row["instruction"], "--recipe")
        for attribute in attributes_of(recipe):
            found.setdefault(attribute, name)
    return found


def uses(karat, example, section, name):
    """Whether the specification of an example has the attribute, or another value of the knob than usual."""
    words = [str(ROOT / word) if word.endswith(".json") else word for word in example.split()]
    try:
        if section == "attributes":
            return name in attributes_of(shown(karat, *words, "--recipe"))
        usual = defaults(karat)[name]
        return shown(karat, *words, "--json").get(name, usual) != usual
    except subprocess.CalledProcessError:
        return False  # karat refuses it


def complaints(plan, subjects, names, known, karat):
    found = examples(karat)
    proofs = {path.stem for path in (ROOT / "tests/rtl/cells").glob("*.sv")}
    faults = fault_kinds()
    for section, wanted in subjects.items():
        for name in wanted:
            if name not in plan[section]:
                yield f"{section}: {name} has no row"
        for name, row in plan[section].items():
            where = f"{section}: {name}"
            if name not in wanted:
                yield f"{where} does not exist"
                continue
            for column in set(row) - COLUMNS:
                yield f"{where}: there is no column {column}"
            if not row.get("tests"):
                yield f"{where} has no test"
            for test in row.get("tests", []):
                if not exists(test, names):
                    yield f"{where}: there is no test {test}"
                if test in GENERATORS and not covers(test, section, name):
                    yield f"{where}: {GENERATORS[test][1]}, the generator of {test}, does not set it"
            for proof in set(row.get("proofs", [])) - proofs:
                yield f"{where}: there is no proof {proof}"
            for mutant in row.get("mutants", []):
                if mutant not in known and mutant not in faults:
                    yield f"{where}: there is no mutant {mutant}"
            if bool(mutants_of(section, name, row, known)) == ("no_mutant" in row):
                yield f"{where} needs a mutant, or no_mutant with the reason, not both"
            if bool(row.get("proofs")) == ("no_proof" in row):
                yield f"{where} needs a proof, or no_proof with the reason, not both"
            if section not in ("knobs", "attributes"):
                continue
            if (("example" in row) + ("no_example" in row) + (name in found)) != 1:
                yield f"{where} needs one of: an instruction that uses it, example, no_example"
            if "example" in row and not uses(karat, row["example"], section, name):
                yield f"{where}: the example does not use it: {row['example']}"


def covers(test, section, name):
    kind, path, pattern = GENERATORS[test]
    if section != kind:
        return True
    key = name.split(".")[-1]
    if key == "algorithm":
        return True  # a parameter of the test
    text = read(path)
    return re.search(pattern.replace("{name}", key), text) is not None


def page(plan, karat, known):
    out = ["# Testplan", "",
           "What tests each knob, each attribute of a recipe, each kind of coverage bin and each bin of the",
           "protocol. The page is made by `scripts/testplan.py` from `docs/testplan.hjson`.",
           "`ctest -R docs.testplan` fails if one of them has no row, or if a test, proof or mutant on this",
           "page does not exist.", "",
           "- **Tests** are names for `ctest -R`.",
           "- **Proofs** are cells of the reference RTL that are proved equivalent to a behavioural",
           "  reference (`tests/rtl/cells/`, `ctest -R rtl.cells`).",
           "- **Mutants** must be caught: broken variants of the RTL (`ctest -R rtl.broken.NAME`), kinds of",
           "  [faults](faults.md), or units that break the protocol (`ctest -R rtl.traffic.NAME`; names with",
           "  slashes: a unit, its contract and its fault in `tests/rtl/units`, `ctest -R rtl.units`).",
           "- **Example**: an instruction that uses the knob or attribute, or arguments of `karat show` for",
           "  a specification that does; what hits a bin.", ""]
    found = examples(karat)
    titles = {"knobs": "Knobs", "attributes": "Attributes of recipes", "bins": "Coverage bins",
              "protocol": "Bins of the protocol"}
    lasts = {"knobs": "example", "attributes": "example", "bins": "example", "protocol": "hit by"}
    bins, protocol = bin_examples(), protocol_bins()
    for section, title in titles.items():
        last = lasts[section]
        head = ["", "tests", "proofs", "mutants", last]
        out += [f"## {title}", "", "| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
        for name, row in plan[section].items():
            mutants = mutants_of(section, name, row, known)
            cells = [f"`{name}`", *(", ".join(f"`{word}`" for word in words) for words in
                                    (row["tests"], row.get("proofs", []), mutants))]
            if not mutants:
                cells[3] = "none: " + row.get("no_mutant", "")
            if not row.get("proofs"):
                cells[2] = "none: " + row.get("no_proof", "")
            if section in ("knobs", "attributes"):
                example = f"`{row['example']}`" if "example" in row else "none: " + row.get("no_example", "")
                cells.append(found.get(name, example))
            if section == "bins":
                cells.append(bins.get(name, ""))
            if section == "protocol":
                cells.append(protocol.get(name, ""))
            out.append("| " + " | ".join(cells) + " |")
        out.append("")
    return "\n".join(out)


def read_plan():
    """The plan, with short names of tests and of reasons written out."""
    plan = hjson.loads(PLAN.read_text(encoding="utf-8"))
    short, reasons = plan.pop("short"), plan.pop("reasons")
    for section in plan.values():
        for row in section.values():
            row["tests"] = [short.get(test, test) for test in row.get("tests", [])]
            for column in {"no_mutant", "no_proof", "no_example"} & set(row):
                row[column] = reasons.get(row[column], row[column])
    return plan


def main(words):
    if not words or len(words) not in (1, 3) or (len(words) == 3 and words[1] != "--check"):
        print(__doc__, file=sys.stderr)
        return 2
    karat = words[0]
    plan = read_plan()
    known = variants()
    text = page(plan, karat, known)
    if len(words) == 1:
        PAGE.write_text(text, encoding="utf-8")
        return 0
    knobs = [knob["key"] for knob in json.loads(output(karat, "knobs", "--json"))]
    subjects = {"knobs": knobs, "bins": bin_kinds(), "protocol": list(protocol_bins()),
                "attributes": [name for name in attributes()
                               if name.split(".")[0] != "operands" or name.split(".")[1] not in knobs]}
    found = list(complaints(plan, subjects, test_names(words[2]), known, karat))
    if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        found.append("docs/reference/testplan.md is stale; run scripts/testplan.py")
    print("\n".join(found) if found else
          ", ".join(f"{len(wanted)} {section}" for section, wanted in subjects.items()) +
          ": all have their tests")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
