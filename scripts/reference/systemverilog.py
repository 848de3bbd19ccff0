# SPDX-License-Identifier: Apache-2.0
"""systemverilog.md: the packages in dpi/*_pkg.sv, and the checker."""
import re

from reference import ROOT
from reference.markdown import page, prose
from reference.sv_checker import checker_section
from reference.sv_package import SystemVerilog

SYSTEMVERILOG = """
# SystemVerilog

This page lists the SystemVerilog packages of the golden model, every function and class in them, and
the checker to bind to a unit. [Check in a SystemVerilog testbench](../how-to/check-in-systemverilog.md)
shows them in use, with the link options of each simulator.

| file list (`-F`) | compiles |
|---|---|
| `dpi/karat_dpi.f` | the packages; `karat_pkg.sv` with `+incdir+dpi` is enough without stimulus and bins |
| `tb/sv/karat_sv.f` | the packages and `karat_checker` |
| `tb/sv/karat_tile_tb.f` | the packages, `karat_checker` and the testbench `karat_tile_tb` |
| `tb/uvm/karat_uvm_env.f` | the packages and [the UVM environment](../how-to/run-uvm.md) |
| `tb/uvm/karat_uvm.f` | the same with the testbench `karat_uvm_top` |

All of them need `libkarat_dpi.so`, the library of [the C ABI](c-abi.md).

Rules that hold for every package:

- Every call is a function and takes no simulation time, so any process, function or phase may make it.
- At time 0 the package compares `KARAT_ABI_VERSION` with that of the loaded library. If they differ, the
  simulation ends with one line that names both.
- Every call that can fail gives a status. `last_error()`, or `karat_dpi_last_error()`, gives the error
  message.
- Arguments are 2-state: an X or Z in an operand becomes 0. `unknown_operands` finds the lanes with an X or
  Z in an operand; `tile_4state` returns X for them. Results may be `logic` everywhere.
- `karat_dpi_dot_add_4` to `_64` take open arrays with one element per entry. Any width works that both
  formats fit into; a narrower one is refused. Bits above the width of a format are ignored.
- Without scale factors (`S` = 0) the scale arguments are ignored.
- Structured sparsity: with `G` elements of metadata in a row of A, a column of B has 2K elements. `metadata`
  is the last argument of the methods and may be left out, so calls for dense models need no change. A call
  that leaves it out for a sparse model is refused: no kind of metadata allows zeros. An import cannot have
  a default for an open array, so there are imports with `sparse` in their name. They take dense models too.
- `karat_model` wraps a handle. `karat_tile_model` adds packed operands for a tile of M x N lanes, laid out
  like [the ports of a design](files.md#ports).

With Verilator 5.006, arrays passed to the imports need a fixed size, and units should be driven from
`always_ff`: what an `initial` block drives does not reliably reach the logic behind it. `$error` ends the
simulation; `+verilator+error+limit+N` lets it continue. After a change of `libkarat_dpi.so`, link the
simulation again.
"""


def without_own_page(lines):
    """Without the reference to this page."""
    own = r"docs/reference/systemverilog\.md"
    return re.sub(rf"\s+and\s+{own}|\s*See\s+{own}\.", "", "\n".join(lines)).split("\n")


def systemverilog_page(_):
    blocks = []
    packages = sorted((ROOT / "dpi").glob("*_pkg.sv"))
    for path in sorted(packages, key=lambda path: path.name != "karat_pkg.sv"):
        read = SystemVerilog(path)
        blocks += [f"## {path.stem}", prose(without_own_page(read.top)), *read.blocks]
    return page(SYSTEMVERILOG, *blocks, *checker_section())
