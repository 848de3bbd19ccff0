// SPDX-License-Identifier: Apache-2.0
// Tests: one for each class of stimulus, a random mix (karat_base_test itself), and one that must find the design wrong.

class karat_base_test extends uvm_test;
  karat_env env;
  karat_env_config cfg;
  virtual karat_tile_if vif;

  `uvm_component_utils(karat_base_test)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  virtual function void build_phase(uvm_phase phase);
    super.build_phase(phase);
    cfg = karat_env_config::type_id::create("cfg");
    preset(cfg);
    cfg.from_plusargs();
    uvm_config_db#(karat_env_config)::set(this, "env*", "cfg", cfg);
    if (!uvm_config_db#(virtual karat_tile_if)::get(this, "", "vif", vif)) `uvm_fatal("KARAT/CFG", "no virtual interface \"vif\"")
    env = karat_env::type_id::create("env", this);
  endfunction

  // What a derived test sets before the command line is read.
  virtual function void preset(karat_env_config told);
  endfunction

  virtual function karat_base_seq make_sequence();
    return karat_mixed_seq::type_id::create("seq");
  endfunction

  virtual task run_phase(uvm_phase phase);
    karat_base_seq seq = make_sequence();
    phase.raise_objection(this, "stimulus");
    while (!cfg.is_open) @(posedge vif.clk_i);
    seq.cfg = cfg;
    seq.start(env.agent.sequencer);
    // The last request is on its way; then answers, and a while in which there must be none too many.
    repeat (4) @(posedge vif.clk_i);
    for (int unsigned i = 0; i < cfg.drain_cycles && env.scoreboard.pending_count() != 0; i++) @(posedge vif.clk_i);
    if (env.scoreboard.pending_count() != 0)  // an error of the scoreboard's check phase
      `uvm_warning("KARAT/DRAIN", $sformatf("%0d requests are pending %0d cycles after the last request; the test does not wait longer for them",
                                            env.scoreboard.pending_count(), cfg.drain_cycles))
    repeat (20) @(posedge vif.clk_i);
    phase.drop_objection(this, "stimulus");
  endtask
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

`KARAT_TEST(karat_mixed_test, karat_mixed_seq)
`KARAT_TEST(karat_uniform_bits_test, karat_uniform_bits_seq)
`KARAT_TEST(karat_near_one_test, karat_near_one_seq)
`KARAT_TEST(karat_wide_exponents_test, karat_wide_exponents_seq)
`KARAT_TEST(karat_max_position_test, karat_max_position_seq)
`KARAT_TEST(karat_shift_around_f_test, karat_shift_around_f_seq)
`KARAT_TEST(karat_dropped_bits_test, karat_dropped_bits_seq)
`KARAT_TEST(karat_unnormalised_test, karat_unnormalised_seq)
`KARAT_TEST(karat_cancel_pair_test, karat_cancel_pair_seq)
`KARAT_TEST(karat_cancel_many_test, karat_cancel_many_seq)
`KARAT_TEST(karat_carry_growth_test, karat_carry_growth_seq)
`KARAT_TEST(karat_overflow_test, karat_overflow_seq)
`KARAT_TEST(karat_subnormal_inputs_test, karat_subnormal_inputs_seq)
`KARAT_TEST(karat_underflow_test, karat_underflow_seq)
`KARAT_TEST(karat_zeros_test, karat_zeros_seq)
`KARAT_TEST(karat_one_special_test, karat_one_special_seq)
`KARAT_TEST(karat_special_pair_test, karat_special_pair_seq)
`KARAT_TEST(karat_chain_boundary_test, karat_chain_boundary_seq)
`KARAT_TEST(karat_levels_test, karat_levels_seq)
`KARAT_TEST(karat_tensor_normal_test, karat_tensor_normal_seq)
`KARAT_TEST(karat_tensor_heavy_tailed_test, karat_tensor_heavy_tailed_seq)
`KARAT_TEST(karat_tensor_relu_test, karat_tensor_relu_seq)

// Passes only if the scoreboard finds the design wrong: for RTL built with +define+KARAT_RTL_F=24, which run.sh does for this test. The
// mismatches are told as UVM_INFO.
class karat_mismatch_test extends karat_base_test;
  `uvm_component_utils(karat_mismatch_test)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  virtual function void build_phase(uvm_phase phase);
    super.build_phase(phase);
    uvm_config_db#(uvm_severity)::set(this, "env.scoreboard", "mismatch_severity", UVM_INFO);
  endfunction

  virtual function void check_phase(uvm_phase phase);
    super.check_phase(phase);
    if (env.scoreboard.mismatches == 0)
      `uvm_error("KARAT/EXPECTED", "no lane is wrong, but this test is for a wrong design: compile it with +define+KARAT_RTL_F=24")
  endfunction
endclass
