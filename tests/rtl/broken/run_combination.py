#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""run_combination.py KARAT SCRATCH NAME+NAME[+NAME] ...: several faults of variants.txt in one design.

Builds each combination, the unbroken design and each fault by itself. karat check must report every fault:
by the changes that variants.txt gives for it, by the sentence that it gets in a design of its own, or by a
finding whose minimal example fails on the design with that fault only. It must blame nothing that is healthy:
what a finding names, and the value that it gives to a knob, is what variants.txt or a check says of a design
with one of the faults. The examples are asked through --serve.
"""
import os
import subprocess
import sys
import time
from pathlib import Path

from variant import HERE, build, check, explanations, fail, find_variant

SECONDS = 180
# What says the same in other words: one thing in halves; that products are normalised before they are added.
SYNONYMS = {"product_rounding": "a product of 2 or more enters e_max with the exponent of its leading bit",
            "an infinite a times a zero b is 0 instead of NaN": "0 * inf is 0 instead of NaN",
            "a zero a times an infinite b is 0 instead of NaN": "0 * inf is 0 instead of NaN"}


class Designs:
    def __init__(self, karat, scratch):
        self.karat, self.scratch = karat, scratch
        self.alone = {}    # what the findings of the designs with one fault blame
        self.choices = {}  # their changes of the specification

    def candidate(self, names):
        """The design with all these faults, built once; the unbroken one without any."""
        home = self.scratch / ("+".join(names) or f"unbroken_{self.arch}_{self.instruction}")
        candidate = home / "rtl/obj/candidate.so"
        if candidate.exists():
            return candidate
        home.mkdir(parents=True, exist_ok=True)
        options = " ".join(find_variant(name)[3] for name in names).split()
        patch = home / "combined.patch"
        patch.write_text("".join((HERE / f"{name}.patch").read_text()
                                 for name in names if (HERE / f"{name}.patch").exists()))
        if not patch.stat().st_size:
            patch.write_text("")
        return build(self.karat, home, self.subject, [*options, "--lanes", "1x1"], patch)

    def choose(self, names):
        rows = [find_variant(name) for name in names]
        self.arch, self.instruction = rows[0][1], rows[0][2]
        if any((row[1], row[2]) != (self.arch, self.instruction) for row in rows):
            fail(f"{'+'.join(names)}: faults of different instructions")
        self.subject = ["--arch", self.arch, "--instruction", self.instruction]

    def findings(self, names):
        status, report = check(self.karat, self.scratch,
                               [*self.subject, "--candidate", str(self.candidate(names))])
        return status, report.get("bugs", {}).get("findings", [])

    def attributes(self, names):
        """The attributes that the findings of the designs with one of the faults blame."""
        for name in names:
            if name not in self.alone:
                found = self.findings([name])[1]
                self.alone[name] = {attribute(one) for one in found}
                self.choices[name] = {choice_of(one) for one in found if one["kind"] == "choice"}
        return {one for name in names for one in self.alone[name]}

    def may_be_blamed(self, names):
        """The same, and the knobs that variants.txt gives for them."""
        return self.attributes(names) | {key for key, _ in changes(names)}

    def values(self, names, key):
        """What variants.txt, or the findings of the designs with one of the faults, set a knob to."""
        self.attributes(names)
        said = {value for name in names for found, value in self.choices[name] if found == key}
        return said | {value for found, value in changes(names) if found == key}

    def answers(self, names, rows):
        """What the design answers to rows of a vector file without d."""
        command = [self.karat, "check", *self.subject, "--candidate", str(self.candidate(names)), "--serve"]
        done = subprocess.run(command, input="".join(row + "\n" for row in rows), capture_output=True,
                              text=True, timeout=60)
        answers = [line for line in done.stdout.splitlines() if line and not line.startswith("#")]
        if len(answers) != len(rows):
            fail(f"{'+'.join(names)}: {len(answers)} answers to {len(rows)} rows: {done.stderr}")
        return answers


def row_of(example):
    parts = ["a", "b", "scale_a", "scale_b", "metadata"]
    return " ".join(" ".join(example[part]) for part in parts if part in example) + " " + example["c"]


def attribute(finding):
    """"F = 22 instead of 23: ..." gives F; a fault of the library, its sentence."""
    return finding["name"].split(" = ")[0]


def choice_of(finding):
    """"F = 22 instead of 23: ..." gives ("F", "22")."""
    key, _, rest = finding["name"].partition(" = ")
    return key, rest.split(" instead of ")[0]


def changes(names):
    """The changes that variants.txt gives for some faults, as pairs."""
    return {change for name in names for kind in explanations(find_variant(name)[4]) for one in kind
            for change in one.items()}


def is_named(name, findings):
    """Whether the findings name the changes that explain the variant."""
    knobs, named = explanations(find_variant(name)[4])
    said = [one["name"] for one in findings if one["kind"] == "choice"]
    return any(all(any(text.startswith(f"{key} = {value} ") for text in said) for key, value in one.items())
               for one in [*knobs, *named])


def judge(designs, names, findings):
    """The sentence that says what is wrong with the findings, or nothing."""
    rows = [row_of(one["example"]) for one in findings]
    right = designs.answers([], rows)
    fails = {name: [got != expected for got, expected in zip(designs.answers([name], rows), right)]
             for name in names}
    causes = [[name for name in names if fails[name][i]] for i in range(len(findings))]
    said = [attribute(one) for one in findings if one["kind"] == "fault"]

    def has_its_sentence(name):
        """Whether a finding says what is said of the design with this fault only, and of no other fault."""
        others = designs.attributes([other for other in names if other != name])
        return any(one in designs.attributes([name]) - others for one in said)

    for name in names:
        if [name] not in causes and not is_named(name, findings) and not has_its_sentence(name):
            return f"{name} is neither named nor isolated"
    for finding, cause in zip(findings, causes):
        if finding["kind"] == "unnamed":
            continue
        blamed = SYNONYMS.get(attribute(finding), attribute(finding))
        if blamed not in designs.may_be_blamed(names):
            return f"\"{finding['name']}\" is blamed for {' and '.join(cause) or 'no fault'}"
        if finding["kind"] != "choice":
            continue
        key, value = choice_of(finding)
        right = designs.values(names, key)  # none where a synonym is blamed
        if right and value not in right:
            return f"\"{finding['name']}\" should say {' or '.join(sorted(right))}"
    return None


def main():
    if len(sys.argv) < 4:
        fail("usage: run_combination.py KARAT SCRATCH NAME+NAME ...")
    designs = Designs(str(Path(sys.argv[1]).resolve()), Path(sys.argv[2]).resolve())
    wrong = 0
    for combination in sys.argv[3:]:
        names = combination.split("+")
        designs.choose(names)
        designs.candidate(names)
        begin = time.process_time() + sum(os.times()[2:4])
        status, findings = designs.findings(names)
        spent = time.process_time() + sum(os.times()[2:4]) - begin
        trouble = judge(designs, names, findings) if status == 1 else "not caught"
        if spent > SECONDS:
            trouble = f"{spent:.0f} s"
        wrong += trouble is not None
        named = sum(one["kind"] != "unnamed" for one in findings)
        print(f"{combination}: {len(findings)} findings, {named} named, {spent:.1f} s"
              + (f": WRONG: {trouble}" if trouble else ""), flush=True)
    if wrong:
        fail(f"{wrong} of {len(sys.argv) - 3} combinations")


main()
