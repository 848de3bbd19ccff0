#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the pictures of the documentation into docs/images.

Usage: drawings.py [--check] KARAT

docs/explanation/families.md has one picture for each family. It shows the dot-add of the `karat explain`
command in the next console block of the page: every addend on the fixed-point grid, the dropped bits, and the
rounding. layers.svg shows the layers of scripts/include_order.py, check.svg the data flow of a check,
vendors.svg which families agree, probed_tree.svg what karat probe draws. A picture that a page compares with
what its own commands draw (`cmp`) is left to that page.
--check writes nothing; exit status 1 if a picture is missing or differs from what would be drawn.
scripts/drawing/ has the code.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

from drawing import ROOT
from drawing.diagrams import check_picture, layers_picture
from drawing.examples import dot_add_pictures
from drawing.vendors import vendors_picture

IMAGES = ROOT / "docs" / "images"


def probed_tree(karat):
    """The drawing that docs/how-to/probe-a-black-box.md asks for."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "tree.svg"
        command = [karat, "probe", "CDNA2/v_mfma_f32_32x32x8f16", "--suite", "mma-sim", "--svg", path]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return path.read_text()


def pictures_of_pages():
    """The pictures that pages compare themselves."""
    names = set()
    for page in sorted((ROOT / "docs").rglob("*.md")):
        names.update(re.findall(r"^\$ cmp \S+ \$KARAT_SOURCE/docs/images/(\S+)$", page.read_text(), re.M))
    return names


def main():
    arguments = sys.argv[1:]
    check = "--check" in arguments
    paths = [word for word in arguments if word != "--check"]
    if len(paths) != 1:
        sys.exit(__doc__)
    karat = str(pathlib.Path(paths[0]).resolve())
    pictures = dot_add_pictures(karat)
    pictures["layers.svg"] = layers_picture()
    pictures["check.svg"] = check_picture()
    pictures["vendors.svg"] = vendors_picture(karat)
    pictures["probed_tree.svg"] = probed_tree(karat)
    if not check:
        IMAGES.mkdir(exist_ok=True)
        for name, text in pictures.items():
            (IMAGES / name).write_text(text)
        print(f"{len(pictures)} pictures in {IMAGES.relative_to(ROOT)}")
        return 0
    stale = [name for name, text in sorted(pictures.items())
             if not (IMAGES / name).is_file() or (IMAGES / name).read_text() != text]
    known = pictures.keys() | pictures_of_pages()
    extra = [path.name for path in sorted(IMAGES.glob("*.svg")) if path.name not in known]
    for name in stale:
        print(f"docs/images/{name} is stale; run scripts/drawings.py")
    for name in extra:
        print(f"docs/images/{name} belongs to no page")
    print(f"{len(pictures)} pictures, {len(stale)} stale")
    return 1 if stale or extra else 0


if __name__ == "__main__":
    sys.exit(main())
