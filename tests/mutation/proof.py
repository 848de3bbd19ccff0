# SPDX-License-Identifier: Apache-2.0
"""Proves with yosys-abc that an RTL mutant is equivalent to the design.

The proofs, quick ones first:
- Combinational equivalence: next state and outputs agree for every state and input (registers cut open).
- A receiver sees no difference. From the state after reset, valid_o agrees, and d_o agrees while valid_o is
  1. The first 3 cycles are checked first, because most differences show there. Then comes sequential
  equivalence, which is unbounded and finds corresponding registers. If it is undecided, the check is bounded
  to three cycles more than the design has registers. In that time a tile passes all of them, with stalls.
- Combinational equivalence restricted to the states and inputs where the mutated bit differs. Elsewhere
  nothing can differ.

For a mutant in the pipeline's control, the second proof ties every operand to 0 except c, which is 0 or 2. No
data enter the control, and every unit passes that c on unchanged. If the control moved the wrong word, the
result would show it.
"""

import pathlib
import re
import subprocess
import tempfile

SECONDS = 60  # time limit of each attempt


def alone(blif, mutant, masked=False):
    """Returns the BLIF of one mutant (0: the design), with the select input tied to a constant.

    With `masked`, outputs and next states are forced to 0 where the net `differs` is 0.
    """
    head, rest = blif.split(".outputs", 1)
    outputs, body = rest.split("\n", 1)
    select = re.findall(r" mutant_i\[(\d+)\]", head)
    head = re.sub(r" mutant_i\[\d+\]", "", head)
    constants = "".join(
        f".names mutant_i[{bit}]\n" + ("1\n" if mutant >> int(bit) & 1 else "") for bit in select
    )
    if not masked:
        return head + ".outputs" + outputs + "\n" + constants + body
    names = [name for name in outputs.split() if name != "differs"]
    masks = "".join(f".names {name} differs masked_{i}\n11 1\n" for i, name in enumerate(names))
    latches = iter(range(len(names), 1 << 30))

    def latch(match):
        nonlocal masks
        name = f"masked_{next(latches)}"
        masks += f".names {match[1]} differs {name}\n11 1\n"
        return f".latch {name} "

    body = re.sub(r"^\.latch (\S+) ", latch, body, flags=re.M)
    body = body.replace("\n.end", "\n" + masks + ".end", 1)
    return head + ".outputs " + " ".join(f"masked_{i}" for i in range(len(names))) + "\n" + constants + body


def valid_only(blif):
    """Returns the BLIF with the outputs d_o as a receiver sees them: 0 while valid_o is 0."""
    head, rest = blif.split(".outputs", 1)
    outputs, body = rest.split("\n", 1)
    seen = "".join(
        f".names valid_o {name} seen_{name}\n11 1\n" for name in outputs.split() if name.startswith("d_o")
    )
    names = " ".join(f"seen_{name}" if name.startswith("d_o") else name for name in outputs.split())
    return f"{head}.outputs {names}\n" + body.replace("\n.end", "\n" + seen + ".end", 1)


def words_of_one_bit(blif):
    """Returns the BLIF with a, b and the scale factors tied to 0, and c restricted to 0 or 2."""
    head, rest = blif.split(".outputs", 1)
    tied = re.findall(r" ((?:a|b|scale_a|scale_b|c)_i\[\d+\])", head)
    tied.remove("c_i[30]")
    for name in tied:
        head = head.replace(f" {name}", "", 1)
    return head + ".outputs" + rest.replace("\n", "\n" + "".join(f".names {name}\n" for name in tied), 1)


