# SPDX-License-Identifier: Apache-2.0
"""instructions.md: a table for each architecture, from `karat list --json`."""
import collections
import json
import textwrap

from reference.markdown import COLUMNS, cell, escaped, filled, page, table
from reference.program import output

INSTRUCTIONS = """
# Instructions

This page lists the {count} instructions that karat models: shape, formats, arithmetic, and how well each
one is known. `karat show INSTRUCTION` prints the complete specification, the recipe and the sources of one
of them.

- Names are in the vendors' spelling and not case-sensitive. The smaller names below a name are other
  spellings that work as well. The `N` in `64xNx16` stands for any N.
- `--arch` takes an architecture, a GPU or a compiler target; `karat list --archs` prints them. `sm_72`,
  `sm_87` and `sm_103` are not among them: no source says that they compute what the V100, A100 and B200 do.
- *Shape* is M x N x K of one tile, as far as the name fixes it, and the number of tiles (blocks) that the
  instruction computes. For a sparse instruction K is that of B; A stores half of it.
- *Formats* are those of A, B, C -> D, and the scale factors with the number of consecutive k that share one.
- *Arithmetic* is the algorithm with its main parameters. [Families](../explanation/families.md) explains
  the algorithms. `recipe` means that no knobs describe the instruction; `karat show` prints the recipe.
- *Evidence* is explained in [where the evidence comes from](../explanation/evidence.md). From best to
  worst: hardware-checked, measured, published, documented, conflicting, assumed. *Draft* marks instructions
  of a draft, whose names and rules may still change.
- *Sources*, below each table, are what the level rests on. A source without "decides" decides everything but
  the open questions. Results are those that karat has, or that the source compared, without a mismatch.
- *Recorded* is the number of results recorded on hardware that the model reproduces without a mismatch.
- *Open* refers to the numbered questions below the table: knobs for which the sources disagree or say
  nothing, with what has been recorded since.

| architecture | instructions | {words} |
|---|---:|{rule}|
{totals}
"""

EVIDENCE = ["hardware-checked", "measured", "published", "documented", "conflicting", "assumed"]


def formats_of(spec):
    operands = spec.get("recipe", {}).get("operands", spec)
    text = "{a}, {b}, {c} -> {d}".format(**{key: operands.get(key, "?") for key in "abcd"})
    if operands.get("scale"):
        text += f"; {operands['scale']} / {operands.get('scale_block', operands.get('k'))}"
    return text


def shape_of(shape):
    text = f"{shape.get('m', 'M')}x{shape.get('n', 'N')}x{shape['k']}"
    if "k_of_b" in shape:
        text = f"{shape.get('m', 'M')}x{shape.get('n', 'N')}x{shape['k_of_b']} ({shape['k']} stored)"
    return text + (f", {shape['blocks']} blocks" if shape.get("blocks", 1) != 1 else "")


def sources_table(instructions):
    """Each source once, with the instructions that rest on it."""
    names = collections.defaultdict(list)
    for each in instructions:
        for source in each["sources"]:
            names[json.dumps(source, sort_keys=True)].append(each["instruction"])
    rows = []
    for text, some in names.items():
        source = json.loads(text)
        number = source.get("elements")
        what = "all" if len(some) == len(instructions) else ", ".join(f"`{name}`" for name in some[:6])
        if len(some) > 6 and len(some) < len(instructions):
            what = f"{len(some)} instructions, such as `{some[0]}`"
        rows.append([source["kind"], cell(source["text"]), cell(source.get("device", "")),
                     f"{number:,}" if number else "", source.get("date", ""), cell(source.get("decides", "")),
                     what])
    return table(["kind", "source", "device", "results each", "date", "decides", "of"], rows,
                 ["---", "---", "---", "---:", "---", "---", "---"])


def instruction_section(arch, instructions):
    questions, rows = [], []
    for each in instructions:
        numbers = []
        for question in each.get("open", []):
            key = (question["knob"], question["evidence"], question["text"])
            if key not in questions:
                questions.append(key)
            numbers.append(questions.index(key) + 1)
        names = "<br>".join([f"`{each['instruction']}`"] +
                            [f"<small>`{alias}`</small>" for alias in each.get("aliases", [])])
        recorded = each.get("recorded", {}).get("elements")
        evidence = each["evidence"] + (" (draft)" if each.get("draft") else "")
        rows.append([names, shape_of(each["shape"]), cell(formats_of(each["spec"])), cell(each["summary"]),
                     evidence, f"{recorded:,}" if recorded else "", ", ".join(map(str, sorted(numbers)))])
    head = ["instruction", "shape", "formats", "arithmetic", "evidence", "recorded", "open"]
    blocks = [f"## {arch}", table(head, rows, ["---"] * 5 + ["---:", "---"])]
    blocks += [f"Sources of {arch}:", sources_table(instructions)]
    if questions:
        paragraphs = [filled(f"`{knob}` ({evidence}): {escaped(text)}", COLUMNS - 4)
                      for knob, evidence, text in questions]
        lines = [textwrap.indent(each, "    ").strip() for each in paragraphs]
        blocks += [f"Open questions of {arch}:",
                   "\n".join(f"{i}. {line}" for i, line in enumerate(lines, 1))]
    return "\n\n".join(blocks)


def instructions_page(karat):
    by_arch = collections.defaultdict(list)
    for each in json.loads(output(karat, "list", "--json")):
        by_arch[each["arch"]].append(each)
    everything = [each for some in by_arch.values() for each in some]
    words = [word for word in EVIDENCE if any(each["evidence"] == word for each in everything)]
    words += sorted({each["evidence"] for each in everything} - set(words))

    def counts(name, some):
        numbers = [sum(each["evidence"] == word for each in some) for word in words]
        return f"| {name} | {len(some)} | " + " | ".join(str(n) if n else "" for n in numbers) + " |"

    totals = [counts(f"[{arch}](#{arch.lower()})", some) for arch, some in by_arch.items()]
    totals.append(counts("all", everything))
    intro = INSTRUCTIONS.format(count=len(everything), words=" | ".join(words),
                                rule="|".join(["---:"] * len(words)), totals="\n".join(totals))
    wide = "---\nhide: [toc]\n---\n"  # the tables need the room; the first one is a table of contents
    return wide + page(intro, *(instruction_section(arch, some) for arch, some in by_arch.items()))
