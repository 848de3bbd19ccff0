// SPDX-License-Identifier: Apache-2.0
// The environment: agent, scoreboard and coverage. To use it, set "cfg" and "vif" in uvm_config_db for
// "env*", create the environment, and start sequences on env.agent.sequencer once cfg.is_open is 1
// (docs/how-to/run-uvm.md).
class karat_env extends uvm_env;
  karat_agent agent;
  karat_scoreboard scoreboard;
  karat_coverage coverage;

  `uvm_component_utils(karat_env)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  virtual function void build_phase(uvm_phase phase);
    super.build_phase(phase);
    agent = karat_agent::type_id::create("agent", this);
    scoreboard = karat_scoreboard::type_id::create("scoreboard", this);
    coverage = karat_coverage::type_id::create("coverage", this);
  endfunction

  virtual function void connect_phase(uvm_phase phase);
    super.connect_phase(phase);
    coverage.model = scoreboard.model;
    agent.monitor.request_port.connect(scoreboard.request_export);
    agent.monitor.answer_port.connect(scoreboard.answer_export);
    scoreboard.checked_port.connect(coverage.fifo.analysis_export);
  endfunction
endclass
