// SPDX-License-Identifier: Apache-2.0
// The base class of all tests, and tests of the environment's other sequences. The tests for the kinds of
// stimulus are in karat_classes.svh.

class karat_base_test extends uvm_test;
  karat_env env;
  karat_env_config cfg;

  `uvm_component_utils(karat_base_test)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  virtual function void build_phase(uvm_phase phase);
    super.build_phase(phase);
    cfg = karat_env_config::type_id::create("cfg");
    void'(uvm_config_db#(bit)::get(this, "", "sync_reset", cfg.sync_reset));  // of karat_uvm_top
    preset(cfg);
    cfg.from_plusargs();
    uvm_config_db#(karat_env_config)::set(this, "env*", "cfg", cfg);
    env = karat_env::type_id::create("env", this);
  endfunction

  // A derived test may override this to change the configuration before the command line is read.
  virtual function void preset(karat_env_config told);
  endfunction

  virtual function karat_base_seq make_sequence();
    return karat_base_seq::type_id::create("seq");
  endfunction

  virtual task run_phase(uvm_phase phase);
    karat_base_seq seq = make_sequence();
    phase.raise_objection(this, "stimulus");
    seq.cfg = cfg;
    if (env.agent.sequencer == null)
      `uvm_fatal("KARAT/CFG", "the agent is passive (cfg.is_active), but this test has to drive")
    else begin
      fork
        accompany();
      join_none
      seq.start(env.agent.sequencer);
    end
    phase.drop_objection(this, "stimulus");  // the monitor waits for the last answers
  endtask

  // What goes on while the sequence runs: resets, as cfg says.
  protected virtual task accompany();
    karat_reset_seq resets = karat_reset_seq::type_id::create("resets");
    if (cfg.reset_at == 0 && cfg.resets == 0) return;
    if (env.reset_agent == null) begin
      `uvm_fatal("KARAT/CFG", "+karat_resets and +karat_reset_at need a karat_reset_if \"reset_vif\"")
      return;
    end
    resets.at = cfg.reset_at;
    resets.count = cfg.resets;
    resets.shortest = cfg.sync_reset ? 1 : 0;
    resets.start(env.reset_agent.sequencer);
  endtask
endclass

// Passes only if the scoreboard finds the design wrong. For this test run.sh generates RTL with a different
// knob (F = 24 by default). Mismatches are reported as UVM_INFO.
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
    if (env.scoreboard == null || env.scoreboard.mismatches + env.scoreboard.flag_mismatches == 0)
      `uvm_error("KARAT/EXPECTED",
                 "no lane or flag is wrong, but this test needs a wrong design (run.sh --rtl-F, --rtl-set)")
  endfunction
endclass

// Each c is the answer before.
class karat_chain_test extends karat_base_test;
  `uvm_component_utils(karat_chain_test)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  virtual function karat_base_seq make_sequence();
    return karat_chain_seq::type_id::create("seq");
  endfunction
endclass

// Resets in flight: 8, unless +karat_resets says how many.
class karat_reset_test extends karat_base_test;
  `uvm_component_utils(karat_reset_test)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  virtual function void preset(karat_env_config told);
    told.resets = 8;
  endfunction
endclass

// Answers are taken in bursts.
class karat_burst_test extends karat_base_test;
  `uvm_component_utils(karat_burst_test)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  protected virtual task accompany();
    karat_ready_burst_seq bursts = karat_ready_burst_seq::type_id::create("bursts");
    fork
      super.accompany();
      bursts.start(env.agent.ready_sequencer);
    join
  endtask
endclass
