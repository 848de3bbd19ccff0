# SPDX-License-Identifier: Apache-2.0
"""Is an RTL mutant the design itself? Combinational equivalence by yosys-abc: next state and outputs, for every state and every input."""
import pathlib
import re
import subprocess
import tempfile

SECONDS = 30  # for each of the two attempts


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


def same(folder, design, mutant):
    """True, False, or None: not decided in time."""
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        cut = ""
        for side, text in (("design", design), ("mutant", mutant)):
            pathlib.Path(scratch, f"{side}.blif").write_text(text, encoding="utf-8")
            cut += f"read_blif {side}.blif; strash; comb; write_blif {side}_cut.blif; "
        try:
            done = subprocess.run(["yosys-abc", "-c", cut + "cec -n design_cut.blif mutant_cut.blif"], capture_output=True, text=True, timeout=SECONDS, check=False,
                                  cwd=scratch)
        except subprocess.TimeoutExpired:
            return None
    verdicts = re.findall(r"Networks are (NOT EQUIVALENT|equivalent|UNDECIDED)", done.stdout)
    if len(verdicts) != 1:
        raise RuntimeError(f"yosys-abc says nothing: {done.stdout[-200:]}{done.stderr[-200:]}")
    return {"equivalent": True, "NOT EQUIVALENT": False, "UNDECIDED": None}[verdicts[0]]


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


def equivalent(folder, mutant):
    """Whether mutants.blif with this mutant is the design. Where the plain question is too hard, the same is asked for those inputs and states
    alone where the mutated bit differs; where it does not, nothing does."""
    blif = (folder / "mutants.blif").read_text(encoding="utf-8")
    answer = same(folder, alone(blif, 0), alone(blif, mutant))
    if answer is None:
        blif = with_difference(folder, mutant)
        answer = same(folder, alone(blif, 0, masked=True), alone(blif, mutant, masked=True))
    return answer is True
