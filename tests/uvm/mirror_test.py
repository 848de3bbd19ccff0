#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the covergroup hits of a simulation with the library.

usage: mirror_test.py BINS COVERAGE.json LIBRARY KIND SEED
BINS (+karat_bins) has lines "GROUP PLACE HITS NAME". Its hits must equal two others: those in COVERAGE.json,
which the library counted for the same tiles, and those of the tiles that LIBRARY generates for KIND and SEED,
with the specification, shape and number of tiles in COVERAGE.json. This shows that the simulation ran exactly
the tiles of the C++ stimulus. Exit status 1 if any count differs.
"""
import collections
import ctypes
import json
import sys


class Room(ctypes.Structure):
    """karat_matrix and karat_result."""
    _fields_ = [("data", ctypes.c_void_p), ("bytes", ctypes.c_size_t), ("leading", ctypes.c_size_t),
                ("column_major", ctypes.c_int)]


class TileRoom(ctypes.Structure):
    _fields_ = [(name, Room) for name in ("a", "b", "c", "scale_a", "scale_b", "metadata")]


class Tile(ctypes.Structure):
    _fields_ = [("m", ctypes.c_size_t), ("n", ctypes.c_size_t), *TileRoom._fields_]


def hits_of_library(path, covered, kind, seed):
    """The hits of the tiles that the library generates."""
    library = ctypes.CDLL(path)
    library.karat_last_error.restype = ctypes.c_char_p
    library.karat_stimulus_open.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t,
                                            ctypes.c_size_t, ctypes.c_uint64, ctypes.c_void_p]

    def call(name, *words):
        if getattr(library, "karat_" + name)(*words) != 0:
            sys.exit(f"karat_{name}: {library.karat_last_error().decode()}")

    model, stimulus, count = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_size_t()
    call("open_spec", json.dumps(covered["spec"]).encode(), ctypes.byref(model))
    if covered.get("no_c"):
        call("without_c", model)
    call("stimulus_open", model, kind.encode(), covered["m"], covered["n"], seed, ctypes.byref(stimulus))
    call("bin_count", model, ctypes.byref(count))
    memory = [ctypes.create_string_buffer(1 << 16) for _ in range(6)]
    rooms = [Room(ctypes.addressof(part), len(part), 0, int(i in (1, 4))) for i, part in enumerate(memory)]
    lanes = (ctypes.c_uint32 * count.value)()
    total = [0] * count.value
    for _ in range(covered["tiles"]):
        call("stimulus_next", stimulus, ctypes.byref(TileRoom(*rooms)), None)
        tile = Tile(covered["m"], covered["n"], *rooms)
        call("tile_bins", model, ctypes.byref(tile), ctypes.c_size_t(0), lanes, count)
        total = [before + now for before, now in zip(total, lanes)]
    hits = collections.Counter()
    name = ctypes.create_string_buffer(200)
    for number, hit in enumerate(total):
        call("bin_name", model, ctypes.c_size_t(number), name, ctypes.c_size_t(len(name)), None)
        hits[name.value.decode()] = hit
    return hits


def difference(what, counted, other):
    wrong = [name for name in sorted(counted.keys() | other.keys()) if counted[name] != other[name]]
    for name in wrong:
        print(f"{name}: the simulation counted {counted[name]}, {what} {other[name]}")
    return len(wrong)


def main(bins, coverage, library, kind, seed):
    with open(coverage, encoding="utf-8") as file:
        covered = json.load(file)
    counted, groups = collections.Counter(), collections.Counter()
    with open(bins, encoding="utf-8") as file:
        for line in file:
            group, place, hits, name = line.split()
            if name.split("/")[0] != group or int(place) != groups[group] or name in counted:
                sys.exit(f"{name}: is number {place} of {group}, expected {groups[group]}")
            groups[group] += 1
            counted[name] = int(hits)
    model = collections.Counter({name: sum(lanes) for name, lanes in covered["hits"].items()})
    wrong = difference("the model's coverage", counted, model)
    wrong += difference("the library's stimulus", counted, hits_of_library(library, covered, kind, int(seed)))
    print(f"{len(counted)} bins in {len(groups)} groups, {sum(counted.values())} hits by"
          f" {covered['tiles']} tiles, {wrong} differ")
    return 1 if wrong or not counted or len(counted) != covered["reachable"] else 0


if __name__ == "__main__":
    if len(sys.argv) != 6:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    sys.exit(main(*sys.argv[1:]))
