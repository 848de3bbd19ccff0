// SPDX-License-Identifier: Apache-2.0
// Drives requests, each after a number of idle cycles. It ends the test if a reset lasts longer than
// cfg.patience cycles.
//
// Answers go back to the sequences whose items want them (karat_tile_item::wants_response). The driver takes
// requests, answers and resets from the monitor, which sees them in the order in which they happen. The
// specification of an item goes with its request, because the ports do not show it.
`uvm_analysis_imp_decl(_accepted)
`uvm_analysis_imp_decl(_answered)

class karat_driver extends uvm_driver #(karat_tile_item, karat_answer_item);
  uvm_analysis_imp_accepted #(karat_tile_item, karat_driver) accepted_export;
  uvm_analysis_imp_answered #(karat_answer_item, karat_driver) answered_export;
  karat_port port;
  karat_env_config cfg;
  protected karat_tile_item offered[$];
  protected karat_tile_item in_flight[$];

  `uvm_component_utils(karat_driver)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  virtual function void build_phase(uvm_phase phase);
    super.build_phase(phase);
    accepted_export = new("accepted_export", this);
    answered_export = new("answered_export", this);
    cfg = karat_lookup::cfg_of(this);
    port = karat_lookup::port_of(this);
  endfunction

  // The interface has no initial values, so that a passive one may be connected by continuous assignments.
  virtual task run_phase(uvm_phase phase);
    port.drive_idle();
    forever begin
      seq_item_port.get_next_item(req);
      await_reset();
      for (int unsigned i = 0; i < req.idle; i++) port.wait_clock();
      port.drive_request(req);
      offered.push_back(req);
      cfg.sent++;
      port.wait_clock();
      while (port.ready_o() !== 1'b1 || port.reset_n() !== 1'b1) port.wait_clock();
      port.end_request();
      seq_item_port.item_done();
    end
  endtask

  // Waits until the design is out of reset.
  protected virtual task await_reset();
    int unsigned waited = 0;
    while (port.reset_n() !== 1'b1) begin
      port.wait_clock();
      waited++;
      if (waited == cfg.patience)
        `uvm_fatal("KARAT/PATIENCE",
                   $sformatf("tile %0d waited %0d cycles for the end of the reset (+karat_patience)",
                             req.index, waited))
    end
  endtask

  virtual function void write_accepted(karat_tile_item item);
    karat_tile_item tile;
    if (offered.size() == 0) return;
    tile = offered.pop_front();
    if (tile.spec != null) item.spec = tile.spec;
    in_flight.push_back(tile);
  endfunction

  virtual function void write_answered(karat_answer_item item);
    if (item.is_reset) while (in_flight.size() != 0) respond(in_flight.pop_front(), item);
    else if (in_flight.size() != 0) respond(in_flight.pop_front(), item);
  endfunction

  protected virtual function void respond(karat_tile_item tile, karat_answer_item item);
    karat_answer_item response;
    if (!tile.wants_response) return;
    response = karat_answer_item::type_id::create("response");
    response.copy(item);
    response.set_id_info(tile);
    seq_item_port.put_response(response);
  endfunction
endclass
