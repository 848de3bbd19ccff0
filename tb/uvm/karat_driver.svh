// SPDX-License-Identifier: Apache-2.0
// Drives requests, each after a number of idle cycles, and ready_i with random stalls. It ends the test if a
// reset lasts longer than cfg.patience cycles.
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
    drive_initial();
    fork
      drive_requests();
      drive_ready();
    join
  endtask

  // The interface has no initial values, so that a passive one may be connected by continuous assignments.
  protected virtual task drive_initial();
    vif.valid_i <= 1'b0;
    vif.ready_i <= 1'b0;
    vif.a_i <= '0;
    vif.b_i <= '0;
    vif.c_i <= '0;
    vif.scale_a_i <= '0;
    vif.scale_b_i <= '0;
    vif.metadata_i <= '0;
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
      cfg.sent++;
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
