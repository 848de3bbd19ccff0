#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""ctypes_test.py LIBRARY: the C ABI from Python (open, dot-add, tile, errors), in a process that has no
symbols of a simulator."""
import ctypes
import struct
import sys

karat = ctypes.CDLL(sys.argv[1])
OK, MISMATCH, TRUNCATED, BAD_HANDLE, BAD_ARGUMENT, BAD_NAME, BAD_SPEC, BAD_OPERAND = range(8)


class Elements(ctypes.Structure):
    _fields_ = [("data", ctypes.POINTER(ctypes.c_uint64)), ("count", ctypes.c_size_t)]


class DotOperands(ctypes.Structure):
    _fields_ = [("a", Elements), ("b", Elements), ("scale_a", Elements), ("scale_b", Elements),
                ("c", ctypes.c_uint64), ("metadata", Elements)]


class Matrix(ctypes.Structure):  # karat_matrix and karat_result
    _fields_ = [("data", ctypes.c_void_p), ("bytes", ctypes.c_size_t), ("leading", ctypes.c_size_t),
                ("column_major", ctypes.c_int)]


class TileOperands(ctypes.Structure):
    _fields_ = [("m", ctypes.c_size_t), ("n", ctypes.c_size_t), ("a", Matrix), ("b", Matrix), ("c", Matrix),
                ("scale_a", Matrix), ("scale_b", Matrix), ("metadata", Matrix)]


class Shape(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint32)
                for name in ("m n k blocks scales a_bits b_bits c_bits d_bits scale_bits k_of_b metadata "
                             "metadata_bits").split()]


handle, text = ctypes.c_void_p, ctypes.c_char_p
size, size_out = ctypes.c_size_t, ctypes.POINTER(ctypes.c_size_t)
karat.karat_version.restype = text
karat.karat_last_error.restype = text
karat.karat_open_instruction.argtypes = [text, text, ctypes.POINTER(handle)]
karat.karat_open_spec.argtypes = [text, ctypes.POINTER(handle)]
karat.karat_close.argtypes = [handle]
karat.karat_get_shape.argtypes = [handle, ctypes.POINTER(Shape)]
karat.karat_set_knob.argtypes = [handle, text, text]
karat.karat_get_knob.argtypes = [handle, text, text, size, size_out]
karat.karat_dot_add.argtypes = [handle, ctypes.POINTER(DotOperands), ctypes.POINTER(ctypes.c_uint64)]
karat.karat_tile.argtypes = [handle, ctypes.POINTER(TileOperands), ctypes.POINTER(Matrix)]


def refused(status, expected, part):
    sentence = karat.karat_last_error().decode()
    assert status == expected, f"status {status}, expected {expected}: {sentence}"
    assert part in sentence, f"no {part!r} in {sentence!r}"


def words(values):
    return Elements((ctypes.c_uint64 * len(values))(*values), len(values))


def half(number):
    return struct.unpack("<H", struct.pack("<e", number))[0]


def single(number):
    return struct.unpack("<I", struct.pack("<f", number))[0]


def matrix(buffer):
    return Matrix(ctypes.cast(buffer, ctypes.c_void_p), ctypes.sizeof(buffer), 0, 0)


assert karat.karat_version().decode().count(".") == 2
assert karat.karat_abi_version() == 2
model = handle()
refused(karat.karat_open_instruction(b"Hopper", b"HMMA.16816.F99", ctypes.byref(model)), BAD_NAME,
        "HMMA.16816.F99")
assert model.value is None
assert karat.karat_open_instruction(b"Hopper", b"HMMA.16816.F32", ctypes.byref(model)) == OK
shape = Shape()
assert karat.karat_get_shape(model, ctypes.byref(shape)) == OK
assert (shape.m, shape.n, shape.k, shape.a_bits, shape.d_bits) == (16, 8, 16, 16, 32)
assert (shape.k_of_b, shape.metadata, shape.metadata_bits) == (16, 0, 0)

# A dot-add of small numbers, and a c that cancelling products push below Hopper's 25 fraction bits.
operands = DotOperands(words([half(1)] * 16), words([half(x) for x in range(16)]), Elements(), Elements(),
                       single(0.5), Elements())
d = ctypes.c_uint64()
assert karat.karat_dot_add(model, ctypes.byref(operands), ctypes.byref(d)) == OK
assert d.value == single(120.5), hex(d.value)
operands.a = words([half(4096), half(4096)] + [0] * 14)
operands.b = words([half(4096), half(-4096)] + [0] * 14)
operands.c = single(2.0**-4)
assert karat.karat_dot_add(model, ctypes.byref(operands), ctypes.byref(d)) == OK
assert d.value == 0, "c is below the 25 fraction bits kept for products of 2^24"
operands.c = single(0.5)
assert karat.karat_dot_add(model, ctypes.byref(operands), ctypes.byref(d)) == OK
assert d.value == single(0.5), hex(d.value)

# A row-major tile.
a = (ctypes.c_uint16 * 32)(*[half(1 + i // 16) for i in range(32)])
b = (ctypes.c_uint16 * 48)(*[half(i % 3) for i in range(48)])
c = (ctypes.c_uint32 * 6)(*[single(i) for i in range(6)])
out = (ctypes.c_uint32 * 6)()
tile = TileOperands(2, 3, matrix(a), matrix(b), matrix(c), Matrix(), Matrix(), Matrix())
result = matrix(out)
assert karat.karat_tile(model, ctypes.byref(tile), ctypes.byref(result)) == OK, karat.karat_last_error()
assert list(out) == [single(16 * (1 + i // 3) * (i % 3) + i) for i in range(6)], [hex(x) for x in out]

# Structured sparsity: one row of four elements of A, and metadata of two elements in one byte. The indices
# are 1, 3 and then 2, 0.
sparse = handle()
assert karat.karat_open_spec(b'{"karat_spec": 1, "algorithm": "fda", "k": 4, "metadata": "2:4"}',
                             ctypes.byref(sparse)) == OK
assert karat.karat_get_shape(sparse, ctypes.byref(shape)) == OK
assert (shape.k, shape.k_of_b, shape.metadata, shape.metadata_bits) == (4, 8, 2, 4)
row = (ctypes.c_uint16 * 4)(*[half(x) for x in (1, 2, 3, 4)])
column = (ctypes.c_uint16 * 8)(*[half(x) for x in (10, 20, 30, 40, 1, 2, 4, 8)])
one_c, one_d = (ctypes.c_uint32 * 1)(single(0.5)), (ctypes.c_uint32 * 1)()
metadata = (ctypes.c_ubyte * 1)(0x2D)
small = TileOperands(1, 1, matrix(row), matrix(column), matrix(one_c), Matrix(), Matrix(), matrix(metadata))
to_one = matrix(one_d)
assert karat.karat_tile(sparse, ctypes.byref(small), ctypes.byref(to_one)) == OK, karat.karat_last_error()
assert one_d[0] == single(1 * 20 + 2 * 40 + 3 * 4 + 4 * 1 + 0.5), hex(one_d[0])
metadata[0] = 0xAD
refused(karat.karat_tile(sparse, ctypes.byref(small), ctypes.byref(to_one)), BAD_OPERAND,
        "metadata: row 0, element 1: 0xa is not allowed; it selects element 2 twice")
small.metadata = Matrix()
refused(karat.karat_tile(sparse, ctypes.byref(small), ctypes.byref(to_one)), BAD_OPERAND, "metadata: missing")
assert karat.karat_close(sparse) == OK

# Knobs and errors.
value = ctypes.create_string_buffer(16)
assert karat.karat_set_knob(model, b"F", b"13") == OK
assert karat.karat_get_knob(model, b"F", value, len(value), None) == OK and value.value == b"13"
refused(karat.karat_get_knob(model, b"F", value, 2, None), TRUNCATED, "2 characters")
refused(karat.karat_set_knob(model, b"F", b"0"), BAD_SPEC, "F")
operands.a = words([0] * 3)
refused(karat.karat_dot_add(model, ctypes.byref(operands), ctypes.byref(d)), BAD_OPERAND, "3 elements")
tile.b.bytes -= 1
refused(karat.karat_tile(model, ctypes.byref(tile), ctypes.byref(result)), BAD_OPERAND, "B: 95 bytes")
refused(karat.karat_tile(model, None, ctypes.byref(result)), BAD_ARGUMENT, "in is NULL")
refused(karat.karat_open_spec(b"{", ctypes.byref(handle())), BAD_SPEC, "not JSON")
assert karat.karat_close(model) == OK
refused(karat.karat_close(model), BAD_HANDLE, "closed")
refused(karat.karat_close(None), BAD_HANDLE, "NULL")
refused(karat.karat_close(0x1234), BAD_HANDLE, "not a valid karat handle")
print("ctypes: all good")
