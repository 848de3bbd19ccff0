# SPDX-License-Identifier: Apache-2.0
"""The readings of the questions that the registry's sources leave open, and dot-adds that separate them.

A reading of an instruction is what `karat replay --as` takes: the registry's row ("Hopper/HMMA.16816.F32"),
the row with settings ("Hopper/HMMA.16816.F32 zero_c=minus126"), or a recipe's file with settings.
"""

import itertools
import json
import pathlib
import re
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent / "requests"
OPEN = ("conflicting", "assumed")
# encoding of infinity; what is above it, the sign aside, is a NaN
INFINITY = {"fp64": 0x7FF0000000000000, "fp32": 0x7F800000, "fp16": 0x7C00, "bf16": 0x7F80}
EACH_PAIR = 4  # rows that separate two readings, if so many are found


def name_of(row):
    return f"{row['arch']}/{row['instruction']}"


def structure(row):
    """Rows of one architecture that differ only in operand types have the same structure."""
    spec = row.get("spec")
    name = re.sub(r"(?i)\b(E\dM\d|[su][48])\b", "*", row["instruction"])
    if spec is None or "k" not in spec:
        return name
    kept = {k: v for k, v in spec.items() if k not in ("a", "b", "k", "metadata")}
    return json.dumps([bool(spec.get("metadata", "none") != "none"), spec["k"], kept], sort_keys=True)


def is_sparse(row):
    spec = row["spec"]
    return spec.get("recipe", {}).get("operands", spec).get("metadata", "none") != "none"


def concerns(question, row):
    """Whether the row leaves the question's knob open, and is one of those that the question is about."""
    spec = row["spec"]
    if "arch" in question and row["arch"] not in question["arch"]:
        return False
    if "name" in question and not re.search(question["name"], row["instruction"]):
        return False
    if "d" in question and spec.get("d") != question["d"]:
        return False
    if "sparse" in question and is_sparse(row) != question["sparse"]:
        return False
    return any(o["knob"] == question["knob"] and o["evidence"] in question["evidence"] for o in row["open"])


def is_the_rule(row, settings):
    """An alternative that the registry's row has in part already, or that its k does not allow, is none."""
    spec = row["spec"]
    keys = dict(s.split("=", 1) for s in settings if "=" in s and "." not in s.split("=")[0])
    if "terms" in keys and "k" in spec:
        terms = int(keys["terms"])
        if terms > spec["k"] or spec["k"] % terms or (spec.get("group") and terms % spec["group"]):
            return True
    if "chain_pattern" in keys and int(keys.get("terms", spec.get("terms", spec["k"]))) == spec["k"]:
        return True  # one operation has no order
    if spec.get("algorithm") == "exact" and keys.keys() & {"F", "terms"}:
        return True
    # all products in one operation is what a row without the knob has
    has = {"terms": spec.get("k"), **spec}
    return any(str(has.get(key)).lower() == value.lower() for key, value in keys.items())


def readings_of(row, question):
    """The registry's reading, then its competitors, in the words of `karat replay --as`."""
    out = [name_of(row)]
    operands = row["spec"].get("recipe", {}).get("operands", row["spec"])
    for settings in question["alternatives"]:
        if is_the_rule(row, settings):
            continue
        words = " ".join(settings).format(a=operands.get("a"), b=operands.get("b"))
        out.append(words if settings[0].endswith(".json") else f"{name_of(row)} {words}")
    return out


