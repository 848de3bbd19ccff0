// SPDX-License-Identifier: Apache-2.0
// The DPI-C calls of karat_pkg. Every call that can fail gives a karat_status_e as an int.

// --- imports that only read --------------------------------------------------------------------------------

import "DPI-C" function string karat_dpi_version();
// The KARAT_ABI_VERSION with which the library was built.
import "DPI-C" karat_abi_version = function int unsigned karat_dpi_abi_version();
// The error message of this thread's last failed call.
import "DPI-C" function string karat_dpi_last_error();
// The environment variable KARAT_RECORD: the file that keeps the answers that are compared; "" if unset.
import "DPI-C" function string karat_dpi_record_path();
import "DPI-C" function string karat_dpi_status_name(input int status);
import "DPI-C" function int karat_dpi_get_spec(input chandle model, output string json);
import "DPI-C" function int karat_dpi_get_knob(input chandle model, input string key, output string value);
import "DPI-C" function int karat_dpi_get_shape(
    input chandle model, output int m, output int n, output int k, output int blocks, output int scales,
    output int a_bits, output int b_bits, output int c_bits, output int d_bits, output int scale_bits);

// Structured sparsity: the elements of a column of B (2k), the elements of metadata of a row of A, and the
// bits of one (4). Without it they are k, 0 and 0.
import "DPI-C" function int karat_dpi_get_sparsity(input chandle model, output int k_of_b,
                                                   output int metadata, output int metadata_bits);

// One dot-add, one element per entry; bits above the width of a format are ignored. scale_a and scale_b are
// ignored without scale factors. The suffix is the width of an entry. Both formats must fit in it,
// otherwise the status is KARAT_BAD_OPERAND. Verilator 5.006 accepts only fixed-size arrays for open array
// arguments.
import "DPI-C" function int karat_dpi_dot_add_4(
    input chandle model, input bit [3:0] a[], input bit [3:0] b[], input bit [7:0] scale_a[],
    input bit [7:0] scale_b[], input bit [63:0] c, output bit [63:0] d);
import "DPI-C" function int karat_dpi_dot_add_6(
    input chandle model, input bit [5:0] a[], input bit [5:0] b[], input bit [7:0] scale_a[],
    input bit [7:0] scale_b[], input bit [63:0] c, output bit [63:0] d);
import "DPI-C" function int karat_dpi_dot_add_8(
    input chandle model, input bit [7:0] a[], input bit [7:0] b[], input bit [7:0] scale_a[],
    input bit [7:0] scale_b[], input bit [63:0] c, output bit [63:0] d);
import "DPI-C" function int karat_dpi_dot_add_16(
    input chandle model, input bit [15:0] a[], input bit [15:0] b[], input bit [7:0] scale_a[],
    input bit [7:0] scale_b[], input bit [63:0] c, output bit [63:0] d);
import "DPI-C" function int karat_dpi_dot_add_32(
    input chandle model, input bit [31:0] a[], input bit [31:0] b[], input bit [7:0] scale_a[],
    input bit [7:0] scale_b[], input bit [63:0] c, output bit [63:0] d);
import "DPI-C" function int karat_dpi_dot_add_64(
    input chandle model, input bit [63:0] a[], input bit [63:0] b[], input bit [7:0] scale_a[],
    input bit [7:0] scale_b[], input bit [63:0] c, output bit [63:0] d);
// The same with metadata, one element per entry. b has 2k elements. KARAT_BAD_OPERAND: the number of
// elements is wrong, or one is not allowed.
import "DPI-C" function int karat_dpi_dot_add_sparse_4(
    input chandle model, input bit [3:0] a[], input bit [3:0] b[], input bit [7:0] scale_a[],
    input bit [7:0] scale_b[], input bit [3:0] metadata[], input bit [63:0] c, output bit [63:0] d);
import "DPI-C" function int karat_dpi_dot_add_sparse_6(
    input chandle model, input bit [5:0] a[], input bit [5:0] b[], input bit [7:0] scale_a[],
    input bit [7:0] scale_b[], input bit [3:0] metadata[], input bit [63:0] c, output bit [63:0] d);
import "DPI-C" function int karat_dpi_dot_add_sparse_8(
    input chandle model, input bit [7:0] a[], input bit [7:0] b[], input bit [7:0] scale_a[],
    input bit [7:0] scale_b[], input bit [3:0] metadata[], input bit [63:0] c, output bit [63:0] d);
import "DPI-C" function int karat_dpi_dot_add_sparse_16(
    input chandle model, input bit [15:0] a[], input bit [15:0] b[], input bit [7:0] scale_a[],
    input bit [7:0] scale_b[], input bit [3:0] metadata[], input bit [63:0] c, output bit [63:0] d);
import "DPI-C" function int karat_dpi_dot_add_sparse_32(
    input chandle model, input bit [31:0] a[], input bit [31:0] b[], input bit [7:0] scale_a[],
    input bit [7:0] scale_b[], input bit [3:0] metadata[], input bit [63:0] c, output bit [63:0] d);
