# SPDX-License-Identifier: Apache-2.0
"""The golden model in Python, through ctypes and karat's C ABI (dpi/karat.h).

Matrices are passed as integers, the values of cocotb's packed ports.
"""
import ctypes


class _Matrix(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("bytes", ctypes.c_size_t), ("leading", ctypes.c_size_t),
                ("column_major", ctypes.c_int)]


class _Tile(ctypes.Structure):
    _fields_ = [("m", ctypes.c_size_t), ("n", ctypes.c_size_t)] + [
        (name, _Matrix) for name in ("a", "b", "c", "scale_a", "scale_b", "metadata")]


class _Shape(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint32)
                for name in ("m n k blocks scales a_bits b_bits c_bits d_bits scale_bits k_of_b metadata "
                             "metadata_bits").split()]


class _Comparison(ctypes.Structure):
    _fields_ = [("lanes", ctypes.c_uint64), ("mismatches", ctypes.c_uint64), ("m", ctypes.c_size_t),
                ("n", ctypes.c_size_t), ("expected", ctypes.c_uint64), ("got", ctypes.c_uint64)]


class KaratError(Exception):
    """A call failed; the text is the error message of the library."""


class Model:
    """The model of one specification.

    The layout of matrices is that of the ports: rows of A, columns of B, rows of C and D. Element i is at
    bits [(i+1)W-1 : iW].
    """

    OK, MISMATCH = 0, 1
    ABI_VERSION = 2  # of the structures above

    def __init__(self, library, arch, instruction):
        self._karat = ctypes.CDLL(library)
        found = self._karat.karat_abi_version()
        if found != self.ABI_VERSION:
            raise KaratError(f"{library} has ABI version {found}, not {self.ABI_VERSION}")
        self._karat.karat_last_error.restype = ctypes.c_char_p
        self._handle = ctypes.c_void_p()
        self._check(self._karat.karat_open_instruction(arch.encode(), instruction.encode(),
                                                       ctypes.byref(self._handle)))
        self.shape = _Shape()
        self._check(self._karat.karat_get_shape(self._handle, ctypes.byref(self.shape)))

    def close(self):
        self._check(self._karat.karat_close(self._handle))

    def set_knob(self, key, value):
        self._check(self._karat.karat_set_knob(self._handle, key.encode(), str(value).encode()))

    def compare(self, number, m, n, a, b, c, got, metadata=0):
        """Returns None if all lanes of `got` match, otherwise the report of the first mismatch.

        `metadata`: the rows of A's metadata, of a model with structured sparsity.
        """
        shape, keep = self.shape, []
        tile = _Tile(m, n, self._matrix(keep, a, m * shape.k, shape.a_bits, 0),
                     self._matrix(keep, b, n * shape.k_of_b, shape.b_bits, 1),
                     self._matrix(keep, c, m * n, shape.c_bits, 0),
                     metadata=self._matrix(keep, metadata, m * shape.metadata, shape.metadata_bits, 0))
        answer = self._matrix(keep, got, m * n, shape.d_bits, 0)
        report, comparison = ctypes.create_string_buffer(65536), _Comparison()
        status = self._karat.karat_compare(self._handle, ctypes.c_uint64(number), ctypes.byref(tile),
                                           ctypes.byref(answer), None, ctypes.byref(comparison), report,
                                           ctypes.c_size_t(len(report)), None)
        if status == self.MISMATCH:
            return report.value.decode()
        self._check(status)
        return None

    def _check(self, status):
        if status != self.OK:
            raise KaratError(self._karat.karat_last_error().decode())

    @staticmethod
    def _matrix(keep, value, elements, bits, column_major):
        size = (elements * bits + 7) // 8
        keep.append(ctypes.create_string_buffer(value.to_bytes(size, "little"), size))
        return _Matrix(ctypes.cast(keep[-1], ctypes.c_void_p), size, 0, column_major)
