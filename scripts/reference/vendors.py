# SPDX-License-Identifier: Apache-2.0
"""vendors.md: the same dot-adds on every family, computed by karat."""
import json
import pathlib
import subprocess
import sys
import tempfile

from reference import ROOT
from reference.markdown import MARK, table

sys.path.insert(0, str(ROOT / "examples" / "literature"))
import npy  # noqa: E402

# One instruction of each family, on bf16 operands where it has them: label, architecture, instruction.
FAMILIES = [
    ("Volta", "Volta", "HMMA.884.F32.F32"),
    ("Ampere, Ada", "Ampere", "HMMA.16816.F32.BF16"),
    ("Hopper, Blackwell", "Hopper", "HMMA.16816.F32.BF16"),
    ("CDNA1", "CDNA1", "v_mfma_f32_32x32x4bf16"),
    ("CDNA2", "CDNA2", "v_mfma_f32_32x32x8bf16_1k"),
    ("CDNA3", "CDNA3", "v_mfma_f32_32x32x8_bf16"),
    ("RDNA3", "RDNA3", "v_wmma_f32_16x16x16_bf16"),
    ("RDNA4", "RDNA4", "v_wmma_f32_16x16x16_bf16_w32"),
    ("AVX512-BF16", "x86", "VDPBF16PS"),
    ("AMX", "x86", "TDPBF16PS"),
    ("Arm", "Arm", "BFDOT"),
    ("Arm, EBF = 1", "Arm", "BFDOT.EBF"),
    ("RISC-V (draft)", "RISCV", "vfwbdot.vv.bf16.k8"),
]

# Name in the table, what is computed in words, a, b, c, the exact value.
CASES = [
    ("tiny c", "2^11 * 2^11 - 2^11 * 2^11 - 2^-20", "0x1p11,0x1p11", "0x1p11,-0x1p11", "-0x1p-20",
     "-0x1p-20"),
    ("swamped", "2^24 + 0.75 - 2^24", "0x1p12,0.75", "0x1p12,1", "-0x1p24", "0.75"),
    ("subnormal", "2^-130 * 2^10 + 2^-66 * 2^-66", "0x1p-130,0x1p-66", "0x1p10,0x1p-66", "0",
     "0x1.001p-120"),
    ("overflow", "2^127 * 2 - 2^127 * 2 + 1", "0x1p127,0x1p127", "2,-2", "1", "1"),
    ("-0", "-1 * 0 for every product, c = -0", "-1...", "0...", "-0", "-0"),
    ("tie", "2^-24 + (1 + 2^-23)", "0x1p-12,0", "0x1p-12,1", "0x1.000002p0", "0x1.000003p+0"),
    ("order", "1 - 2^24 + 2^24", "1,-0x1p12", "1,0x1p12", "0x1p24", "1"),
]
FTTN = "FTTN"
FTTN_EXACT = "191.984"  # 191.984375


def one(karat, arch, instruction, a, b, c):
    """The value of the dot-add as karat prints it; None if an operand cannot be represented in the format.
    `x...` is x for every k; missing operands are +0."""
    if a.endswith("..."):
        k = json.loads(subprocess.run([karat, "show", instruction, "--arch", arch, "--recipe"], check=True,
                                      text=True, capture_output=True).stdout)["operands"]["k"]
        a, b = (",".join([word.removesuffix("...")] * k) for word in (a, b))
    done = subprocess.run([karat, "run", "--json", "--arch", arch, "--instruction", instruction,
                           "--a", a, "--b", b, "--c", c], text=True, capture_output=True, check=False)
    if "not fit" in done.stderr or "not representable" in done.stderr:  # refused, or rounded with a note
        return None
    if done.returncode != 0:
        sys.exit(f"vendors: {arch} {instruction}: {done.stderr}")
    return json.loads(done.stdout)["value"]


def fttn(karat, arch, instruction, folder):
    """FTTN's sum of 8192 products (section V), accumulated in order from C."""
    size = 2**13
    a = [-(2.0**10)] + [2.0**-2 if j % 2 else 2.0**-3 for j in range(1, size)]
    b = [[2.0**10]] + [[2.0**-3]] * (size - 1)
    for name, rows in (("a", [a]), ("b", b), ("c", [[2.0**20]])):
        npy.write(folder / f"{name}.npy", rows)
    command = [karat, "gemm", *(str(folder / f"{name}.npy") for name in "abc"), "-o", str(folder / "d.npy"),
               "--arch", arch, "--instruction", instruction]
    done = subprocess.run(command, text=True, capture_output=True, check=False)
    if done.returncode != 0:
        sys.exit(f"vendors: {' '.join(command)}: {done.stderr}")
    return f"{npy.read(folder / 'd.npy')[0][0]:g}"


def results(karat):
    """[[value of each case and of FTTN's sum] of each family]; a value is text, or None."""
    out = []
    with tempfile.TemporaryDirectory() as folder:
        for _, arch, instruction in FAMILIES:
            row = [one(karat, arch, instruction, a, b, c) for _, _, a, b, c, _ in CASES]
            out.append(row + [fttn(karat, arch, instruction, pathlib.Path(folder))])
    return out


def case_names():
    return [case[0] for case in CASES] + [FTTN]


def exact_values():
    return [case[-1] for case in CASES] + [FTTN_EXACT]


def vendors_page(karat):
    text = (pathlib.Path(__file__).parent / "vendors.txt").read_text(encoding="utf-8")
    cases = [[f"**{name}**", words.replace("*", "\\*"), f"`{exact}`"]
             for name, words, _, _, _, exact in CASES]
    cases.append([f"**{FTTN}**", "2^20 - 2^20 + 8,191 products of 2^-5 or 2^-6", "191.984375"])
    rows = [[label] + [f"`{value}`" if value else "" for value in row]
            for (label, _, _), row in zip(FAMILIES, results(karat))]
    names = [[label, arch, f"`{instruction}`"] for label, arch, instruction in FAMILIES]
    wide = "---\nhide: [toc]\n---\n"  # the table needs the room
    return wide + MARK + "\n\n" + text.format(
        count="eight", fttn=FTTN,
        cases=table(["dot-add", "computes", "exact"], cases),
        results=table(["", *case_names()], rows),
        families=table(["family", "architecture", "instruction"], names))
