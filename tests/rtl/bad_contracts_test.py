#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""bad_contracts_test.py KARAT SCRATCH: wrong contracts, each with the sentence that it must give."""
import copy
import json
import os
import pathlib
import re
import subprocess
import sys

karat = os.path.abspath(sys.argv[1])
scratch = pathlib.Path(sys.argv[2])
scratch.mkdir(parents=True, exist_ok=True)
os.chdir(scratch)
pathlib.Path("unit.sv").write_text("module unit; endmodule\n")
pathlib.Path("bad_spec.json").write_text("{}")

PACKED = {"port": "x", "style": "packed"}
GOOD = {"karat_unit": 1, "top": "unit", "sources": ["unit.sv"],
        "spec": {"arch": "Volta", "instruction": "HMMA.884.F32.F32"}, "lanes": [2, 2], "clock": "clk",
        "reset": {"port": "rst"}, "a": PACKED | {"port": "a"}, "b": PACKED | {"port": "b"},
        "c": PACKED | {"port": "c"}, "d": PACKED | {"port": "d"},
        "input": {"handshake": "valid", "valid": "v"}, "output": {"handshake": "valid", "valid": "done"}}
LATENCY = {"handshake": "latency", "cycles": 2}
STALLABLE = {"handshake": "valid_ready", "valid": "done", "ready": "go"}
FLAGS = {"port": "f", "style": "packed", "bits": ["inexact"]}
GONE = object()

