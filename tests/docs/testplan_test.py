#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/testplan.py accepts docs/testplan.hjson and its page, and refuses plans that are broken on purpose.

usage: testplan_test.py KARAT BUILD
"""
import copy
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
import testplan  # noqa: E402  (the path above)


def main(karat, build):
    if testplan.main([karat, "--check", build]) != 0:
        return 1
    plan = testplan.read_plan()
    knobs = [knob["key"] for knob in json.loads(testplan.output(karat, "knobs", "--json"))]
    subjects = {"knobs": knobs, "bins": testplan.bin_kinds(), "attributes": list(plan["attributes"])}
    names, known = testplan.test_names(build), testplan.variants()
    assert len(subjects["knobs"]) > 50 and len(subjects["bins"]) > 10 and len(names) > 500 and len(known) > 50
    failed = 0

    def refused(sentence, break_it):
        nonlocal failed
        broken = copy.deepcopy(plan)
        break_it(broken)
        found = list(testplan.complaints(broken, subjects, names, known, karat))
        if found != [sentence]:
            failed += 1
            print(f"FAILED: expected [{sentence!r}], got {found}")
        else:
            print(f"caught: {sentence}")

    def row(section, name, **columns):
        return lambda broken: broken[section][name].update(columns)

    refused("knobs: F has no row", lambda broken: broken["knobs"].pop("F"))
    refused("bins: shift has no row", lambda broken: broken["bins"].pop("shift"))
    refused("attributes: sum.grid has no row", lambda broken: broken["attributes"].pop("sum.grid"))
    refused("knobs: G does not exist", lambda broken: broken["knobs"].update(G=broken["knobs"]["F"]))
    refused("knobs: F has no test", row("knobs", "F", tests=[]))
    refused("knobs: F: there is no test unit.Validate.Width",
            row("knobs", "F", tests=["unit.Validate.Width"]))
    refused("knobs: F: there is no proof aline", row("knobs", "F", proofs=["aline"]))
    refused("knobs: F: there is no mutant F_minus_3", row("knobs", "F", mutants=["F_minus_3"]))
    refused("knobs: F: there is no column test", row("knobs", "F", test="x"))
    refused("knobs: F needs a mutant, or no_mutant with the reason, not both",
            row("knobs", "F", no_mutant="x"))
    refused("bins: shift needs a mutant, or no_mutant with the reason, not both",
            row("bins", "shift", mutants=[]))
    refused("knobs: F needs a proof, or no_proof with the reason, not both", row("knobs", "F", no_proof="x"))
    refused("knobs: F needs one of: an instruction that uses it, example, no_example",
            row("knobs", "F", no_example="x"))
    random = "algorithm.Algorithms/RandomKnobs.AgreeWithReference"
    refused(f"knobs: metadata: tests/algorithm/spec_maker.hpp, the generator of {random}, does not set it",
            row("knobs", "metadata", tests=[random]))
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    sys.exit(main(*sys.argv[1:]))
