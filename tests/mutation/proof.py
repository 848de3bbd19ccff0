# SPDX-License-Identifier: Apache-2.0
"""Is an RTL mutant the design itself? Asked of yosys-abc in these ways, the quick ones first:
- next state and outputs agree for every state and input (combinational equivalence, registers cut open);
- a receiver sees no difference: d_o where valid_o says so, from the state after reset. First the first 3 cycles, where most differences
  show; then for ever (sequential equivalence: it finds what registers have in common); where that is not decided, as many
  cycles as the design has registers and three more, in which a tile passes them all, and waits on the way;
- the first question for those states and inputs alone where the mutated bit differs, as where it does not, nothing does.
Of a mutant in the pipeline's control the second question is put for c = 0 or 2 and everything else 0. No datum enters the control, and every
unit hands that c on unchanged: had the control moved another word than it should have, it would show."""
import pathlib
import re
import subprocess
import tempfile

SECONDS = 60  # for each attempt


def alone(blif, mutant, masked=False):
    """BLIF of one mutant (0: the design): the select input is a constant. `masked`: what it computes counts only where the net `differs` is 1."""
    head, rest = blif.split(".outputs", 1)
    outputs, body = rest.split("\n", 1)
    select = re.findall(r" mutant_i\[(\d+)\]", head)
    head = re.sub(r" mutant_i\[\d+\]", "", head)
    constants = "".join(f".names mutant_i[{bit}]\n" + ("1\n" if mutant >> int(bit) & 1 else "") for bit in select)
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
    """The outputs d_o as a receiver sees them: 0 while valid_o is 0."""
    head, rest = blif.split(".outputs", 1)
    outputs, body = rest.split("\n", 1)
    seen = "".join(f".names valid_o {name} seen_{name}\n11 1\n" for name in outputs.split() if name.startswith("d_o"))
    names = " ".join(f"seen_{name}" if name.startswith("d_o") else name for name in outputs.split())
    return f"{head}.outputs {names}\n" + body.replace("\n.end", "\n" + seen + ".end", 1)


def words_of_one_bit(blif):
    """The design with a, b and the scale factors 0, and c 0 or 2."""
    head, rest = blif.split(".outputs", 1)
    tied = re.findall(r" ((?:a|b|scale_a|scale_b|c)_i\[\d+\])", head)
    tied.remove("c_i[30]")
    for name in tied:
        head = head.replace(f" {name}", "", 1)
    return head + ".outputs" + rest.replace("\n", "\n" + "".join(f".names {name}\n" for name in tied), 1)


def ask(folder, design, mutant, prepare, question):
    """True, False, or None: not decided in time. `prepare`: abc commands between reading one of the two and writing it."""
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        script = ""
        for side, text in (("design", design), ("mutant", mutant)):
            pathlib.Path(scratch, f"{side}.blif").write_text(text, encoding="utf-8")
            script += f"read_blif {side}.blif; strash; {prepare}; write_aiger {side}.aig; "
        try:
            done = subprocess.run(["yosys-abc", "-c", script + question + " design.aig mutant.aig"], capture_output=True, text=True, timeout=SECONDS, check=False,
                                  cwd=scratch)
        except subprocess.TimeoutExpired:
            return None
    verdicts = re.findall(r"Networks are (NOT EQUIVALENT|equivalent|UNDECIDED)", done.stdout)
    if len(verdicts) != 1:
        raise RuntimeError(f"yosys-abc says nothing: {done.stdout[-200:]}{done.stderr[-200:]}")
    return {"equivalent": True, "NOT EQUIVALENT": False, "UNDECIDED": None}[verdicts[0]]


def same(folder, design, mutant):
    return ask(folder, design, mutant, "comb", "cec -n")


def same_to_a_receiver(folder, design, mutant):
    """The proof's name, "" if there is a difference, None if that is not decided. Registers begin at 0: the control as after reset, and data
    that no one sees before it is written."""
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
    """BLIF of all mutants with an output `differs`: whether the mutated bit is another than the design's. What depends on it can then be cut short."""
    text = (folder / "mutants.v").read_text(encoding="utf-8")
    chosen = re.search(rf"assign (\S+) = mutant_i == \d+'h0*{mutant:x};", text)
    mux = re.search(rf"assign .* = {re.escape(chosen[1])} \? (.*) : (.*);", text)
    text = text.replace("mutant_i);", "mutant_i, differs);\n  output differs;\n" + f"  assign differs = ({mux[1]}) ^ ({mux[2]});", 1)
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        pathlib.Path(scratch, "differs.v").write_text(text, encoding="utf-8")
        subprocess.run(["yosys", "-q", "-p", "read_verilog differs.v; hierarchy -top karat_top_flat; proc; opt_clean; async2sync; dffunmap; opt_clean; techmap;"
                        " opt_clean; rename -top same; write_blif differs.blif"], cwd=scratch, check=True, capture_output=True)
        return pathlib.Path(scratch, "differs.blif").read_text(encoding="utf-8")


def both(folder, mutant):
    blif = (folder / "mutants.blif").read_text(encoding="utf-8")
    return alone(blif, 0), alone(blif, mutant)


def combinational(folder, mutant):
    """Whether mutants.blif with this mutant is the design by the first question."""
    return same(folder, *both(folder, mutant)) is True


def sequential(folder, mutant):
    """By which of the others it is; "" if by none."""
    design, mutated = both(folder, mutant)
    line = (folder / "mutants.ys").read_text(encoding="utf-8").splitlines()[mutant - 1]
    if re.search(r"-cell \S*\.i_control\.", line):  # a cell of the control, not one that a wire of the control enters
        return "control" if same_to_a_receiver(folder, words_of_one_bit(design), words_of_one_bit(mutated)) == "sequential" else ""
    proof = same_to_a_receiver(folder, design, mutated)
    if proof is not None:
        return proof
    marked = with_difference(folder, mutant)
    return "where it differs" if same(folder, alone(marked, 0, masked=True), alone(marked, mutant, masked=True)) else ""