# changes as {"key" or "key.key": value}, and the sentence
TABLE = [
    ({"karat_unit": 2}, "karat_unit"),
    ({"top": GONE}, "top: missing"),
    ({"top": "1st"}, 'top: "1st" is not allowed; use a name of SystemVerilog'),
    ({"sources": GONE}, "sources: missing; name the unit's RTL"),
    ({"sources": ["gone.sv"]}, 'sources: "gone.sv" does not exist'),
    ({"sources": ["."]}, 'sources: "." is a folder, not a file'),
    ({"sources": "unit.sv"}, 'sources: "unit.sv" is not allowed; use a list of texts'),
    ({"include": ["unit.sv"]}, 'include: "unit.sv" is not a folder'),
    ({"verilator": ["no-timing"]},
     'verilator: "no-timing" is not allowed; use options, which begin with - or +'),
    ({"spec": 3}, "spec: 3 is not allowed"),
    ({"spec": "gone.json"}, 'spec: "gone.json" does not exist'),
    ({"spec": "bad_spec.json"}, "bad_spec.json: "),
    ({"spec": {"arch": "Volta", "instruction": "HMMA.885"}}, "HMMA.885"),
    ({"spec": {"formats": ["fp16"], "k": 4}}, 
     'spec.formats: ["fp16"] is not allowed; use those of a, b, c and d, as in '),
    ({"spec": {"formats": ["fp16", "fp16", "fp32", "fp31"], "k": 4}}, 
     'spec.formats: "fp31" is not allowed; use '),
    ({"spec": {"formats": ["fp16", "fp16", "fp32", "fp32"]}}, "spec.k: missing"),
    ({"spec": {"formats": ["fp16", "fp16", "fp32", "fp32"], "k": 4, "F": 3}}, "spec.F: not a key here"),
    ({"lanes": [2]}, "lanes: [2] is not allowed; use [M, N] from [1, 1] to [64, 64]"),
    ({"lanes": [2, 65]}, "lanes: [2,65] is not allowed"),
    ({"parameters": {"F": [1]}}, "parameters.F: [1] is not allowed"),
    ({"clock": GONE}, "clock: missing"),
    ({"clock": {"port": "clk", "edge": "both"}},
     'clock.edge: "both" is not allowed; use "rising" or "falling"'),
    ({"reset.active": "on"}, 'reset.active: "on" is not allowed; use "low" or "high"'),
    ({"reset": None}, "reset: missing; without one"),
    ({"a.style": "vector"}, "a.style: \"vector\" is not allowed; use packed, unpacked, flat or scalar"),
    ({"a.order": "kn"}, 'a.order: "kn" is not allowed; use "mk" or "km"'),
    ({"a.first": "middle"}, 'a.first: "middle" is not allowed'),
    ({"c": {"port": "c_{m}", "style": "scalar"}}, "c.port: \"c_{m}\" is not allowed; use a pattern"),
    ({"b.port": "a"}, "b: the port a is already that of a"),
    ({"scale_a": PACKED}, "scale_a: the specification has no scale factors"),
    ({"metadata": PACKED}, "metadata: the specification has no metadata"),
    ({"input.handshake": "req"}, "input.handshake: \"req\" is not allowed; use none, valid, valid_ready, "),
    ({"input.ready": "r"}, "input.ready: not a key here"),
    ({"input": {"handshake": "none"}}, "input.handshake: none needs output.handshake latency"),
    ({"input": {"handshake": "credit", "valid": "v", "return": "r", "credits": 0}},
     "input.credits: 0 is not allowed; use 1..1024"),
    ({"output": LATENCY | {"cycles": 0}}, "output.cycles: 0 is not allowed; use 1..1024"),
    ({"output": LATENCY | {"enable": "en"}, "input": {"handshake": "start_busy", "start": "s", "busy": "b2"}},
     "output.enable: needs input.handshake none or valid"),
    ({"output.enable": "1e"}, 'output.enable: "1e" is not allowed'),
    ({"output.enable": "rst"}, "output.enable: the port rst is already that of reset"),
    ({"output.enable": "en", "input": {"handshake": "valid_ready", "valid": "v", "ready": "r"}},
     "output.enable: needs input.handshake none or valid"),
    ({"output": STALLABLE | {"enable": "en"}}, "output.enable: not a key here"),
    ({"output.enable": "en", "depth": 4}, "depth: not used"),
    ({"output.enable": "en", "tag": {"in": "ti", "out": "to", "bits": 4}},
     "output.enable: not together with tag"),
    ({"output.enable": "en", "result_clock": {"port": "clk_r", "divide": 2}},
     "output.enable: not together with operand_clock or result_clock"),
    ({"output.enable": "en", "flush": {"port": "fl", "drops": True}},
     "flush.drops: not together with output.enable"),
    ({"output.beats": 3}, "output.beats: 3 does not divide the 2 lanes along m"),
    ({"depth": 0}, "depth: 0 is not allowed; use 1..1024"),
    ({"output": STALLABLE, "depth": 4}, "depth: not used"),
    ({"k_beats": {"beats": 3}}, "k_beats.beats: 3 does not divide k = 4"),
    ({"k_beats": {"beats": 2, "answers": "each"}, "output": LATENCY},
     "k_beats.answers: each needs an output valid"),
    ({"k_beats": {"beats": 2}, "stationary": {"operand": "b", "valid": "ld"}},
     "stationary: not together with"),
    ({"stationary": {"operand": "c", "valid": "ld"}},
     'stationary.operand: "c" is not allowed; use "b" or "a"'),
    ({"tag": {"in": "ti", "out": "to", "bits": 2}, "depth": 5},
     "depth: 5 tiles in flight need more than the 4"),
    ({"tag": {"in": "ti", "out": "to", "bits": 2}, "output": LATENCY}, "tag: not together with"),
    ({"mode": {"port": "op", "bits": 33, "values": {"0": ""}}}, "mode.bits: 33 is not allowed; use 1..32"),
    ({"mode": {"port": "op", "bits": 1, "values": {}}}, "mode.values: empty"),
    ({"mode": {"ports": [], "values": {"0": ""}}}, "mode.ports: [] is not allowed; use a list of ports"),
    ({"mode": {"ports": [{"port": "op"}], "values": {"0": ""}}}, "mode.ports.0.bits: missing"),
    ({"mode": {"ports": [{"port": "op", "bits": 1}, {"port": "op", "bits": 1}], "values": {"0": ""}}},
     "mode: the port op is already that of mode"),
    ({"mode": {"ports": [{"port": "x", "bits": 32}, {"port": "y", "bits": 1}], "values": {"0": ""}}},
     "mode.ports: 33 bits together; at most 32 are allowed"),
    ({"mode": {"ports": [{"port": "x", "bits": 2}], "bits": 2, "values": {"0": ""}}},
     "mode.bits: not a key here"),
    ({"mode": {"port": "op", "bits": 1, "values": {"0": "spec=gone.json"}}},
     'mode.values.0: "gone.json" does not exist'),
    ({"result_clock": {"port": "clk_r", "divide": 5}}, "result_clock.divide: 5 is not allowed; use 2..4"),
    ({"result_clock": {"port": "clk_r", "divide": 2}, "output": STALLABLE},
     "result_clock: needs output.handshake"),
    ({"operand_clock": "clk"}, 'operand_clock: "clk" is not allowed; use an object'),
    ({"operand_clock": {"port": "clk_op"}}, "operand_clock.divide: missing"),
    ({"operand_clock": {"port": "clk_op", "divide": 1}}, "operand_clock.divide: 1 is not allowed; use 2..4"),
    ({"operand_clock": {"port": "clk", "divide": 2}}, "operand_clock: the port clk is already that of clock"),
    ({"operand_clock": {"port": "clk_s", "divide": 2}, "result_clock": {"port": "clk_s", "divide": 2}},
     "result_clock: the port clk_s is already that of operand_clock"),
    ({"operand_clock": {"port": "clk_op", "divide": 2, "reset": {"port": "r", "active": "on"}}},
     'operand_clock.reset.active: "on" is not allowed'),
    ({"result_clock": {"port": "clk_r", "divide": 2, "reset": {"port": "rst"}}},
     "result_clock.reset: the port rst is already that of reset"),
    ({"operand_clock": {"port": "clk_op", "divide": 2}, "output": LATENCY},
     "operand_clock: needs an output valid; a latency is counted in cycles of one clock"),
    ({"operand_clock": {"port": "clk_op", "divide": 2},
      "stationary": {"operand": "b", "valid": "ld", "drain": True}},
     "operand_clock: not together with stationary.drain"),
    ({"operand_clock": {"port": "clk_op", "divide": 2}, "flush": {"port": "fl", "drops": True}},
     "operand_clock: not together with flush.drops"),
    ({"flags": {"port": "f", "style": "packed"}}, "flags.bits: missing"),
    ({"flags": FLAGS | {"bits": ["divide"]}},
     'flags.bits: "divide" is not allowed; use invalid, overflow, underflow or inexact'),
    ({"flags": FLAGS | {"bits": []}}, "flags.bits: [] is not allowed; use a list of 1 to 32 flags"),
    ({"flags": FLAGS | {"bits": [None]}}, "flags: no flag is named"),
    ({"flags": FLAGS | {"bits": ["inexact", "inexact"]}}, "flags: inexact is named twice"),
    ({"flags": FLAGS | {"per": "row"}}, 'flags.per: "row" is not allowed; use "lane" or "tile"'),
    ({"flags": FLAGS | {"tiny": "after"}}, 'flags.tiny: "after" is not allowed'),
    ({"flags": FLAGS | {"inexact": "all"}}, 'flags.inexact: "all" is not allowed'),
    ({"flags": {"ports": {"carry": PACKED}}}, 'flags.ports: "carry" is not allowed'),
    ({"flags": {"ports": {"invalid": PACKED, "inexact": PACKED}}},
     "flags.ports.inexact: the port x is already that of flags.ports.invalid"),
    ({"flags": FLAGS, "output.beats": 2}, "flags: not together with output.beats"),
    ({"flags": FLAGS, "k_beats": {"beats": 2, "answers": "each"}},
     "flags: not together with k_beats.answers each"),
    ({"flags": FLAGS | {"sticky": True}, "tag": {"in": "ti", "out": "to", "bits": 4}},
     "flags.sticky: not together with tag"),
    ({"flush": {"port": "fl", "drops": 1}}, "flush.drops: 1 is not allowed"),
    ({"flush": {"port": "fl", "drops": True}, "output": LATENCY}, "flush.drops: needs an output valid"),
    ({"flush": {"port": "fl", "drops": True}, "flags": FLAGS | {"sticky": True}},
     "flush.drops: not together with flags.sticky"),
    ({"flush": {"port": "fl", "drops": True}, "result_clock": {"port": "clk_r", "divide": 2}},
     "flush.drops: not together with result_clock"),
    ({"flush": {"port": "fl", "drops": True},
      "input": {"handshake": "credit", "valid": "v", "return": "r", "credits": 2}},
     "flush.drops: not together with credits"),
    ({"flush": {"port": "rst", "drops": True}}, "flush: the port rst is already that of reset"),
    ({"ties": {"scan": "high"}}, 'ties.scan: "high" is not allowed; use 0, 1, or a constant'),
    ({"open": ["a b"]}, 'open: "a b" is not allowed'),
    ({"handshake": "valid"}, "handshake: not a key here"),
    # what docs/explanation/what-karat-does-not-check.md says that a contract cannot express
    ({"output": {"handshake": "credit", "valid": "done", "give": "g", "credits": 4}},
     'output.handshake: "credit" is not allowed'),
    ({"d.mask": "m"}, "d.mask: not a key here"),
    ({"mode": {"port": "op", "bits": 1, "values": {"0": ""}, "idle": True}}, "mode.idle: not a key here"),
    ({"output": LATENCY | {"cycles": [3, 5]}}, "output.cycles: [3,5] is not allowed"),
    ({"input.latency": 1}, "input.latency: not a key here"),
    ({"output.enable": {"port": "en_n", "active": "low"}}, "output.enable: {"),
    ({"k_beats": {"beats": 2, "read": {"port": "rd", "after": 3}}}, "k_beats.read: {"),
    ({"k_beats": {"beats": [1, 4]}}, "k_beats.beats: [1,4] is not allowed; use 2.."),
    ({"stationary": {"operand": "b", "valid": "ld", "swap": "s"}}, "stationary.swap: not a key here"),
    ({"stationary": {"operand": "b", "valid": "ld", "beats": 4}}, "stationary.beats: not a key here"),
    ({"c.valid": "cv"}, "c.valid: not a key here"),
    ({"clock": {"port": "clk", "gate": "g"}}, "clock.gate: not a key here"),
    # found when the unit is built
    ({}, "the contract does not fit unit: "),
]


