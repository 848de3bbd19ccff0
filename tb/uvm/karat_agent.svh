// SPDX-License-Identifier: Apache-2.0
// Sequencer, driver, monitor and agent. All get "cfg" (karat_env_config) and "vif" (virtual karat_tile_if)
// from uvm_config_db. The monitor ends the test if a handshake stalls for cfg.patience cycles
// (karat_patience.svh), the driver if a reset does.

typedef uvm_sequencer #(karat_tile_item) karat_sequencer;

// Drives requests, each after a number of idle cycles, and ready_i with random stalls.
class karat_driver extends uvm_driver #(karat_tile_item);
  virtual karat_tile_if vif;
  karat_env_config cfg;

  `uvm_component_utils(karat_driver)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  virtual function void build_phase(uvm_phase phase);
    super.build_phase(phase);
    if (!uvm_config_db#(virtual karat_tile_if)::get(this, "", "vif", vif))
      `uvm_fatal("KARAT/CFG", "no virtual interface \"vif\"")
    if (!uvm_config_db#(karat_env_config)::get(this, "", "cfg", cfg))
      `uvm_fatal("KARAT/CFG", "no karat_env_config \"cfg\"")
  endfunction

  virtual task run_phase(uvm_phase phase);
    fork
      drive_requests();
      drive_ready();
    join
  endtask

  virtual task drive_requests();
    forever begin
      seq_item_port.get_next_item(req);
      await_reset();
      for (int unsigned i = 0; i < req.idle; i++) @(posedge vif.clk_i);
      vif.valid_i <= 1'b1;
      vif.a_i <= req.a;
      vif.b_i <= req.b;
      vif.c_i <= req.c;
      vif.scale_a_i <= req.scale_a;
      vif.scale_b_i <= req.scale_b;
      vif.metadata_i <= req.metadata;
      @(posedge vif.clk_i);
      while (vif.ready_o !== 1'b1 || vif.rst_ni !== 1'b1) @(posedge vif.clk_i);
      vif.valid_i <= 1'b0;
      seq_item_port.item_done();
    end
  endtask

  // Waits until the design is out of reset.
  protected virtual task await_reset();
    int unsigned waited = 0;
    while (vif.rst_ni !== 1'b1) begin
      @(posedge vif.clk_i);
      waited++;
      if (waited == cfg.patience)
        `uvm_fatal("KARAT/PATIENCE",
                   $sformatf("tile %0d waited %0d cycles for the end of the reset (+karat_patience)",
                             req.index, waited))
    end
  endtask

  virtual task drive_ready();
    forever begin
      @(posedge vif.clk_i);
      vif.ready_i <= $urandom_range(99) >= cfg.stall_percent;
    end
  endtask
endclass

// Reports requests and answers at the handshakes. A zero-latency unit answers in the cycle of the request, so
// the request is reported first.
class karat_monitor extends uvm_monitor;
  virtual karat_tile_if vif;
  uvm_analysis_port #(karat_tile_item) request_port;
  uvm_analysis_port #(karat_answer_item) answer_port;
  karat_env_config cfg;
  longint unsigned requests = 0;
  protected bit in_reset = 1'b1;
  protected karat_patience patience;

  `uvm_component_utils(karat_monitor)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  virtual function void build_phase(uvm_phase phase);
    super.build_phase(phase);
    request_port = new("request_port", this);
    answer_port = new("answer_port", this);
    if (!uvm_config_db#(virtual karat_tile_if)::get(this, "", "vif", vif))
      `uvm_fatal("KARAT/CFG", "no virtual interface \"vif\"")
    if (!uvm_config_db#(karat_env_config)::get(this, "", "cfg", cfg))
      `uvm_fatal("KARAT/CFG", "no karat_env_config \"cfg\"")
    patience = new(cfg.patience);
  endfunction

  virtual task run_phase(uvm_phase phase);
    forever begin
      @(posedge vif.clk_i);
      if (vif.rst_ni === 1'b1) begin
        in_reset = 1'b0;
        if (vif.valid_i === 1'b1 && vif.ready_o === 1'b1) see_request();
        if (vif.valid_o === 1'b1 && vif.ready_i === 1'b1) see_answer();
        watch();
      end else if (!in_reset) begin
        karat_answer_item item = karat_answer_item::type_id::create("item");
        in_reset = 1'b1;
        patience.reset();
        item.is_reset = 1'b1;
        answer_port.write(item);
      end
      if (vif.rst_ni === 1'b1 && ($isunknown(vif.valid_o) || $isunknown(vif.ready_o)))
        `uvm_error("KARAT/UNKNOWN", "valid_o or ready_o is X or Z")
    end
  endtask

  // Ends the test if the design stalls, or if its answers are not taken.
  protected virtual function void watch();
    string sentence = patience.cycle(vif.valid_i, vif.ready_o, vif.valid_o, vif.ready_i);
    if (sentence != "") `uvm_fatal("KARAT/PATIENCE", sentence)
  endfunction

  virtual function void see_request();
    karat_tile_item item = karat_tile_item::type_id::create("item");
    item.is_unknown = $isunknown(vif.a_i) || $isunknown(vif.b_i) || $isunknown(vif.c_i) ||
                      (S != 0 && ($isunknown(vif.scale_a_i) || $isunknown(vif.scale_b_i))) ||
                      (G != 0 && $isunknown(vif.metadata_i));
    if (item.is_unknown)
      `uvm_error("KARAT/UNKNOWN",
                 $sformatf("request %0d: an operand is X or Z; the request is not compared", requests))
    item.index = requests;
    item.a = vif.a_i;
    item.b = vif.b_i;
    item.c = vif.c_i;
    item.scale_a = vif.scale_a_i;
    item.scale_b = vif.scale_b_i;
    item.metadata = vif.metadata_i;
    requests++;
    request_port.write(item);
  endfunction

  virtual function void see_answer();
    karat_answer_item item = karat_answer_item::type_id::create("item");
    item.d = vif.d_o;
    answer_port.write(item);
  endfunction
endclass

// An active agent drives and monitors. A passive agent (cfg.is_active = UVM_PASSIVE) only monitors, for use
// with a team's own driver.
class karat_agent extends uvm_agent;
  karat_env_config cfg;
  karat_sequencer sequencer;
  karat_driver driver;
  karat_monitor monitor;

  `uvm_component_utils(karat_agent)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  virtual function void build_phase(uvm_phase phase);
    super.build_phase(phase);
    if (!uvm_config_db#(karat_env_config)::get(this, "", "cfg", cfg))
      `uvm_fatal("KARAT/CFG", "no karat_env_config \"cfg\"")
    is_active = cfg.is_active;
    monitor = karat_monitor::type_id::create("monitor", this);
    if (get_is_active() == UVM_ACTIVE) begin
      sequencer = karat_sequencer::type_id::create("sequencer", this);
      driver = karat_driver::type_id::create("driver", this);
    end
  endfunction

  virtual function void connect_phase(uvm_phase phase);
    super.connect_phase(phase);
    if (get_is_active() == UVM_ACTIVE) driver.seq_item_port.connect(sequencer.seq_item_export);
  endfunction
endclass
