// SPDX-License-Identifier: Apache-2.0
// ready_i as items, late requests, a passive agent, another driver, mismatches as warnings.

// ready_i as items: no answer is taken for 100 cycles, then one in every cycle.
class karat_hold_seq extends karat_ready_burst_seq;
  karat_scoreboard scoreboard;
  karat_monitor monitor;
  bit has_held = 1'b0;

  `uvm_object_utils(karat_hold_seq)

  function new(string name = "karat_hold_seq");
    super.new(name);
  endfunction

  virtual task body();
    hold(1'b0, 100);
    has_held = monitor.requests != 0 && scoreboard.tiles == 0;
    hold(1'b1, 1000);
  endtask
endclass

class karat_hold_test extends karat_base_test;
  protected karat_hold_seq holds;

  `uvm_component_utils(karat_hold_test)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  protected virtual task accompany();
    holds = karat_hold_seq::type_id::create("holds");
    holds.scoreboard = env.scoreboard;
    holds.monitor = env.agent.monitor;
    holds.start(env.agent.ready_sequencer);
  endtask

  virtual function void check_phase(uvm_phase phase);
    super.check_phase(phase);
    `KARAT_HOLDS(holds.has_held)
  endfunction
endclass

// A request that is sent while the monitor settles, and whose answer is taken 60 cycles later.
class karat_late_ready_seq extends karat_ready_burst_seq;
  `uvm_object_utils(karat_late_ready_seq)

  function new(string name = "karat_late_ready_seq");
    super.new(name);
  endfunction

  virtual task body();
    hold(1'b0, 60);
  endtask
endclass

class karat_late_test extends karat_mixed_test;
  `uvm_component_utils(karat_late_test)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  virtual task run_phase(uvm_phase phase);
    karat_base_seq seq = karat_base_seq::type_id::create("late");
    karat_late_ready_seq ready = karat_late_ready_seq::type_id::create("ready");
    super.run_phase(phase);
    repeat (cfg.settle_cycles / 2) env.agent.monitor.port.wait_clock();
    seq.cfg = cfg;
    seq.count = 1;
    fork
      ready.start(env.agent.ready_sequencer);
      seq.start(env.agent.sequencer);
    join
  endtask
endclass

// A test that drives, with an agent that does not.
class karat_passive_test extends karat_mixed_test;
  `uvm_component_utils(karat_passive_test)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  virtual function void preset(karat_env_config told);
    told.is_active = UVM_PASSIVE;
  endfunction
endclass

// A driver in place of another: a factory override. It counts its requests.
class karat_counting_driver extends karat_driver;
  `uvm_component_utils(karat_counting_driver)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  virtual function void report_phase(uvm_phase phase);
    super.report_phase(phase);
    `uvm_info("OWN", $sformatf("another driver offered %0d requests", cfg.sent), UVM_LOW)
  endfunction
endclass

class karat_override_test extends karat_base_test;
  `uvm_component_utils(karat_override_test)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  virtual function void build_phase(uvm_phase phase);
    karat_driver::type_id::set_type_override(karat_counting_driver::get_type());
    super.build_phase(phase);
  endfunction
endclass

// Mismatches are warnings.
class karat_warning_test extends karat_mixed_test;
  `uvm_component_utils(karat_warning_test)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  virtual function void preset(karat_env_config told);
    told.mismatch_severity = UVM_WARNING;
  endfunction
endclass