# The page gives changes and sentences of its own, which must be true.
PAGE = pathlib.Path(__file__).resolve().parent.parent.parent / "docs/explanation/what-karat-does-not-check.md"
ON_PAGE = [(json.loads(changes), sentence)
           for changes, sentence in re.findall(r"^\| `(\{.*\})` \| `(.*)` \|$", PAGE.read_text(), re.M)]
for key in ("a.skew", "b.skew", "k_beats", "m_beats", "n_beats", "operand_clock", "result_clock"):
    assert any(key in changes for changes, _ in ON_PAGE), f"{key} is not on the page"


def changed(changes):
    out = copy.deepcopy(GOOD)
    for path, value in changes.items():
        *inner, key = path.split(".")
        at = out
        for name in inner:
            at = at[name]
        if value is GONE:
            del at[key]
        else:
            at[key] = value
    return out


for changes, sentence in TABLE + ON_PAGE:
    pathlib.Path("contract.json").write_text(json.dumps(changed(changes)))
    done = subprocess.run([karat, "check", "--contract", "contract.json", "--quiet"], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, timeout=120)
    said = done.stderr
    assert done.returncode == 2, f"{changes}: exit status {done.returncode}\n{done.stdout}{said}"
    assert sentence in said, f"{changes}: expected \"{sentence}\", got\n{said}"
    assert "contract.json: " in said and said.count("\n") == 1, said
print(len(TABLE + ON_PAGE), "wrong contracts refused")
