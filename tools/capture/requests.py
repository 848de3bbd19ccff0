#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes request files: dot-adds that decide the questions which the registry's sources leave open.

Usage: requests.py --karat PROGRAM [--arch ARCH] [--name REGEX] [--count N] [--out DIR] [--list | --compare]

requests/questions.json holds the questions: which rows of the registry they concern (by an open knob and its
evidence), the rules that compete with the registry's, as KEY=VALUE or as a recipe's file, and rows for those
that the search for dot-adds does not tell apart. Every row whose level is conflicting or assumed gets a file.
For the open questions of the other rows, one instruction stands for those of its architecture that have the
same structure.

  --list     print the readings of every question and write nothing
  --compare  write nothing; exit status 1 if a file in requests/ is not what would be written
"""

import argparse
import json
import pathlib
import re
import sys
import tempfile
import textwrap

from readings import FOLDER, OPEN, Karat, concerns, name_of, readings_of, separate, structure


def is_open(row):
    return row["evidence"] in OPEN


class Files:
    """The blocks of every file, and what no dot-add tells apart."""

    def __init__(self, karat, count):
        self.karat, self.count, self.blocks, self.same = karat, count, {}, []

    def block(self, row, question):
        readings = readings_of(row, question)
        head, kept, rows, same = separate(self.karat, readings, self.count,
                                            question.get("rows", []))
        return {"row": row, "question": question, "readings": readings, "head": head, "kept": kept,
                "rows": rows, "same": same}

    def keep(self, block, others):
        """`others`: the rows of the same structure that the block stands for."""
        block["of"] = [name_of(block["row"]), *(name_of(row) for row in others)]
        if block["rows"]:
            self.blocks.setdefault(name_of(block["row"]), []).append(block)
        question = block["question"]
        for reading, other in block["same"].items():
            self.same.append({"question": question["id"], "knob": question["knob"], "of": block["of"],
                              "reading": reading, "not_told_from": other,
                              **self.karat.verdict(reading, other)})

    def ask(self, question, group):
        """One question about rows of the same structure."""
        own = [self.block(row, question) for row in group if is_open(row)]
        others = [row for row in group if not is_open(row)]
        settled = [block for block in own if block["rows"]]
        for block in own:
            stands = settled and block is settled[0]
            self.keep(block, others if stands else [])
        if others and not settled:
            # operand types of a wide range show differences that others cannot
            tried = []
            for row in others[:8]:
                tried.append(self.block(row, question))
                if len(tried[-1]["kept"]) == len(tried[-1]["readings"]):
                    break
            best = max(tried, key=lambda block: len(block["kept"]))
            self.keep(best, [row for row in others if row is not best["row"]])

    def text(self, blocks):
        row = blocks[0]["row"]
        source = f"# source: tools/capture/requests.py: requests for {name_of(row)}, without d"
        notes, rows = [], []
        for block in blocks:
            question = block["question"]
            notes += ["#", f"# question {question['id']} about {question['knob']}"]
            notes += textwrap.wrap(question["question"], 108, initial_indent="# ", subsequent_indent="# ")
            notes += ["# instructions", *map(item, block["of"]), "# readings", *map(item, block["kept"])]
            notes += [f"# rows {len(rows) + 1} to {len(rows) + len(block['rows'])}"]
            rows += block["rows"]
        head = [source if line.startswith("# source:") else line for line in blocks[0]["head"]]
        return "\n".join(head + notes + ["#"] + rows) + "\n"

    def texts(self, pattern):
        """File name and contents, of instructions whose names match. Others may lack some questions."""
        out = {}
        for blocks in self.blocks.values():
            row = blocks[0]["row"]
            if not re.search(pattern, row["instruction"]):
                continue
            out[f"{row['arch']}_{re.sub('[^A-Za-z0-9]+', '_', row['instruction'])}.vec"] = self.text(blocks)
        return out


def item(text):
    """A comment line. Its blanks keep a colon in the text from making a header line of it."""
    return f"#   - {text}"


def groups(rows, question):
    found = {}
    for row in rows:
        if concerns(question, row):
            found.setdefault((row["arch"], structure(row)), []).append(row)
    return found.values()


def compare(texts):
    wrong = [name for name, text in texts.items()
             if not (FOLDER / name).exists() or (FOLDER / name).read_text() != text]
    for name in wrong:
        print(f"requests/{name} is not what requests.py writes")
    print(f"{len(texts) - len(wrong)} of {len(texts)} files are as requests.py writes them")
    return 1 if wrong or not texts else 0


def write(files, chosen):
    texts, out = files.texts(chosen.name), chosen.out
    out.mkdir(parents=True, exist_ok=True)
    if not chosen.arch and not chosen.name:  # files of questions that are settled since
        for path in out.glob("*.vec"):
            path.unlink()
        entries = ",\n".join(" " + json.dumps(one) for one in files.same)
        (out / "no_difference.json").write_text(f"[\n{entries}\n]\n")
    for name, text in texts.items():
        (out / name).write_text(text)
    print(f"{len(texts)} files in {out}, {sum(map(len, texts.values()))} bytes; "
          f"{len(files.same)} readings that no dot-add was found to tell apart")


def main():
    raw = argparse.RawDescriptionHelpFormatter
    options = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    options.add_argument("--karat", required=True)
    options.add_argument("--arch")
    options.add_argument("--name", default="")
    options.add_argument("--count", type=int, default=12, help="dot-adds to choose from, for two readings")
    options.add_argument("--out", type=pathlib.Path, default=FOLDER)
    only = options.add_mutually_exclusive_group()
    only.add_argument("--list", action="store_true")
    only.add_argument("--compare", action="store_true")
    chosen = options.parse_args()
    questions = json.loads((FOLDER / "questions.json").read_text())
    if any(":" in question["question"] for question in questions):
        sys.exit("questions.json: a question has a colon, so a line of it could be taken for a header line")
    with tempfile.TemporaryDirectory() as scratch:
        karat = Karat(chosen.karat, scratch)
        rows = [row for row in karat.rows() if not chosen.arch or row["arch"] == chosen.arch]
        files = Files(karat, chosen.count)
        for question in questions:
            for group in groups(rows, question):
                if not any(re.search(chosen.name, row["instruction"]) for row in group):
                    continue
                if chosen.list:
                    print(question["id"], *map(name_of, group))
                    print(*("    " + reading for reading in readings_of(group[0], question)), sep="\n")
                else:
                    files.ask(question, group)
        if chosen.compare:
            sys.exit(compare(files.texts(chosen.name)))
        if not chosen.list:
            write(files, chosen)


if __name__ == "__main__":
    main()
