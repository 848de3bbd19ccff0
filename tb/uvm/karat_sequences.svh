// SPDX-License-Identifier: Apache-2.0
// Sequences: one for each class of stimulus, and a mix of all.

// `count` tiles of one class. cfg comes from uvm_config_db through the sequencer ("cfg"), unless it was set before start().
class karat_base_seq extends uvm_sequence #(karat_tile_item);
  karat_env_config cfg;
  karat_kind_e kind = KARAT_NEAR_ONE;
  int unsigned count = 0;  // 0: that of cfg

  `uvm_object_utils(karat_base_seq)

  function new(string name = "karat_base_seq");
    super.new(name);
  endfunction

  // The class of tile number `index`.
  virtual function karat_kind_e kind_of(longint unsigned index);
    return kind;
  endfunction

  virtual task body();
    if (cfg == null && !uvm_config_db#(karat_env_config)::get(m_sequencer, "", "cfg", cfg))
      `uvm_fatal("KARAT/CFG", "no karat_env_config \"cfg\" in uvm_config_db for the sequencer")
    if (count == 0) count = cfg.count;
    for (int unsigned i = 0; i < count; i++) begin
      karat_tile_item item = karat_tile_item::type_id::create("item");
      start_item(item);
      item.kind = kind_of(64'(i));
      item.index = 64'(i);
      item.f = cfg.stimulus_f;
      item.max_idle = cfg.max_idle;
      if (item.randomize() == 0) `uvm_fatal("KARAT/RANDOMIZE", {"the constraints of ", item.kind.name(), " have no solution"})
      finish_item(item);
    end
  endtask
endclass

`define KARAT_SEQUENCE(NAME, KIND) \
class NAME extends karat_base_seq; \
  `uvm_object_utils(NAME) \
  function new(string name = `"NAME`"); \
    super.new(name); \
    kind = KIND; \
  endfunction \
endclass

`KARAT_SEQUENCE(karat_uniform_bits_seq, KARAT_UNIFORM_BITS)
`KARAT_SEQUENCE(karat_near_one_seq, KARAT_NEAR_ONE)
`KARAT_SEQUENCE(karat_wide_exponents_seq, KARAT_WIDE_EXPONENTS)
`KARAT_SEQUENCE(karat_max_position_seq, KARAT_MAX_POSITION)
`KARAT_SEQUENCE(karat_shift_around_f_seq, KARAT_SHIFT_AROUND_F)
`KARAT_SEQUENCE(karat_dropped_bits_seq, KARAT_DROPPED_BITS)
`KARAT_SEQUENCE(karat_unnormalised_seq, KARAT_UNNORMALISED)
`KARAT_SEQUENCE(karat_cancel_pair_seq, KARAT_CANCEL_PAIR)
`KARAT_SEQUENCE(karat_cancel_many_seq, KARAT_CANCEL_MANY)
`KARAT_SEQUENCE(karat_carry_growth_seq, KARAT_CARRY_GROWTH)
`KARAT_SEQUENCE(karat_overflow_seq, KARAT_OVERFLOW)
`KARAT_SEQUENCE(karat_subnormal_inputs_seq, KARAT_SUBNORMAL_INPUTS)
`KARAT_SEQUENCE(karat_underflow_seq, KARAT_UNDERFLOW)
`KARAT_SEQUENCE(karat_zeros_seq, KARAT_ZEROS)
`KARAT_SEQUENCE(karat_one_special_seq, KARAT_ONE_SPECIAL)
`KARAT_SEQUENCE(karat_special_pair_seq, KARAT_SPECIAL_PAIR)
`KARAT_SEQUENCE(karat_chain_boundary_seq, KARAT_CHAIN_BOUNDARY)
`KARAT_SEQUENCE(karat_levels_seq, KARAT_LEVELS)
`KARAT_SEQUENCE(karat_tensor_normal_seq, KARAT_TENSOR_NORMAL)
`KARAT_SEQUENCE(karat_tensor_heavy_tailed_seq, KARAT_TENSOR_HEAVY_TAILED)
`KARAT_SEQUENCE(karat_tensor_relu_seq, KARAT_TENSOR_RELU)

// Every class; each tile's is drawn.
class karat_mixed_seq extends karat_base_seq;
  `uvm_object_utils(karat_mixed_seq)

  function new(string name = "karat_mixed_seq");
    super.new(name);
  endfunction

  virtual function karat_kind_e kind_of(longint unsigned index);
    return karat_kind_e'($urandom_range(KARAT_KINDS - 1));
  endfunction
endclass
