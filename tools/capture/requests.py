#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes request files: dot-adds that decide the questions which the registry's sources leave open.

Usage: requests.py --karat PROGRAM [--arch ARCH] [--name REGEX] [--all] [--count N] [--out DIR]
                   [--list | --check]

requests/questions.json holds the questions: which rows of the registry they concern (by an open knob and its
evidence), and the rules that compete with the registry's, as KEY=VALUE or as a recipe's file. For
each pair `karat witness` makes dot-adds on which the two differ. Without --all one instruction stands for all
of its architecture that have the same structure.

  --list   print the pairs and write nothing
  --check  let karat read every alternative and write nothing
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent / "requests"


def structure(row):
    """Rows of one architecture that differ only in operand types have the same structure."""
    spec = row.get("spec")
    name = re.sub(r"(?i)\b(E\dM\d|[su][48])\b", "*", row["instruction"])
    if spec is None or "k" not in spec:
        return name
    kept = {k: v for k, v in spec.items() if k not in ("a", "b", "k", "metadata")}
    return json.dumps([bool(spec.get("metadata", "none") != "none"), spec["k"], kept], sort_keys=True)


def concerns(question, row):
    spec = row.get("spec", {})
    if "arch" in question and row["arch"] not in question["arch"]:
        return False
    if "name" in question and not re.search(question["name"], row["instruction"]):
        return False
    if "d" in question and spec.get("d") != question["d"]:
        return False
    return any(o["knob"] == question["knob"] and o["evidence"] in question["evidence"] for o in row["open"])


def is_the_rule(row, settings):
    """An alternative that the registry's row has already, or that k does not allow, is none."""
    spec = row.get("spec", {})
    for setting in settings:
        if setting.endswith(".json"):
            continue
        key, value = setting.split("=", 1)
        if spec.get("algorithm") == "exact" and key in ("F", "terms", "chain_pattern"):
            return True
        if key == "terms" and "k" in spec:
            if int(value) > spec["k"] or spec["k"] % int(value) or int(value) == spec.get("terms", spec["k"]):
                return True
            if spec.get("group") and int(value) % spec["group"]:
                return True
        elif key == "chain_pattern" and spec.get("terms", spec.get("k")) == spec.get("k"):
            return True
        elif key in spec and str(spec[key]).lower() == value.lower():
            return True
    return False


def pairs(rows, questions, every):
    """(row, question, settings) for every competing rule."""
    seen = set()
    for row in rows:
        for question in questions:
            if not concerns(question, row):
                continue
            key = (row["arch"], question["id"], structure(row))
            if key in seen and not every:
                continue
            seen.add(key)
            for settings in question["alternatives"]:
                if not is_the_rule(row, settings):
                    yield row, question, settings


def run(*command):
    return subprocess.run(command, capture_output=True, text=True)


def check(karat, found):
    """Every alternative must be a specification that karat accepts."""
    bad = 0
    for row, question, settings in found:
        if settings[0].endswith(".json"):
            done = run(karat, "show", "--spec", str(FOLDER.parent / settings[0]))
        else:
            sets = [word for setting in settings for word in ("--set", setting)]
            done = run(karat, "show", "--arch", row["arch"], "--instruction", row["instruction"], *sets)
        if done.returncode:
            bad += 1
            name = f"{row['arch']}/{row['instruction']} {' '.join(settings)}"
            print(f"{question['id']}: {name}: {done.stderr.strip()}")
    return bad


def witnesses(karat, row, settings, count, path):
    """Header and rows of the dot-adds that separate a row from an alternative; nothing if none was found."""
    name = f"{row['arch']}/{row['instruction']}"
    recipe = settings[0].endswith(".json")
    rule = str(FOLDER.parent / settings[0]) if recipe else f"{name} {' '.join(settings)}"
    done = run(karat, "witness", name, rule, "--count", str(count), "-o", str(path))
    if done.returncode == 2:
        sys.exit(f"karat witness {name}: {done.stderr.strip()}")
    if not path.exists():
        return [], []
    lines = path.read_text().splitlines()
    path.unlink()
    return [x for x in lines if x.startswith("#")], [x for x in lines if x and not x.startswith("#")]


def write(karat, found, count, out):
    """One file for each instruction. Comments in its head say which rows decide what."""
    files = {}
    with tempfile.TemporaryDirectory() as scratch:
        for row, question, settings in found:
            head, lines = witnesses(karat, row, settings, count, pathlib.Path(scratch) / "w.vec")
            rule = " ".join(settings)
            if not lines:
                print(f"{row['arch']}/{row['instruction']}: nothing separates {rule}")
                continue
            file = files.setdefault((row["arch"], row["instruction"]), {"notes": [], "rows": []})
            file["head"] = head
            first = len(file["rows"]) + 1
            file["rows"] += lines
            file["notes"].append(f"# rows {first} to {len(file['rows'])} are not {rule} ({question['id']})")
    out.mkdir(parents=True, exist_ok=True)
    for (arch, name), file in files.items():
        path = out / f"{arch}_{re.sub('[^A-Za-z0-9]+', '_', name)}.vec"
        path.write_text("\n".join(file["head"] + file["notes"] + file["rows"]) + "\n")
    print(f"{len(files)} files in {out}")


def main():
    raw = argparse.RawDescriptionHelpFormatter
    options = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    options.add_argument("--karat", required=True)
    options.add_argument("--arch")
    options.add_argument("--name", default="")
    options.add_argument("--all", action="store_true")
    options.add_argument("--count", type=int, default=8)
    options.add_argument("--out", type=pathlib.Path, default=FOLDER)
    only = options.add_mutually_exclusive_group()
    only.add_argument("--list", action="store_true")
    only.add_argument("--check", action="store_true")
    chosen = options.parse_args()
    listed = run(chosen.karat, "list", "--json")
    if listed.returncode:
        sys.exit(listed.stderr.strip())
    rows = [r for r in json.loads(listed.stdout)
            if (not chosen.arch or r["arch"] == chosen.arch) and re.search(chosen.name, r["instruction"])]
    found = list(pairs(rows, json.loads((FOLDER / "questions.json").read_text()), chosen.all))
    if chosen.list:
        for row, question, settings in found:
            print(f"{row['arch']}/{row['instruction']}  {' '.join(settings)}  {question['id']}")
    elif chosen.check:
        sys.exit(1 if check(chosen.karat, found) else 0)
    else:
        write(chosen.karat, found, chosen.count, chosen.out)


if __name__ == "__main__":
    main()
