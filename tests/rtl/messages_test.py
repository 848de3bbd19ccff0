#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""messages_test.py SCRATCH: the page about Verilator's messages: each is provoked, and its mend helps."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

page = pathlib.Path(__file__).resolve().parent.parent.parent / "docs/how-to/mend-verilator-messages.md"
scratch = pathlib.Path(sys.argv[1]).resolve()
shutil.rmtree(scratch, ignore_errors=True)
(scratch / "below").mkdir(parents=True)
os.chdir(scratch)

FILES = {
    "package.sv": "package p; typedef logic w_t; endpackage",
    "uses.sv": "module top import p::*; (input w_t a, output w_t y); assign y = a; endmodule",
    "below/x.svh": "`define X 1'b1",
    "includes.sv": '`include "x.svh"\nmodule top(output logic y); assign y = `X; endmodule',
    "below/child.sv": "module child(input logic x, output logic y); assign y = !x; endmodule",
    "parent.sv": "module top(input logic a, output logic y); child c(.x(a), .y(y)); endmodule",
    "delay.sv": "module top(input logic c, output logic q); always @(posedge c) #1 q <= !q; endmodule",
    "both.sv": "module top(input logic c, output logic q); logic [1:0] x; assign q = ^x;\n"
               "always_ff @(posedge c) x[0] <= !x[0]; always_comb x[1] = c; endmodule",
    "tran.sv": "module top(inout wire a, b);\n`ifndef MENDED\ntran t(a, b);\n`else\nassign b = a;\n`endif\n"
               "endmodule",
    "two.sv": "module top(input logic a, output logic y); assign y = a; endmodule\n"
              "module bench; initial $display(\"?\"); endmodule",
    "timed.sv": "`timescale 1ns/1ps\nmodule child(input logic x, output logic y); assign y = !x; endmodule",
    "width.sv": "module top(input logic [7:0] a, output logic [3:0] y, z); assign z = a[7:4];\n"
                "`ifndef MENDED\nassign y = a;\n`else\nassign y = 4'(a);\n`endif\nendmodule",
    "latch.sv": "module top(input logic a, b, output logic y); always_comb begin\n"
                "`ifdef MENDED\ny = 1'b0;\n`endif\nif (a) y = b; end endmodule",
    "combdly.sv": "module top(input logic a, output logic y); always_comb\n"
                  "`ifndef MENDED\ny <= a;\n`else\ny = a;\n`endif\nendmodule",
    "blkseq.sv": "module top(input logic c, a, output logic y); always_ff @(posedge c)\n"
                 "`ifndef MENDED\ny = a;\n`else\ny <= a;\n`endif\nendmodule",
    "driven.sv": "module top(input logic a, output logic y); assign y = a;\n"
                 "`ifndef MENDED\nassign y = !a;\n`endif\nendmodule",
    "vector.sv": "module top(input logic [1:0] a, output logic [1:0] y);\nlogic [1:0] x\n"
                 "`ifdef MENDED\n/* verilator split_var */\n`endif\n;\n"
                 "assign x[0] = a[0]; assign x[1] = x[0] & a[1]; assign y = x; endmodule",
    "pin.sv": "module top(input logic a, output logic y, z); other o(.a, .y(y)\n"
              "`ifdef MENDED\n, .z()\n`endif\n); assign z = a; endmodule\n"
              "module other(input logic a, output logic y, z); assign y = a; assign z = a; endmodule",
    "name.sv": "module top(input logic a, output logic y); assign y = a; endmodule",
    "macros.sv": "`define CHECK(x)",
    "macro.sv": "module top(input logic a, output logic y); `CHECK(a) assign y = a; endmodule",
    "port.sv": "module child(input logic x, output logic y); assign y = x; endmodule\n"
               "module top(input logic a, output logic y); child c(.x(a),\n"
               "`ifndef MENDED\n.q(y)\n`else\n.y(y)\n`endif\n); endmodule",
    "enum.sv": "module top(input logic [1:0] a, output logic y); typedef enum logic [1:0] {A, B} t; t s;\n"
               "`ifndef MENDED\nassign s = a;\n`else\nassign s = t'(a);\n`endif\n"
               "assign y = s == B; endmodule",
    "wire.sv": "module top(input wire a, output\n`ifndef MENDED\nwire\n`else\nreg\n`endif\ny);\n"
               "always @(*) y = a; endmodule",
    "case.sv": "module top(input logic [1:0] a, output logic y); always_comb case (a)\n"
               "2'd0: y = 1'b0; 2'd1: y = 1'b1;\n`ifdef MENDED\ndefault: y = 1'b0;\n`endif\n"
               "endcase endmodule",
    "casex.sv": "module top(input logic [1:0] a, output logic y); always_comb\n"
                "`ifndef MENDED\ncasex (a) 2'b0x\n`else\ncasez (a) 2'b0?\n`endif\n"
                ": y = 1'b0; default: y = 1'b1; endcase endmodule",
    "implicit.sv": "module top(input logic a, output logic y);\n`ifdef MENDED\nlogic n;\n`endif\n"
                   "assign n = a; assign y = n; endmodule",
    "again.sv": "module top(input logic a, output logic y); assign y = !a; endmodule",
    "undriven.sv": "module top(input logic a, output logic y); logic n; assign y = n & a;\n"
                   "`ifdef MENDED\nassign n = 1'b1;\n`endif\nendmodule",
    "resets.sv": "module top(input logic c, r, d, output logic y, z);\n"
                 "always_ff @(posedge c or negedge r) if (!r) y <= 1'b0; else y <= d;\n"
                 "always_ff @(posedge c\n`ifdef MENDED\nor negedge r\n`endif\n"
                 ") if (!r) z <= 1'b0; else z <= d; endmodule",
    "initial.sv": "module top(input logic c, output logic y); always_ff @(posedge c) y <= !y; initial\n"
                  "`ifndef MENDED\ny <= 1'b0;\n`else\ny = 1'b0;\n`endif\nendmodule",
    "select.sv": "module top(input logic [3:0] a, output logic y);\n"
                 "`ifndef MENDED\nassign y = a[4];\n`else\nassign y = a[3];\n`endif\nendmodule",
    "ascending.sv": "module top(input logic\n`ifndef MENDED\n[0:3]\n`else\n[3:0]\n`endif\n"
                    "a, output logic y); assign y = ^a; endmodule",
    "defparam.sv": "module child #(parameter int W = 1)(input logic x, output logic y);\n"
                   "assign y = x ^ W[0]; endmodule\nmodule top(input logic a, output logic y); child\n"
                   "`ifdef MENDED\n#(.W(2))\n`endif\nc(.x(a), .y(y));\n"
                   "`ifndef MENDED\ndefparam c.W = 2;\n`endif\nendmodule",
    "unread.sv": "module top(input logic a, b, output logic y); assign y = a; endmodule",
}
for name, text in FILES.items():
    pathlib.Path(name).write_text(text + "\n")

