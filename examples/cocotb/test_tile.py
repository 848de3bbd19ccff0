# SPDX-License-Identifier: Apache-2.0
"""cocotb testbench for the reference RTL: random tiles with back-pressure, checked through karat's C ABI."""
import os
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, FallingEdge, RisingEdge

from karat_model import Model

M, N, K = int(os.environ.get("M", "2")), int(os.environ.get("N", "2")), 16
TILES = int(os.environ.get("TILES", "1000"))


def operand(rng, count, bits):
    """Random packed encodings. Most have moderate exponents, so sums neither overflow nor cancel to zero;
    the others have any bits."""
    value = 0
    for i in range(count):
        element = rng.getrandbits(bits)
        if rng.random() < 0.97:
            element &= ~(1 << (bits - 2))
        value |= element << (i * bits)
    return value


async def drive(dut, rng, sent):
    """Drives tiles with random gaps; accepted tiles are appended to `sent`."""
    for _ in range(TILES):
        while rng.random() < 0.2:
            await FallingEdge(dut.clk_i)
        tile = (operand(rng, M * K, 16), operand(rng, N * K, 16), operand(rng, M * N, 32))
        dut.valid_i.value = 1
        dut.a_i.value, dut.b_i.value, dut.c_i.value = tile
        while True:
            await RisingEdge(dut.clk_i)
            taken = int(dut.ready_o.value) == 1
            await FallingEdge(dut.clk_i)
            if taken:
                break
        sent.append(tile)
        dut.valid_i.value = 0


@cocotb.test()
async def random_tiles(dut):
    """All results arrive in order and match the model bit for bit."""
    rng = random.Random(int(os.environ.get("SEED", "1")))
    model = Model(os.environ["KARAT_LIBRARY"], "Hopper", "HMMA.16816.F32")
    cocotb.start_soon(Clock(dut.clk_i, 10, units="ns").start())
    dut.rst_ni.value = 0
    dut.valid_i.value = 0
    dut.ready_i.value = 0
    await ClockCycles(dut.clk_i, 4)
    await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    sent = []
    driver = cocotb.start_soon(drive(dut, rng, sent))
    compared, idle = 0, 0
    while compared < TILES:
        await FallingEdge(dut.clk_i)
        dut.ready_i.value = int(rng.random() < 0.8)
        await RisingEdge(dut.clk_i)
        if int(dut.valid_o.value) == 0 or int(dut.ready_i.value) == 0:
            idle += 1
            assert idle < 1000, f"no result for 1000 cycles after {compared} of {TILES} tiles"
            continue
        idle = 0
        assert compared < len(sent), "a result without a request"
        report = model.compare(compared, M, N, *sent[compared], int(dut.d_o.value))
        assert report is None, report
        compared += 1
    await driver
    model.close()
    dut._log.info("%d tiles, %d lanes compared, 0 mismatches", compared, compared * M * N)
    assert compared == TILES and len(sent) == TILES