import "DPI-C" function int karat_dpi_dot_add_sparse_64(
    input chandle model, input bit [63:0] a[], input bit [63:0] b[], input bit [7:0] scale_a[],
    input bit [7:0] scale_b[], input bit [3:0] metadata[], input bit [63:0] c, output bit [63:0] d);
// Every intermediate as JSON.
import "DPI-C" function int karat_dpi_trace(
    input chandle model, input bit [63:0] a[], input bit [63:0] b[], input bit [7:0] scale_a[],
    input bit [7:0] scale_b[], input bit [63:0] c, output string json);
// The same with metadata.
import "DPI-C" function int karat_dpi_trace_sparse(
    input chandle model, input bit [63:0] a[], input bit [63:0] b[], input bit [7:0] scale_a[],
    input bit [7:0] scale_b[], input bit [3:0] metadata[], input bit [63:0] c, output string json);
// yes = 1 if `got` matches `expected`: the same bits, or two NaNs if the specification's NaN is "any".
import "DPI-C" function int karat_dpi_matches(input chandle model, input bit [63:0] expected,
                                              input bit [63:0] got, output int yes);

// Tiles as 32-bit words of packed vectors, laid out like the ports of a candidate: a [M-1:0][K-1:0], b
// [N-1:0][K-1:0], c and d [M-1:0][N-1:0], scale_a [M-1:0][S-1:0], scale_b [N-1:0][S-1:0]. m = n = 0: the
// tile of the instruction. The caller sizes d.
import "DPI-C" function int karat_dpi_tile(
    input chandle model, input int m, input int n, input bit [31:0] a[], input bit [31:0] b[],
    input bit [31:0] c[], input bit [31:0] scale_a[], input bit [31:0] scale_b[], output bit [31:0] d[]);
// The same with metadata: b is [N-1:0][2K-1:0], metadata [M-1:0][G-1:0] with 4 bits for each element.
import "DPI-C" function int karat_dpi_tile_sparse(
    input chandle model, input int m, input int n, input bit [31:0] a[], input bit [31:0] b[],
    input bit [31:0] c[], input bit [31:0] scale_a[], input bit [31:0] scale_b[], input bit [31:0] metadata[],
    output bit [31:0] d[]);
// KARAT_MISMATCH: `report` is the report of the C++ scoreboard for the first wrong lane. `unknown` marks
// the bits of `got` that are X or Z.
import "DPI-C" function int karat_dpi_compare(
    input chandle model, input longint tile, input int m, input int n, input bit [31:0] a[],
    input bit [31:0] b[], input bit [31:0] c[], input bit [31:0] scale_a[], input bit [31:0] scale_b[],
    input bit [31:0] got[], input bit [31:0] unknown[], output int mismatches, output string report);
// The same with metadata, laid out as for karat_dpi_tile_sparse.
import "DPI-C" function int karat_dpi_compare_sparse(
    input chandle model, input longint tile, input int m, input int n, input bit [31:0] a[],
    input bit [31:0] b[], input bit [31:0] c[], input bit [31:0] scale_a[], input bit [31:0] scale_b[],
    input bit [31:0] metadata[], input bit [31:0] got[], input bit [31:0] unknown[], output int mismatches,
    output string report);

import "DPI-C" function int karat_dpi_coverage_get(
    input chandle model, output longint tiles, output int reachable, output int holes, output real percent);
import "DPI-C" function int karat_dpi_coverage_report(input chandle model, input int holes,
                                                      output string report);
// A second call writes the same file.
import "DPI-C" function int karat_dpi_coverage_save(input chandle model, input string path);

// --- imports that change the model -------------------------------------------------------------------------

import "DPI-C" function void karat_dpi_open_instruction(input string arch, input string instruction,
                                                        output chandle model, output int status);
import "DPI-C" function void karat_dpi_open_spec(input string json, output chandle model, output int status);
import "DPI-C" function void karat_dpi_close(input chandle model, output int status);
import "DPI-C" function void karat_dpi_set_knob(input chandle model, input string key, input string value,
                                                output int status);
import "DPI-C" function void karat_dpi_without_c(input chandle model, output int status);
// For KARAT_RECORD: the unit's mode in the tiles that are compared from now on.
import "DPI-C" function void karat_dpi_record_mode(input chandle model, input int unsigned mode,
                                                   output int status);
import "DPI-C" function void karat_dpi_coverage_start(input chandle model, input int m, input int n,
                                                      output int status);
import "DPI-C" function void karat_dpi_coverage_sample(
    input chandle model, input int m, input int n, input bit [31:0] a[], input bit [31:0] b[],
    input bit [31:0] c[], input bit [31:0] scale_a[], input bit [31:0] scale_b[], output int status);
// The same with metadata, laid out as for karat_dpi_tile_sparse.
import "DPI-C" function void karat_dpi_coverage_sample_sparse(
    input chandle model, input int m, input int n, input bit [31:0] a[], input bit [31:0] b[],
    input bit [31:0] c[], input bit [31:0] scale_a[], input bit [31:0] scale_b[], input bit [31:0] metadata[],
    output int status);
import "DPI-C" function void karat_dpi_coverage_stop(input chandle model, output int status);
