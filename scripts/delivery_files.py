#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes Bender.yml and the FuseSoC .core files from the .f lists, so that what belongs to what is said once.

usage: delivery_files.py            write them
       delivery_files.py --check    exit status 1 if one is not what the lists say, if a list names a file that is not there, or if a
                                    SystemVerilog file of these folders is in no list
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LICENCE = "# SPDX-License-Identifier: Apache-2.0\n# Written by scripts/delivery_files.py from the .f lists.\n"
VERSION = re.search(r"project\(karat VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))[1]

# Name, list, description, what it builds on, Bender target, top module.
PARTS = [
    ("cells", "rtl_ref/karat_cells.f", "Cells of the RTL that karat writes from a recipe", [], None, None),
    ("rtl_ref", "rtl_ref/instructions/karat_rtl_ref.f", "Reference RTL of the instructions most asked for", ["cells"], None,
     "karat_hopper_hmma_16816_f32"),
    ("dpi", "dpi/karat_dpi.f", "The golden model's SystemVerilog packages (load libkarat_dpi.so)", [], "simulation", None),
    ("checker", "tb/sv/karat_sv.f", "A scoreboard to bind: the golden model beside a unit with karat's ports", ["dpi"], "simulation",
     "karat_checker"),
    ("tile_tb", "tb/sv/karat_tile_tb.f", "A testbench without UVM around a module karat_unit", ["checker"], "simulation", None),
    ("uvm", "tb/uvm/karat_uvm.f", "A UVM environment with the golden model, around a module karat_top (karat rtl writes one)", ["dpi"], "uvm",
     "karat_uvm_top"),
]
LINT_TOPS = ("rtl_ref",)


def read_list(path):
    """Files of a list itself, relative to the root; the lists it includes are other parts."""
    files, includes = [], []
    folder = (ROOT / path).parent
    for line in (ROOT / path).read_text(encoding="utf-8").splitlines():
        words = line.split("//")[0].split()
        if not words or words[0] == "-F":
            continue
        word = words[0]
        target = includes if word.startswith("+incdir+") else files
        target.append((folder / word.removeprefix("+incdir+")).resolve().relative_to(ROOT).as_posix())
    return files, includes


def own_files(path, depends):
    """As read_list, without the files of the parts that this one builds on."""
    files, includes = read_list(path)
    shared = {file for name, other, *_ in PARTS if name in depends for file in read_list(other)[0]}
    return [file for file in files if file not in shared], includes


def include_files(includes):
    return [file.relative_to(ROOT).as_posix() for folder in includes for file in sorted((ROOT / folder).glob("*.svh"))]


def bender():
    out = LICENCE + "package:\n  name: karat\n  authors: [\"the karat authors\"]\n\nsources:\n"
    for _, path, description, depends, target, _ in PARTS:
        files, includes = own_files(path, depends)
        out += f"  # {description}\n"
        out += f"  - target: {target}\n    files:\n" if target else "  - files:\n"
        out += "".join(f"      - {file}\n" for file in files)
        if includes:
            out += "    include_dirs:\n" + "".join(f"      - {folder}\n" for folder in includes)
    return out


def core(name, path, description, depends, top):
    files, includes = own_files(path, depends)
    folder = pathlib.PurePosixPath(path).parent

    def here(file):
        return pathlib.PurePosixPath(file).relative_to(folder).as_posix()

    out = f"CAPI=2:\n{LICENCE}name: karat:karat:{name}:{VERSION}\ndescription: \"{description}\"\n\nfilesets:\n  files:\n    files:\n"
    out += "".join(f"      - {here(file)}: {{is_include_file: true}}\n" for file in include_files(includes))
    out += "".join(f"      - {here(file)}\n" for file in files)
    out += "    file_type: systemVerilogSource\n"
    if depends:
        out += "    depend:\n" + "".join(f"      - karat:karat:{other}\n" for other in depends)
    out += "\ntargets:\n  default: &default\n    filesets: [files]\n"
    if top:
        out += f"    toplevel: {top}\n"
    if name in LINT_TOPS:
        out += "  lint:\n    <<: *default\n    flow: lint\n    flow_options:\n      tool: verilator\n      verilator_options: [-Wall]\n"
    return out


def products():
    yield "Bender.yml", bender()
    for name, path, description, depends, _, top in PARTS:
        yield f"{pathlib.PurePosixPath(path).parent}/karat_{name}.core", core(name, path, description, depends, top)


def complaints():
    named = set()
    for _, path, *_ in PARTS:
        files, includes = read_list(path)
        named.update(files)
        for file in [*files, *includes]:
            if not (ROOT / file).exists():
                yield f"{path}: there is no {file}"
    for _, path, *_ in PARTS:
        for file in sorted((ROOT / path).parent.glob("*.sv")):
            if file.relative_to(ROOT).as_posix() not in named:
                yield f"{file.relative_to(ROOT)} is in no .f list"
    for path, text in products():
        file = ROOT / path
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            yield f"{path} is not what the .f lists say; run scripts/delivery_files.py"


def main(words):
    if words == ["--check"]:
        found = list(complaints())
        print("\n".join(found) if found else f"{len(PARTS)} lists, Bender.yml and {len(PARTS)} .core files agree")
        return 1 if found else 0
    if words:
        print(__doc__, file=sys.stderr)
        return 2
    for path, text in products():
        (ROOT / path).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
