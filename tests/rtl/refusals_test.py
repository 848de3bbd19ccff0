#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Impossible parameters of the reference RTL are refused at elaboration by a message with the parameter's name and value.

usage: refusals_test.py KARAT SCRATCH
Every member of SPEC has values that must be refused, and values at the ends of what is allowed that must not. The check itself is elaborated with all of them
at once; whole tiles, one at a time, with those that could stop elaboration before the message.
"""
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RTL = ROOT / "rtl_ref"
# What `karat rtl` is asked for: one design of each unit, as small as shows its knobs.
BASES = {
    "fda": '"algorithm": "fda", "k": 4, "terms": 2',
    "sda": '"algorithm": "sda", "k": 4, "F": 20',
    "gfda": '"algorithm": "gfda", "k": 4, "group": 2, "F_inner": 14',
    "gdfs": '"algorithm": "gfda", "k": 4, "group": 2, "a": "e2m1", "b": "e2m1", "scale": "ue4m3", "scale_block": 2, "group_exponent": "scale"',
    "fdrda": '"algorithm": "gfdrda", "k": 4, "group": 2',
    "gps": '"algorithm": "gps", "k": 4, "group": 2',
    "tree": '"algorithm": "gps", "k": 4, "group": 4, "c_place": "leaf_first"',
    "muladd": '"algorithm": "muladd", "k": 2',
    "fma": '"algorithm": "fma", "k": 2',
    "scaled": '"algorithm": "fda", "k": 4, "scale": "ue8m0", "scale_block": 2',
}
HUGE = 4000000000  # as -3 is to an unsigned member: far beyond everything
FUSED, STEPWISE, ALL = ("fda", "sda", "gfda", "fdrda"), ("gps", "muladd", "fma"), ("fda", "sda", "gfda", "fdrda", "gps", "muladd", "fma")

# member, bases, values refused, values allowed
TABLE = [
    ("algorithm", ("fda",), (6, 9, HUGE), ()),
    ("k", ("fda",), (0, 129, 130, HUGE), (128,)),
    ("terms", ("fda", "gps"), (0, 3, 8, HUGE), ()),
    ("terms", ("fma",), (2,), (1,)),
    ("group", ("fda", "gfda", "fdrda", "gps"), (0, 3, HUGE), ()),
    ("group", ("gps",), (1,), ()),
    ("scale_block", ("fda", "scaled", "gdfs"), (0, 3, HUGE), (4,)),
    ("scale_block", ("gdfs",), (1,), (2,)),
    ("chain_pattern", ALL, (3, HUGE), (0, 1)),
    ("chain_pattern", ("gdfs",), (1, 2), (0,)),
    ("chain_pattern", ("muladd",), (2,), ()),
    ("group_pattern", ("gfda", "fdrda"), (3, HUGE), (0, 1, 2)),
    ("group_pattern", ("fda", "sda", "gps", "fma", "gdfs"), (1, 2, 3), (0,)),
    ("a_fmt", ("fda", "gps"), (13, 14, 15, 16, 99, HUGE), (0, 12)),
    ("b_fmt", ("fda", "gps"), (13, 14, 15, 16, 99, HUGE), (0, 12)),
    ("c_fmt", ALL, (2, 3, 4, 7, 8, 12, 13, 14, 15, 99, HUGE), (0, 1, 5, 6)),
    ("d_fmt", ALL, (2, 3, 4, 7, 8, 12, 13, 14, 15, 99, HUGE), (5,)),
    ("convert_fmt", ALL, (1, 2, 3, 13, 14, 16, 99, HUGE), (0, 5, 6, 15)),
    ("scale_fmt", ("fda", "sda"), (0, 3, 5, 12, 16, 99, HUGE), (13, 14, 15)),
    ("scale_fmt", ("fdrda", "gps", "muladd", "fma"), (13, 14), (15,)),
    ("flush_a", ALL, (2, 7, HUGE), (0, 1)),
    ("flush_b", ALL, (2, 7, HUGE), (0, 1)),
    ("flush_c", ALL, (2, 7, HUGE), (0, 1)),
    ("link_fmt", ALL, (2, 3, 13, 14, 15, 99, HUGE), (5,)),
    ("link_fmt", STEPWISE, (0, 1, 6), ()),
    ("link_fraction", ALL, (0, 24, HUGE), (1, 23)),
    ("link_rounding", ALL, (10, HUGE), (0, 9)),
    ("late_c", FUSED, (2, 5, HUGE), (0, 1)),
    ("late_c", STEPWISE, (1,), (0,)),
    ("f", FUSED, (0, 601, HUGE), (1, 600)),
    ("align_rounding", ALL, (10, HUGE), (0, 9)),
    ("f_c", FUSED, (0, 601, HUGE), (1, 600)),
    ("c_rounding", ALL, (10, HUGE), (0, 9)),
    ("f_sum", ("fdrda",), (0, 601, HUGE), (1, 600)),
    ("sum_rounding", ALL, (10, HUGE), (0, 9)),
    ("f_group", ("fdrda",), (0, 601, HUGE), (1, 600)),
    ("group_rounding", ALL, (10, HUGE), (0, 9)),
    ("f_inner", ("gfda",), (0, 601, HUGE), (1, 600)),
    ("f_inner", ("gdfs",), (0, 1, 5, 7, 601, HUGE), ()),
    ("inner_rounding", ALL, (10, HUGE), (0, 9)),
    ("c_cutoff", ("fdrda",), (1026, HUGE), (0, 1, 1025)),
    ("c_cutoff", ("fda", "sda", "gfda", "gps", "fma"), (1, HUGE), (0,)),
    ("sticky", ("fda", "sda", "gfda"), (2, 9, HUGE), (0, 1)),
    ("sticky", ("fdrda", "gps", "fma"), (1,), (0,)),
    ("floor", FUSED, (-1001, 1001, 100000, -4097), (-1000, 1000, -4096)),
    ("zero_product", FUSED, (3, 7, HUGE), (0, 1, 2)),
    ("zero_product", ("scaled", "gdfs", *STEPWISE), (1, 2), (0,)),
    ("zero_c", ("fda", "gfda", "fdrda"), (3, 8, HUGE), (0, 1, 2)),
    ("zero_c", ("sda", *STEPWISE), (1, 2), (0,)),
    ("group_exponent", ("gdfs",), (2, HUGE), (1,)),
    ("group_exponent", ("fda", "fdrda", "gps"), (1, 2), (0,)),
    ("zero_group", ("gfda",), (3, HUGE), (0, 1, 2)),
    ("zero_group", ("fda", "fdrda", "gps"), (1,), (0,)),
    ("product_overflow", FUSED, (2, HUGE), (0, 1)),
    ("product_overflow", ("scaled", "gdfs", *STEPWISE), (1,), (0,)),
    ("flush_products", ("gps", "muladd"), (2, HUGE), (0, 1)),
    ("flush_products", (*FUSED, "fma"), (1,), (0,)),
    ("product_fmt", ALL, (2, 3, 13, 14, 15, 99, HUGE), (5,)),
    ("product_fmt", ("muladd",), (), (0, 1, 6)),
    ("product_fmt", ("gps", "tree"), (0, 1, 6), ()),
    ("product_rounding", ALL, (10, HUGE), (0, 9)),
    ("positive_zero_product", ("gps", "muladd"), (2, HUGE), (0, 1)),
    ("positive_zero_product", (*FUSED, "fma"), (1,), (0,)),
    ("pairing", ("gps",), (2, HUGE), (0, 1)),
    ("pairing", (*FUSED, "fma"), (1,), (0,)),
    ("c_place", ("gps",), (2, 3, HUGE), (0, 1)),
    ("c_place", ("tree",), (3,), (0, 1, 2)),
    ("c_place", (*FUSED, "fma"), (1, 2), (0,)),
    ("dot_fmt", ALL, (2, 3, 13, 14, 15, 99, HUGE), (0, 1, 5, 6)),
    ("dot_rounding", ALL, (10, HUGE), (0, 9)),
    ("output_rounding", ALL, (10, HUGE), (0, 9)),
    ("output_fraction", ALL, (0, 24, HUGE), (1, 23)),
    ("overflow", ALL, (3, 9, HUGE), (0, 1, 2)),
    ("riscv_nan", ALL, (2, 5, HUGE), (0, 1)),
    ("flush_output", ALL, (2, HUGE), (0, 1)),
    ("ieee_zero_sum", ("fda", "gfda", "fdrda"), (2, HUGE), (0, 1)),
    ("ieee_zero_sum", ("sda", *STEPWISE), (1,), (0,)),
    ("positive_underflow", FUSED, (2, HUGE), (0, 1)),
    ("positive_underflow", STEPWISE, (1,), (0,)),
]
# Of two members at once: base, the members, the one refused (or none).
TOGETHER = [
    ("fda", {"sticky": 1, "align_rounding": 2}, "align_rounding"),
    ("fda", {"sticky": 1, "c_rounding": 4}, "c_rounding"),
    ("fda", {"sticky": 1, "align_rounding": 1, "c_rounding": 1}, None),
    ("fda", {"k": 6, "terms": 3, "group": 3, "scale_block": 6, "chain_pattern": 2}, "chain_pattern"),
    ("fda", {"k": 6, "terms": 2, "group": 2, "scale_block": 6, "chain_pattern": 2}, None),
    ("gfda", {"k": 6, "terms": 6, "group": 3, "scale_block": 6, "group_pattern": 2}, "group_pattern"),
    ("fda", {"a_fmt": 6, "convert_fmt": 5}, "convert_fmt"),
    ("fda", {"a_fmt": 0, "b_fmt": 1, "convert_fmt": 0}, "convert_fmt"),
    ("fda", {"a_fmt": 8, "b_fmt": 4, "convert_fmt": 0}, None),
    ("tree", {"c_fmt": 0}, "c_fmt"),
    ("muladd", {"c_place": 1, "product_fmt": 0}, "product_fmt"),
]
# Whole tiles whose hardware could not be elaborated: base, member, value; and karat_fda_tile's own parameters.
TILES = [("fda", "k", HUGE), ("fda", "terms", 0), ("fda", "terms", 8), ("gfda", "group", 0), ("fdrda", "group", HUGE), ("scaled", "scale_block", 0), ("fda", "f", HUGE),
         ("sda", "f", HUGE), ("fda", "f_c", HUGE), ("fdrda", "f_sum", HUGE), ("fdrda", "f_group", 0), ("gfda", "f_inner", HUGE), ("gdfs", "f_inner", 1),
         ("fda", "link_fraction", HUGE), ("sda", "dot_fmt", 99), ("sda", "dot_fmt", 3), ("muladd", "product_fmt", 99), ("muladd", "product_fmt", 3),
         ("fma", "convert_fmt", 3), ("fda", "algorithm", 9), ("fdrda", "c_cutoff", HUGE), ("fda", "overflow", 9)]
FDA_TILE = [("K", 0), ("K", -3), ("F", 0), ("F", -3), ("M", 0), ("M", 1000000), ("N", 0), ("N", -1), ("STAGES", -1), ("A_FMT", 15), ("B_FMT", 13), ("C_FMT", 15),
            ("D_FMT", 2), ("D_FMT", 13), ("OUTPUT_FRACTION", 0), ("OUTPUT_FRACTION", -1), ("FLOOR", -2000000000)]

failures = []


def fail(sentence):
    failures.append(sentence)
    print(f"refusals_test: {sentence}")


def members():
    text = (RTL / "karat_spec_pkg.sv").read_text(encoding="utf-8")
    return re.findall(r"^    int[a-z ]*? (\w+);", text.split("typedef struct")[1].split("spec_t;")[0], re.M)


def written(karat, name, scratch):
    """The design of a base: its folder, with the RTL of this tree, and the members' values."""
    folder = scratch / name
    spec = scratch / f"{name}.json"
    spec.write_text('{"karat_spec": 1, ' + BASES[name] + "}", encoding="utf-8")
    subprocess.run([karat, "rtl", "--spec", spec, "--lanes", "1x1", "--stages", "0", "-o", folder], check=True, stdout=subprocess.DEVNULL)
    for source in RTL.glob("*.sv"):
        shutil.copy(source, folder)
    text = (folder / "karat_top_flat.sv").read_text(encoding="utf-8")
    return folder, values_of(text)


