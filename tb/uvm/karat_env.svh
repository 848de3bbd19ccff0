// SPDX-License-Identifier: Apache-2.0
// The environment: agent, scoreboard, coverage and, if there is a "reset_vif", a reset agent. To use it, set
// "cfg" and "port" in uvm_config_db for "env*", create the environment, and start sequences on
// env.agent.sequencer (docs/how-to/run-uvm.md). cfg.is_active, en_scb and en_cov say which parts there are.
class karat_env extends uvm_env;
  karat_agent agent;
  karat_reset_agent reset_agent;  // null without a "reset_vif", and if the environment is passive
  karat_scoreboard scoreboard;    // null without cfg.en_scb
  karat_coverage coverage;        // null without cfg.en_scb or cfg.en_cov: it samples what was right
  karat_env_config cfg;
  protected static bit are_idle_watches_named = 1'b0;

  `uvm_component_utils(karat_env)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  virtual function void build_phase(uvm_phase phase);
    karat_port port;
    virtual karat_reset_if reset_vif;
    super.build_phase(phase);
    cfg = karat_lookup::cfg_of(this);
    port = karat_lookup::port_of(this);
    if (cfg == null || port == null) return;
    if (cfg.watch != "" && !take_watch(port)) return;
    if (!cfg.complete(port.unit) || !cfg.open_models(port.shape)) return;
    agent = karat_agent::type_id::create("agent", this);
    if (cfg.is_active == UVM_ACTIVE &&
        uvm_config_db#(virtual karat_reset_if)::get(this, "reset_agent.driver", "reset_vif", reset_vif))
      reset_agent = karat_reset_agent::type_id::create("reset_agent", this);
    if (cfg.en_scb) scoreboard = karat_scoreboard::type_id::create("scoreboard", this);
    else `uvm_info("KARAT/CFG", "without scoreboard (en_scb): nothing is compared or sampled", UVM_LOW)
    if (cfg.en_scb && cfg.en_cov) coverage = karat_coverage::type_id::create("coverage", this);
  endfunction

  virtual function void connect_phase(uvm_phase phase);
    super.connect_phase(phase);
    name_idle_watches();
    if (scoreboard == null) return;
    agent.request_port.connect(scoreboard.request_export);
    agent.answer_port.connect(scoreboard.answer_export);
    if (coverage != null) scoreboard.checked_port.connect(coverage.analysis_export);
  endfunction

  // A watch has one environment, which is passive.
  protected virtual function bit take_watch(karat_port port);
    if (cfg.is_active == UVM_ACTIVE) begin
      `uvm_fatal("KARAT/CFG", {"cfg.watch = \"", cfg.watch, "\" needs cfg.is_active = UVM_PASSIVE"})
      return 1'b0;
    end
    if (!karat_ports::take(get_full_name(), port.get_name())) return 1'b0;
    `uvm_info("KARAT/WATCH", {"watches ", port.get_name()}, UVM_LOW)
    return 1'b1;
  endfunction

  // All environments have been built. An instance without one is not checked; the first environment says so.
  protected virtual function void name_idle_watches();
    string names = karat_ports::not_taken();
    if (are_idle_watches_named || names == "") return;
    are_idle_watches_named = 1'b1;
    `uvm_warning("KARAT/WATCH", {"no environment watches ", names, " (cfg.watch)"})
  endfunction

  // The report phase is the last one that uses the models.
  virtual function void final_phase(uvm_phase phase);
    super.final_phase(phase);
    if (cfg != null) cfg.close_models();
  endfunction
endclass
