#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that includes point only to lower layers. Usage: include_order.py

A file may include headers of its own folder in LAYERS and of the layers below. LAYERS lists the layers from
the bottom up. Folders on one line form one layer and must not include each other. IDENTIFY is such a list for
the folders of one folder.
"""

import sys

from include_graph import includes_of, sources

LAYERS = (
    ("model/karat/error.hpp", "model/karat/enum_names.hpp"),
    ("model/karat/format",),
    ("model/karat/arithmetic",),
    ("model/karat/text",),
    ("model/karat/recipe",),
    ("model/karat/trace/sink.hpp",),
    ("model/karat/trace/trace.hpp",),
    ("model/karat/evaluate",),
    ("model/karat/instruction",),
    ("model/karat/trace", "model/karat/vectors", "model/karat/simd"),
    ("model/karat/compare", "model/gemm/karat_gemm", "model/systemc/karat_systemc"),
    ("tb/karat_coverage", "tb/candidate/karat_candidate.h"),
    ("tb/karat_tb",),
    ("dpi", "tb/candidate", "tb/systemc/karat_cosim", "sweep/karat_sweep", "tb/karat_probe"),
    ("cli",),
)

IDENTIFY = (
    ("tb/karat_probe/identify/questions",),
    ("tb/karat_probe/identify/judging",),
    ("tb/karat_probe/identify/topology",),
    ("tb/karat_probe/identify/trees",),
    ("tb/karat_probe/identify/attributes", "tb/karat_probe/identify/knobs"),
    ("tb/karat_probe/identify/moves",),
    ("tb/karat_probe/identify/search",),
    ("tb/karat_probe/identify/challenge",),
    ("tb/karat_probe/identify/explain",),
    ("tb/karat_probe/identify",),
)


def layer_of(path, layers=LAYERS):
    """Layer number and folder of a file, by the longest matching folder; (-1, "") if there is none."""
    best = (-1, "")
    for number, folders in enumerate(layers):
        for folder in folders:
            if (path == folder or path.startswith(folder + "/")) and len(folder) > len(best[1]):
                best = (number, folder)
    return best


def points_up(file, included, layers):
    number, folder = layer_of(file, layers)
    other, other_folder = layer_of(included, layers)
    return number >= 0 and (other > number or (other == number and other_folder != folder))


def main():
    upward = []
    includes = 0
    for file in sources():
        if layer_of(file)[0] < 0:
            continue
        for line, included in includes_of(file):
            includes += 1
            if points_up(file, included, LAYERS) or points_up(file, included, IDENTIFY):
                upward.append(f"{file}:{line}: must not include {included}")
    print("\n".join(upward))
    print(f"{includes} includes, {len(upward)} upward")
    return 1 if upward else 0


sys.exit(main())