class Karat:
    """The karat program. `scratch` is a folder for its files."""

    def __init__(self, program, scratch):
        self.program, self.file = str(pathlib.Path(program).resolve()), pathlib.Path(scratch) / "rows.vec"
        self.sets = {}

    def run(self, *words):
        # recipes are named relative to this folder
        return subprocess.run([self.program, *map(str, words)], capture_output=True, text=True,
                              cwd=FOLDER.parent)

    def rows(self):
        done = self.run("list", "--json")
        if done.returncode:
            sys.exit(done.stderr.strip())
        return json.loads(done.stdout)

    def witnesses(self, x, y, count):
        """Header and rows, without d, of dot-adds on which two readings differ. Empty if none was found."""
        self.file.unlink(missing_ok=True)
        done = self.run("witness", x, y, "--count", count, "--seed", 1, "-o", self.file)
        if done.returncode == 2:
            sys.exit(f"karat witness '{x}' '{y}': {done.stderr.strip()}")
        if not self.file.exists():
            return [], []
        lines = self.file.read_text().splitlines()
        rows = [line.rsplit(" ", 1)[0] for line in lines if not line.startswith("#")]
        return [line for line in lines if line.startswith("#")], rows

    def results(self, reading, head, rows):
        """d of the rows by one reading; every NaN is "nan"."""
        self.file.write_text("\n".join(head + [row + " 0" for row in rows]) + "\n")
        done = self.run("replay", self.file, "--as", reading, "--json")
        if done.returncode == 2:
            sys.exit(f"karat replay --as '{reading}': {done.stderr.strip()}")
        out = ["0"] * len(rows)
        infinity = next((INFINITY.get(x.split()[-1]) for x in head if x.startswith("# d:")), None)
        for each in json.loads(done.stdout)[0]["rows"]:
            value = int(each["expected"], 16)
            sign = 2 ** (4 * len(each["expected"]) - 1)
            is_nan = infinity is not None and value & (sign - 1) > infinity
            out[each["row"] - 1] = "nan" if is_nan else each["expected"]
        return out

    def verdict(self, x, y):
        """Why nothing separates two readings: "equal" is proved."""
        report = json.loads(self.run("diff", x, y, "--json").stdout)
        return {"verdict": report["verdict"], "tried": report["tried"]}


def separate(karat, readings, count, known):
    """(header, readings, rows, same). The rows separate every two of the readings. `known` are rows to choose
    from besides those of `karat witness`. `same`: for each reading that was left out the one that it was not
    told apart from. Without rows there is only the first one."""
    head, rows, kept, same, first = [], list(known), readings[:1], {}, set()
    for other in readings[1:]:
        found = karat.witnesses(readings[0], other, count)
        if not found[1]:
            same[other] = readings[0]
            continue
        head = head or found[0]
        kept.append(other)
        first.add(found[1][0])
        rows += [row for row in found[1] if row not in rows]
    if not head:
        return [], kept, [], same
    for other in list(same) if known else []:
        if karat.results(other, head, known) != karat.results(readings[0], head, known):
            kept.append(other)
            del same[other]
    results = {one: karat.results(one, head, rows) for one in kept}
    for x, y in itertools.combinations(kept[1:], 2):
        if x in same or y in same or sum(map(str.__ne__, results[x], results[y])) >= EACH_PAIR:
            continue
        more = [row for row in karat.witnesses(x, y, count)[1] if row not in rows]
        rows += more
        for one in kept if more else []:
            results[one] += karat.results(one, head, more)
        if results[x] == results[y]:
            same[y] = x
    kept = [one for one in kept if one not in same]
    simple = {rows.index(row) for row in first}
    return head, kept, [rows[i] for i in chosen_rows(kept, results, simple)], same


def chosen_rows(readings, results, chosen):
    """Numbers of few rows among which every two readings differ EACH_PAIR times, where they can. `chosen`:
    those that are taken anyway, as far as two readings differ on them."""
    count = len(results[readings[0]])
    shown = {pair: {i for i in range(count) if results[pair[0]][i] != results[pair[1]][i]}
             for pair in itertools.combinations(readings, 2)}
    chosen = chosen & set().union(*shown.values())
    while True:
        lacking = [some for some in shown.values() if len(some & chosen) < min(EACH_PAIR, len(some))]
        if not lacking:
            return sorted(chosen)
        # the earliest of those that help most pairs: earlier rows are simpler
        chosen.add(max((i for i in range(count) if i not in chosen),
                       key=lambda i: (sum(i in some for some in lacking), -i)))
