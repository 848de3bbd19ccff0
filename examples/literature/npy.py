# SPDX-License-Identifier: Apache-2.0
"""A minimal reader and writer of the .npy format, so that these examples need only Python."""
import ast
import struct


def write(path, rows):
    """Writes a matrix of floats as <f4."""
    header = repr({"descr": "<f4", "fortran_order": False, "shape": (len(rows), len(rows[0]))})
    header += " " * (-(10 + len(header) + 1) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        for row in rows:
            file.write(struct.pack(f"<{len(row)}f", *row))


def read(path):
    """Reads a matrix of <f4 as a list of rows."""
    data = open(path, "rb").read()
    start = 10 + struct.unpack("<H", data[8:10])[0]
    rows, columns = ast.literal_eval(data[10:start].decode())["shape"]
    values = struct.unpack(f"<{rows * columns}f", data[start:])
    return [values[i * columns : (i + 1) * columns] for i in range(rows)]