def values_of(text):
    return {name: int(sign + digits) for sign, digits, name in re.findall(r"^    (-?)32'(?:s?d)(\d+),? +// (\w+)$", text, re.M)}


def literal(values):
    return "{" + ", ".join(f"-32'sd{-value}" if value < 0 else f"32'd{value}" for value in values.values()) + "}"


def lint(*words):
    done = subprocess.run(["verilator", "--lint-only", "--error-limit", "100000", *map(str, words)], capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


def named(text, member, value):
    """Whether the member's refusal is there, and a refusal the first thing said."""
    return text.startswith("%Warning-USERERROR") and "Internal Error" not in text and re.search(rf"USERERROR: .*: {member} = {value}:", text, re.IGNORECASE)


def elaborate(cases, specs, scratch):
    """The check alone with each case's SPEC: exit status, and messages by case. Verilator prints equal messages once: for the first."""
    source = scratch / "checks.sv"
    lines = [f"  karat_spec_check #(.SPEC({literal({**specs[base], **change})})) i_{number} ();" for number, (base, change, _) in enumerate(cases)]
    source.write_text("module checks ();\n" + "\n".join(lines) + "\nendmodule\n", encoding="utf-8")
    status, said = lint(RTL / "karat_rtl_pkg.sv", RTL / "karat_spec_pkg.sv", RTL / "karat_spec_check.sv", source, "--top-module", "checks")
    found = {}
    for message, instance in re.findall(r"USERERROR: [^ ]+ (.*)\n.*In instance checks\.i_(\d+)$", said, re.M):
        found.setdefault(int(instance), []).append(message)
    return status, [found.get(number, []) for number in range(len(cases))], said


def check_alone(specs, scratch):
    refused = [(base, {member: value}, member) for member, bases, values, _ in TABLE for base in bases for value in values]
    allowed = [(base, {member: value}, None) for member, bases, _, values in TABLE for base in bases for value in values]
    refused += [case for case in TOGETHER if case[2]]
    allowed += [case for case in TOGETHER if not case[2]] + [(base, {}, None) for base in BASES]
    status, found, said = elaborate(allowed, specs, scratch)
    for (base, change, _), messages in zip(allowed, found):
        if messages:
            fail(f"{base}, {change}: refused: {messages}")
    if status:
        fail(f"what is allowed: exit status {status}, {said[:300]}")
    for base in BASES:  # in one elaboration a message comes once
        cases = [case for case in refused if case[0] == base]
        status, found, _ = elaborate(cases, specs, scratch)
        for (_, change, member), messages in zip(cases, found):
            if not any(message.lower().startswith(f"{member} = {change[member]}:") for message in messages):
                fail(f"{base}, {change}: not refused by a message of {member}: {messages}")
        if cases and status == 0:
            fail(f"{base}: exit status 0")
    return len(refused) + len(allowed)


def check_tiles(folders, specs):
    for base, member, value in TILES:
        flat = folders[base] / "karat_top_flat.sv"
        text = flat.read_text(encoding="utf-8")
        changed = re.sub(r"(spec_t SPEC = )\{.*?\};", lambda m: m[1] + literal({**specs[base], member: value}) + ";", text, flags=re.S)
        flat.write_text(changed, encoding="utf-8")
        status, said = lint("-Wall", "-F", folders[base] / "karat_top.f", "--top-module", "karat_top")
        flat.write_text(text, encoding="utf-8")
        if status == 0 or not named(said, member, value):
            fail(f"a tile of {base} with {member} = {value}: exit status {status}, {said[:500]}")
    for parameter, value in FDA_TILE:
        status, said = lint("-Wall", "-F", RTL / "karat_fda.f", "--top-module", "karat_fda_tile", f"-G{parameter}={value}")
        if status == 0 or not named(said, parameter, value % 2**32 if parameter != "FLOOR" else value):
            fail(f"karat_fda_tile -G{parameter}={value}: exit status {status}, {said[:500]}")
    return len(TILES) + len(FDA_TILE)


def main(words):
    if len(words) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    karat, scratch = pathlib.Path(words[0]).resolve(), pathlib.Path(words[1])
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    folders, specs = {}, {}
    for base in BASES:
        folders[base], specs[base] = written(karat, base, scratch)
        if list(specs[base]) != members():
            fail(f"{base}: the parameters written are not the members of spec_t")
    for member in members():
        if not any(row[0] == member and row[2] for row in TABLE):
            fail(f"{member}: no value of it is in the table of refusals")
    alone, tiles = check_alone(specs, scratch), check_tiles(folders, specs)
    print(f"{alone} specifications through the check, {tiles} tiles: {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
