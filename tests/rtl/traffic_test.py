#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""traffic_test.py CHECK SCRATCH [FEWEST MOST [KIND]]: the program CHECK checks a unit that is right, or, with
FEWEST and MOST, one with a fault that only some traffic shows.

The fault must stay unseen for FEWEST tiles of traffic of one KIND (short pauses on both sides), and be caught
before MOST tiles by all kinds of traffic, whatever the seed. A right unit must pass all, and
close the protocol coverage.
"""
import json
import subprocess
import sys
from pathlib import Path

SEEDS = range(1, 9)


def run(program, scratch, *options):
    command = [program, "--quiet", "--json", "--no-diagnosis", "--max-mismatches", "1",
               "--out", str(scratch / "mismatches.vec"), *map(str, options)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    return done.returncode, json.loads(done.stdout)


def expect(what, good):
    if not good:
        sys.exit(f"traffic_test: {what}")


def check_right(program, scratch):
    for seed in SEEDS:
        status, report = run(program, scratch, "--count", 3000, "--seed", seed, "--depth", 8)
        protocol = report["protocol"]
        expect(f"seed {seed}: {report['verdict']} {report['reason']}", status == 0)
        expect(f"seed {seed}: holes {protocol['holes']}", not protocol["holes"])
        expect(f"seed {seed}: excluded {protocol['excluded']}", not protocol["excluded"])
    status, report = run(program, scratch, "--until-coverage", 100)
    expect(f"not closed: {report['protocol']}", status == 0 and report["protocol"]["reached"])
    print(f"closed after {report['tiles']} tiles, {report['cycles']} cycles")
    # a queue that should have room for more is a hole; so are resets, if they are left out, excluded
    status, report = run(program, scratch, "--until-coverage", 100, "--depth", 9, "--count", 5000)
    expect(f"depth 9: {report['protocol']['holes']}",
           status == 1 and report["protocol"]["holes"] == ["in_flight/9", "stall/9", "reset/9"])
    status, report = run(program, scratch, "--until-coverage", 100, "--traffic", "no-reset")
    left_out = [name for name in report["protocol"]["excluded"] if not name.startswith("reset/")]
    expect(f"no-reset: {report['protocol']}",
           status == 0 and not left_out and len(report["protocol"]["excluded"]) == 11)


def check_fault(program, scratch, fewest, most, kind="pauses"):
    status, report = run(program, scratch, "--count", fewest, "--traffic", kind)
    expect(f"seen with {kind} after {report['tiles']} tiles", status == 0)
    tiles = []
    for seed in SEEDS:
        status, report = run(program, scratch, "--seed", seed, "--count", most)
        expect(f"seed {seed}: not caught", status == 1 and report["verdict"] != "passed")
        tiles.append(report["tiles"])
        print(f"seed {seed}: {report['verdict']} after {report['tiles']} tiles: {report['reason']}")
    print(f"{kind}: not in {fewest} tiles; all traffic: {min(tiles)} to {max(tiles)} tiles")


def main():
    program, scratch = sys.argv[1], Path(sys.argv[2])
    scratch.mkdir(parents=True, exist_ok=True)
    if len(sys.argv) == 3:
        check_right(program, scratch)
    else:
        check_fault(program, scratch, *sys.argv[3:])


main()
