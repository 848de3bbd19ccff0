#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Generates the reference RTL in rtl_ref/instructions/ with `karat rtl`: a folder for each architecture.

usage: generated_rtl.py KARAT            writes the files
       generated_rtl.py KARAT --check    exit status 1 if a file differs from what KARAT generates
"""
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
HOME = ROOT / "rtl_ref" / "instructions"
STAGES = 2  # pipeline stages; the tile has 2 x 2 lanes

# Commonly used instructions: architecture, instruction, module.
INSTRUCTIONS = [
    ("Volta", "HMMA.884.F32.F32", "karat_volta_hmma_884_f32_f32"),
    ("Ampere", "HMMA.16816.F32", "karat_ampere_hmma_16816_f32"),
    ("Ampere", "HMMA.1688.F32.TF32", "karat_ampere_hmma_1688_f32_tf32"),
    ("Ampere", "DMMA.884", "karat_ampere_dmma_884"),
    ("Ada", "QMMA.16832.F32.E4M3.E4M3", "karat_ada_qmma_16832_f32_e4m3_e4m3"),
    ("Hopper", "HMMA.16816.F32", "karat_hopper_hmma_16816_f32"),
    ("Hopper", "HMMA.16816.F32.BF16", "karat_hopper_hmma_16816_f32_bf16"),
    ("Hopper", "QGMMA.64x8x32.F32.E4M3.E4M3", "karat_hopper_qgmma_64x8x32_f32_e4m3_e4m3"),
    ("RTXBlackwell", "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X", "karat_rtxblackwell_omma_nvfp4"),
    ("CDNA3", "v_mfma_f32_32x32x8_f16", "karat_cdna3_v_mfma_f32_32x32x8_f16"),
]
HEAD = "// Use `verilator -F` (capital F): paths are relative to this file's folder.\n-F ../karat_cells.f\n"


def written(karat, arch, instruction, top):
    """Yields file name and text of the three modules of a tile."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([karat, "rtl", "--arch", arch, "--instruction", instruction, "--lanes", "2x2",
                        "--stages", str(STAGES), "--top", top, "--out", folder],
                       check=True, stdout=subprocess.DEVNULL)
        for part in ("_lane", "_flat", ""):
            name = f"{top}{part}.sv"
            yield f"{arch.lower()}/{name}", pathlib.Path(folder, name).read_text(encoding="utf-8")


def wanted(karat):
    every = []
    for arch, instruction, top in INSTRUCTIONS:
        files = dict(written(karat, arch, instruction, top))
        every += files
        yield from files.items()
        yield f"{top}.f", (f"// {arch} {instruction}: 2 x 2 lanes, {STAGES} stages.\n{HEAD}" +
                           "".join(f"{name}\n" for name in files))
    yield "karat_rtl_ref.f", (f"// Commonly used instructions.\n{HEAD}" +
                              "".join(f"{name}\n" for name in every))


def main(words):
    if len(words) not in (1, 2) or words[1:] not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    files = dict(wanted(words[0]))
    if len(words) == 1:
        HOME.mkdir(exist_ok=True)
        for name, text in files.items():
            (HOME / name).parent.mkdir(exist_ok=True)
            (HOME / name).write_text(text, encoding="utf-8")
        return 0
    stale = [name for name, text in files.items()
             if not (HOME / name).exists() or (HOME / name).read_text(encoding="utf-8") != text]
    present = [path.relative_to(HOME).as_posix() for path in sorted(HOME.rglob("*.*"))]
    stale += [name for name in present if name.endswith((".sv", ".f")) and name not in files]
    for name in stale:
        print(f"rtl_ref/instructions/{name} is not what karat generates; run scripts/generated_rtl.py KARAT")
    print(f"{len(files)} files of {len(INSTRUCTIONS)} instructions, {len(stale)} stale")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
