// SPDX-License-Identifier: Apache-2.0
// Sequencers, drivers and monitor. They get "cfg" (karat_env_config) and "port" (karat_port) from
// uvm_config_db.

typedef uvm_sequencer #(karat_tile_item, karat_answer_item) karat_sequencer;

// An active agent drives and monitors. A passive agent (cfg.is_active = UVM_PASSIVE) only monitors, for use
// with a team's own driver. What the monitor sees is at the agent's ports.
class karat_agent extends uvm_agent;
  uvm_analysis_port #(karat_tile_item) request_port;
  uvm_analysis_port #(karat_answer_item) answer_port;
  karat_env_config cfg;
  karat_sequencer sequencer;              // null in a passive agent, as the drivers
  karat_driver driver;
  karat_ready_sequencer ready_sequencer;  // when answers are taken
  karat_ready_driver ready_driver;
  karat_monitor monitor;

  `uvm_component_utils(karat_agent)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  virtual function void build_phase(uvm_phase phase);
    super.build_phase(phase);
    request_port = new("request_port", this);
    answer_port = new("answer_port", this);
    cfg = karat_lookup::cfg_of(this);
    if (cfg == null) return;
    is_active = cfg.is_active;
    monitor = karat_monitor::type_id::create("monitor", this);
    if (get_is_active() == UVM_PASSIVE) return;
    sequencer = karat_sequencer::type_id::create("sequencer", this);
    driver = karat_driver::type_id::create("driver", this);
    ready_sequencer = karat_ready_sequencer::type_id::create("ready_sequencer", this);
    ready_driver = karat_ready_driver::type_id::create("ready_driver", this);
  endfunction

  virtual function void connect_phase(uvm_phase phase);
    super.connect_phase(phase);
    monitor.request_port.connect(request_port);
    monitor.answer_port.connect(answer_port);
    if (get_is_active() == UVM_PASSIVE) return;
    driver.seq_item_port.connect(sequencer.seq_item_export);
    ready_driver.seq_item_port.connect(ready_sequencer.seq_item_export);
    monitor.request_port.connect(driver.accepted_export);
    monitor.answer_port.connect(driver.answered_export);
  endfunction
endclass
