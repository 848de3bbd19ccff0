#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""karat show: of an instruction, a specification and the default with settings, as text and as JSON.
Usage: show_test.py KARAT SCRATCH_DIR"""
import json
import pathlib
import sys

from command import Command

karat = Command(sys.argv[1], sys.argv[2])
check, call, bad = karat.check, karat.call, karat.bad
hopper = ["HMMA.16816.F32", "--arch", "Hopper"]


def shown(*words):
    """The JSON, which must be indented and come back from --spec as it is."""
    text = call("show", *words, "--json").stdout
    check(text.count("\n") > 10 and text.startswith('{\n  "'), f"{words}: not indented: {text}")
    pathlib.Path("again.json").write_text(text)
    check(call("show", "--spec", "again.json", "--json").stdout == text, f"{words}: --spec of it differs")
    return json.loads(text)


whole = shown(*hopper)
check(whole["F"] == 25 and whole["d"] == "fp32" and whole["output_rounding"] == "RZ", f"{whole}")
check({**whole, "F": 24} == shown(*hopper, "--set", "F=24"), "--set changes one knob")
pathlib.Path("mine.json").write_text(json.dumps({**whole, "k": 8, "a": "bf16", "b": "bf16"}))
mine = shown("--spec", "mine.json", "--set", "F=13")
check((mine["k"], mine["a"], mine["F"]) == (8, "bf16", 13), f"--spec with --set: {mine}")
done = call("show", "--set", "algorithm=separated", "--set", "F=12")
check(done.returncode == 0 and "separated is sda" in done.stderr and "F: 12" in done.stdout,
      f"the default with settings: {done}")
# the text has the values of knobs that follow others, the file those of knobs that follow the algorithm only
grouped = call("show", "--set", "algorithm=gfda", "--set", "k=8").stdout
check("group: 8" in grouped and 'output_rounding: "RZ"' in grouped, f"group: {grouped}")
check("group" not in shown("--set", "algorithm=gfda", "--set", "k=8"), "a file fixes the groups")
check(shown("--set", "algorithm=sda")["output_rounding"] == "RNE", "sda rounds to nearest")
text = call("show", *hopper, "--recipe").stdout
pathlib.Path("recipe.json").write_text(text)
check(text.count("\n") > 5 and max(map(len, text.split("\n"))) < 110 and
      json.loads(text)["karat_recipe"] == 1 and
      call("show", "--spec", "recipe.json", "--recipe").stdout == text, f"the recipe: {text}")
check(all(f"{key}:" in call("show", *hopper).stdout for key in whole), "the text has every knob")
settled = call("show", *hopper).stdout
check("  settled   exponent_floor (hardware-checked)" in settled and "  open  " not in settled,
      f"what hardware has decided is not open: {settled}")
ampere = call("show", "HMMA.16816.F32", "--arch", "Ampere").stdout
check("  open      zero_product (conflicting)" in ampere and "  settled  " not in ampere,
      f"what sources dispute is open: {ampere}")

pathlib.Path("word.json").write_text(json.dumps({**whole, "F": "x"}))
pathlib.Path("cut.json").write_text('{"karat_spec": 1, ')
bad("nope.json", "show", "--spec", "nope.json")
bad("word.json", "show", "--spec", "word.json")
bad("cut.json", "show", "--spec", "cut.json")
bad("unknown knob \"foo\"", "show", *hopper, "--set", "foo=1")
bad("show takes one instruction", "show", *hopper, "--spec", "mine.json")
bad("show needs one instruction", "show")

karat.end()
