# SPDX-License-Identifier: Apache-2.0
"""Reads and writes matrices in .npy files without NumPy, so that the tests do not depend on it."""
import ast
import struct


def half(value):
    return struct.unpack("<H", struct.pack("<e", value))[0]


def single(value):
    return struct.unpack("<I", struct.pack("<f", value))[0]


def write(path, descr, rows, columns, codes, fortran=False):
    """codes: the elements as unsigned integers, in row order (in column order if `fortran`)."""
    width = int(descr[2])
    header = repr({"descr": descr, "fortran_order": fortran, "shape": (rows, columns)})
    header += " " * (-(10 + len(header) + 1) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        for code in codes:
            file.write(code.to_bytes(width, "little"))


def read(path):
    """Returns the header, and the elements as unsigned integers in the order of the file."""
    data = open(path, "rb").read()
    length = struct.unpack("<H", data[8:10])[0]
    header = ast.literal_eval(data[10 : 10 + length].decode())
    width = int(header["descr"][2])
    body = data[10 + length :]
    return header, [int.from_bytes(body[i : i + width], "little") for i in range(0, len(body), width)]
