#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""record_test.py LIBRARY KARAT SCRATCH: with KARAT_RECORD the library keeps what was compared, for diagnose.

The design computes with F = 22, also in two modes of which each has a record. Its models are closed, or left
open at the end of the process.
"""
import ctypes
import os
import random
import struct
import subprocess
import sys

library, program, scratch = map(os.path.abspath, sys.argv[1:4])
M, N, K = 2, 3, 4


class Matrix(ctypes.Structure):  # karat_matrix and karat_result
    _fields_ = [("data", ctypes.c_void_p), ("bytes", ctypes.c_size_t), ("leading", ctypes.c_size_t),
                ("column_major", ctypes.c_int)]


class TileOperands(ctypes.Structure):
    _fields_ = [("m", ctypes.c_size_t), ("n", ctypes.c_size_t), ("a", Matrix), ("b", Matrix), ("c", Matrix),
                ("scale_a", Matrix), ("scale_b", Matrix), ("metadata", Matrix)]


def matrix(buffer):
    return Matrix(ctypes.cast(buffer, ctypes.c_void_p), ctypes.sizeof(buffer), 0, 0)


def simulate():
    """What a simulation does: two models are compared with a design, and only the first is closed."""
    karat = ctypes.CDLL(library)
    handle = ctypes.c_void_p
    karat.karat_compare.argtypes = [handle, ctypes.c_uint64, ctypes.POINTER(TileOperands),
                                    ctypes.POINTER(Matrix), ctypes.POINTER(Matrix), ctypes.c_void_p,
                                    ctypes.c_char_p, ctypes.c_size_t, ctypes.POINTER(ctypes.c_size_t)]
    karat.karat_set_knob.argtypes = [handle, ctypes.c_char_p, ctypes.c_char_p]
    karat.karat_tile.argtypes = [handle, ctypes.POINTER(TileOperands), ctypes.POINTER(Matrix)]
    karat.karat_close.argtypes = [handle]
    karat.karat_record_mode.argtypes = [handle, ctypes.c_uint32]
    models = [handle() for _ in range(4)]
    for model in models:
        assert karat.karat_open_instruction(b"Volta", b"HMMA.884.F32.F32", ctypes.byref(model)) == 0
    golden, right, design, moded = models
    assert karat.karat_set_knob(design, b"F", b"22") == 0
    assert karat.karat_set_knob(right, b"F", b"22") == 0
    draw = random.Random(1)

    def number(form, reach):
        return struct.pack(form, draw.uniform(-2, 2) * 2.0 ** draw.randint(-reach, reach))

    for tile in range(1500):
        a = (ctypes.c_char * (2 * M * K)).from_buffer_copy(b"".join(number("<e", 7) for _ in range(M * K)))
        b = (ctypes.c_char * (2 * N * K)).from_buffer_copy(b"".join(number("<e", 7) for _ in range(N * K)))
        c = (ctypes.c_char * (4 * M * N)).from_buffer_copy(b"".join(number("<f", 14) for _ in range(M * N)))
        d = (ctypes.c_uint32 * (M * N))()
        operands = TileOperands(M, N, matrix(a), matrix(b), matrix(c), Matrix(), Matrix(), Matrix())
        got = matrix(d)
        assert karat.karat_tile(design, ctypes.byref(operands), ctypes.byref(got)) == 0
        for model in (golden, right):
            status = karat.karat_compare(model, tile, ctypes.byref(operands), ctypes.byref(got), None, None,
                                         None, 0, None)
            assert status in ((0, 1, 2) if model is golden else (0,)), status
        assert karat.karat_record_mode(moded, 5 if tile % 3 == 0 else 3) == 0
        status = karat.karat_compare(moded, tile, ctypes.byref(operands), ctypes.byref(got), None, None, None,
                                     0, None)
        assert status in (0, 1, 2), status
        trial = karat.karat_compare(golden, 2**64 - 1, ctypes.byref(operands), ctypes.byref(got), None, None,
                                    None, 0, None)  # is in no record
        assert trial in (0, 1, 2), trial
    assert karat.karat_close(golden) == 0
    asked = os.environ.get("KARAT_RECORD") == "answers.vec"
    assert os.path.exists("answers.vec") == asked, "closing writes the record"


def run(status, *words):
    done = subprocess.run(words, capture_output=True, text=True, timeout=300)
    assert done.returncode == status, done
    return done.stdout + done.stderr


if len(sys.argv) > 4:
    simulate()
    sys.exit(0)
os.makedirs(scratch, exist_ok=True)
os.chdir(scratch)
for name in os.listdir("."):
    os.remove(name)
again = [sys.executable, __file__, library, program, scratch, "simulate"]
os.environ.pop("KARAT_RECORD", None)
assert run(0, *again) == "" and os.listdir(".") == [], "something is recorded unasked"
os.environ["KARAT_RECORD"] = "answers.vec"
said = run(0, *again)
assert "karat: answers.vec: 9000 answers, " in said and "; karat diagnose answers.vec looks for" in said, said
assert "karat: answers_2.vec: 9000 answers, 0 wrong\n" in said, said
text = run(1, program, "diagnose", "answers.vec")
assert "the design behaves as F = 22 instead of 23" in text, text
assert "1500 tiles" in text and "1 finding" in text, text
run(0, program, "diagnose", "answers_2.vec")
for name, mode, tiles in (("answers_3.vec", 5, 500), ("answers_4.vec", 3, 1000)):  # each mode has a file
    assert f"karat: {name}: {6 * tiles} answers, " in said, said
    text = run(1, program, "diagnose", name)
    assert f"{tiles} tiles in mode {mode}, " in text and "F = 22 instead of 23" in text, text
assert " in mode " not in run(1, program, "diagnose", "answers.vec")
os.remove("answers.vec")
os.environ["KARAT_RECORD"] = "nonesuch/answers.vec"
assert "nonesuch/answers.vec cannot be written" in run(0, *again)  # the simulation goes on
print("records of compared answers as documented")