def ask(folder, design, mutant, prepare, question):
    """Returns True, False, or None if undecided in time.

    `prepare`: abc commands to run on each of the two.
    """
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        script = ""
        for side, text in (("design", design), ("mutant", mutant)):
            pathlib.Path(scratch, f"{side}.blif").write_text(text, encoding="utf-8")
            script += f"read_blif {side}.blif; strash; {prepare}; write_aiger {side}.aig; "
        try:
            done = subprocess.run(
                ["yosys-abc", "-c", script + question + " design.aig mutant.aig"],
                capture_output=True,
                text=True,
                timeout=SECONDS,
                check=False,
                cwd=scratch,
            )
        except subprocess.TimeoutExpired:
            return None
    verdicts = re.findall(r"Networks are (NOT EQUIVALENT|equivalent|UNDECIDED)", done.stdout)
    if len(verdicts) != 1:
        raise RuntimeError(f"yosys-abc printed no verdict: {done.stdout[-200:]}{done.stderr[-200:]}")
    return {"equivalent": True, "NOT EQUIVALENT": False, "UNDECIDED": None}[verdicts[0]]


def same(folder, design, mutant):
    return ask(folder, design, mutant, "comb", "cec -n")


def same_to_a_receiver(folder, design, mutant):
    """Returns the name of the proof, "" if there is a difference, or None if undecided.

    All registers start at 0. For the control that is the state after reset. Data registers are written before
    a receiver can see them.
    """
    design, mutant = valid_only(design), valid_only(mutant)

    def first(cycles):
        return ask(folder, design, mutant, f"zero; frames -F {cycles} -i", "cec -n")

    if first(3) is False:
        return ""
    for_ever = ask(folder, design, mutant, "zero", f"dsec -T {SECONDS}")
    if for_ever is not None:
        return "sequential" if for_ever else ""
    registers = len(set(re.findall(r"(\S+i_control\.g_reg\.spare_q)\b", design)))
    return {True: f"{registers + 3} cycles", False: "", None: None}[first(registers + 3)]


def with_difference(folder, mutant):
    """Returns the BLIF of all mutants with an added output `differs`.

    It is 1 where the mutated bit differs from the design's. Masking with it simplifies the proof.
    """
    text = (folder / "mutants.v").read_text(encoding="utf-8")
    chosen = re.search(rf"assign (\S+) = mutant_i == \d+'h0*{mutant:x};", text)
    mux = re.search(rf"assign .* = {re.escape(chosen[1])} \? (.*) : (.*);", text)
    text = text.replace(
        "mutant_i);",
        "mutant_i, differs);\n  output differs;\n" + f"  assign differs = ({mux[1]}) ^ ({mux[2]});",
        1,
    )
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        pathlib.Path(scratch, "differs.v").write_text(text, encoding="utf-8")
        script = (
            "read_verilog differs.v; hierarchy -top karat_top_flat; proc; opt_clean; async2sync; dffunmap; "
            "opt_clean; techmap; opt_clean; rename -top same; write_blif differs.blif"
        )
        subprocess.run(["yosys", "-q", "-p", script], cwd=scratch, check=True, capture_output=True)
        return pathlib.Path(scratch, "differs.blif").read_text(encoding="utf-8")


def both(folder, mutant):
    blif = (folder / "mutants.blif").read_text(encoding="utf-8")
    return alone(blif, 0), alone(blif, mutant)


def combinational(folder, mutant):
    """Returns whether this mutant is combinationally equivalent to the design (the first proof)."""
    return same(folder, *both(folder, mutant)) is True


def sequential(folder, mutant):
    """Returns the name of the later proof that shows the mutant equivalent, or "" if none does."""
    design, mutated = both(folder, mutant)
    line = (folder / "mutants.ys").read_text(encoding="utf-8").splitlines()[mutant - 1]
    # A cell inside the control, not a cell that only has a wire of the control as an input.
    if re.search(r"-cell \S*\.i_control\.", line):
        return (
            "control"
            if same_to_a_receiver(folder, words_of_one_bit(design), words_of_one_bit(mutated)) == "sequential"
            else ""
        )
    proof = same_to_a_receiver(folder, design, mutated)
    if proof is not None:
        return proof
    marked = with_difference(folder, mutant)
    return (
        "where it differs"
        if same(folder, alone(marked, 0, masked=True), alone(marked, mutant, masked=True))
        else ""
    )
