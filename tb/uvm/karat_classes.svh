// SPDX-License-Identifier: Apache-2.0
// A sequence and a test for each kind of stimulus in the library, named after the kind: karat_near_one_seq,
// karat_near_one_test, ... Use +karat_class=KIND for a kind that is not listed here. tests/uvm compares this
// list with the library's.

`define KARAT_SEQUENCE(NAME, KIND) \
class NAME extends karat_base_seq; \
  `uvm_object_utils(NAME) \
  function new(string name = `"NAME`"); \
    super.new(name); \
    kind = KIND; \
  endfunction \
endclass

`define KARAT_TEST(NAME, SEQUENCE) \
class NAME extends karat_base_test; \
  `uvm_component_utils(NAME) \
  function new(string name, uvm_component parent); \
    super.new(name, parent); \
  endfunction \
  virtual function karat_base_seq make_sequence(); \
    return SEQUENCE::type_id::create("seq"); \
  endfunction \
endclass

`define KARAT_CLASS(NAME, KIND) \
`KARAT_SEQUENCE(karat_``NAME``_seq, KIND) \
`KARAT_TEST(karat_``NAME``_test, karat_``NAME``_seq)

`KARAT_CLASS(mixed, "")  // or the kind of +karat_class
`KARAT_CLASS(directed, "directed")
`KARAT_CLASS(steered, "steered")
`KARAT_CLASS(level1, "level1")
`KARAT_CLASS(level2, "level2")
`KARAT_CLASS(uniform, "uniform")
`KARAT_CLASS(normal, "normal")
`KARAT_CLASS(heavy_tailed, "heavy_tailed")
`KARAT_CLASS(relu, "relu")
`KARAT_CLASS(uniform_bits, "uniform_bits")
`KARAT_CLASS(near_one, "near_one")
`KARAT_CLASS(wide_exponents, "wide_exponents")
`KARAT_CLASS(max_position, "max_position")
`KARAT_CLASS(shift_around_f, "shift_around_f")
`KARAT_CLASS(dropped_bits, "dropped_bits")
`KARAT_CLASS(unnormalised, "unnormalised")
`KARAT_CLASS(cancel_pair, "cancel_pair")
`KARAT_CLASS(cancel_many, "cancel_many")
`KARAT_CLASS(carry_growth, "carry_growth")
`KARAT_CLASS(overflow, "overflow")
`KARAT_CLASS(subnormal_inputs, "subnormal_inputs")
`KARAT_CLASS(underflow, "underflow")
`KARAT_CLASS(zeros, "zeros")
`KARAT_CLASS(one_special, "one_special")
`KARAT_CLASS(special_pair, "special_pair")
`KARAT_CLASS(scale_extremes, "scale_extremes")
`KARAT_CLASS(chain_boundary, "chain_boundary")

// Former names of these classes.
`KARAT_CLASS(levels, "level1")
`KARAT_CLASS(tensor_normal, "normal")
`KARAT_CLASS(tensor_heavy_tailed, "heavy_tailed")
`KARAT_CLASS(tensor_relu, "relu")
