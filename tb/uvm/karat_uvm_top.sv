// SPDX-License-Identifier: Apache-2.0
// The unit karat_top in the UVM environment. karat_top is RTL written by `karat rtl`, or a wrapper of that
// name around your own unit. The shape of its ports is in karat_top_shape.svh, whose folder must be in the
// include path (karat_bench.svh says what it may define).
`include "uvm_macros.svh"
`include "karat_top_shape.svh"
`define KARAT_UNIT karat_top
`define KARAT_BENCH karat_uvm_top
`include "karat_bench.svh"