MENDED = "-DMENDED"
# message -> the words that provoke it, those that mend it
ROWS = {
    "%Error-PKGNODECL": ("uses.sv package.sv", "package.sv uses.sv"),
    "%Error: ... Cannot find include file": ("includes.sv", "-Ibelow includes.sv"),
    "%Error: ... Cannot find file containing module": ("parent.sv", "-y below parent.sv"),
    "%Error-NEEDTIMINGOPT": ("delay.sv", "--no-timing delay.sv"),
    "%Error-BLKANDNBLK": ("both.sv", "-Wno-BLKANDNBLK both.sv"),
    "%Error-UNSUPPORTED": ("tran.sv", f"{MENDED} tran.sv"),
    "%Error: ... Define or directive not defined": ("macro.sv", "macros.sv macro.sv"),
    "%Error-PINNOTFOUND": ("port.sv", f"{MENDED} port.sv"),
    "%Error-ENUMVALUE": ("enum.sv", f"{MENDED} enum.sv"),
    "%Error-PROCASSWIRE": ("wire.sv", f"{MENDED} wire.sv"),
    "%Warning-MODDUP": ("name.sv again.sv", "name.sv"),
    "%Warning-MULTITOP": ("two.sv", "--top-module top two.sv"),
    "%Warning-TIMESCALEMOD": ("parent.sv timed.sv", "--timescale-override 1ns/1ps parent.sv timed.sv"),
    "%Warning-WIDTH": ("width.sv", f"{MENDED} width.sv"),
    "%Warning-LATCH": ("latch.sv", f"{MENDED} latch.sv"),
    "%Warning-CASEINCOMPLETE": ("case.sv", f"{MENDED} case.sv"),
    "%Warning-CASEX": ("casex.sv", f"{MENDED} casex.sv"),
    "%Warning-IMPLICIT": ("implicit.sv", f"{MENDED} implicit.sv"),
    "%Warning-UNDRIVEN": ("undriven.sv", f"{MENDED} undriven.sv"),
    "%Warning-SELRANGE": ("select.sv", f"{MENDED} select.sv"),
    "%Warning-LITENDIAN": ("ascending.sv", f"{MENDED} ascending.sv"),
    "%Warning-SYNCASYNCNET": ("resets.sv", f"{MENDED} resets.sv"),
    "%Warning-INITIALDLY": ("initial.sv", f"{MENDED} initial.sv"),
    "%Warning-DEFPARAM": ("defparam.sv", f"{MENDED} defparam.sv"),
    "%Warning-COMBDLY": ("combdly.sv", f"{MENDED} combdly.sv"),
    "%Warning-BLKSEQ": ("blkseq.sv", f"{MENDED} blkseq.sv"),
    "%Warning-MULTIDRIVEN": ("driven.sv", f"{MENDED} driven.sv"),
    "%Warning-UNOPTFLAT": ("vector.sv", f"{MENDED} vector.sv"),
    "%Warning-PINMISSING": ("pin.sv", f"{MENDED} pin.sv"),
    "%Warning-DECLFILENAME": ("name.sv", "-Wno-DECLFILENAME name.sv"),
    "%Warning-UNUSEDSIGNAL": ("unread.sv", "-Wno-UNUSEDSIGNAL unread.sv"),
}


def says(words, message):
    done = subprocess.run(["verilator", "--lint-only", "-Wall", "-Wno-fatal", *words.split()],
                          stderr=subprocess.PIPE, text=True)
    # Verilator 5.008 and later divide WIDTH into WIDTHTRUNC and WIDTHEXPAND, and say ASCRANGE for LITENDIAN
    pattern = re.escape(message).replace(re.escape("%Error: ... "), "%Error: .*")
    pattern = pattern.replace("LITENDIAN", "(LITENDIAN|ASCRANGE)")
    return re.search(f"^{pattern}", done.stderr, re.MULTILINE) is not None, done.stderr


documented = re.findall(r"^\| `(%[^`]*)` \|", page.read_text(), re.MULTILINE)
assert set(documented) == set(ROWS), set(documented) ^ set(ROWS)
for message, (provokes, mends) in ROWS.items():
    seen, log = says(provokes, message)
    assert seen, f"{provokes} does not give {message}:\n{log}"
    seen, log = says(mends, message)
    assert not seen and "%Error" not in log, f"{mends} still gives a message:\n{log}"
print(len(ROWS), "messages provoked and mended")
