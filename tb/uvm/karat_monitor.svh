// SPDX-License-Identifier: Apache-2.0
// Reports requests and answers at the handshakes, and resets, also those between two edges of the clock
// (unless cfg.sync_reset). A flush of a watched unit is a reset at a clock edge. A zero-latency unit answers
// in the cycle of the request, so the request is reported first.
//
// In an active agent it ends the test if a handshake stalls for cfg.patience cycles. In a passive agent it
// only watches: how long a unit may be quiet in somebody else's test is for that test to say.
//
// At the end of the run phase it waits for the answers in flight (phase_ready_to_end). In a passive agent the
// traffic may go on then: later requests are watched, but not waited for.
class karat_monitor extends uvm_monitor;
  karat_port port;
  uvm_analysis_port #(karat_tile_item) request_port;
  uvm_analysis_port #(karat_answer_item) answer_port;
  karat_env_config cfg;
  longint unsigned requests = 0;
  int unsigned in_flight = 0;                  // requests without an answer since the last reset
  protected realtime accepted[$];              // when each of them was
  protected bit in_reset = 1'b1;
  protected karat_episode unknown_handshakes;  // X or Z
  protected karat_episode unknown_operands;
  protected karat_episode unknown_flags;
  protected bit missed_modes[int unsigned];    // reported: they have no specification
  protected karat_patience patience;
  protected realtime last_edge = 0;
  protected realtime period = 0;               // of the clock, measured
  protected bit is_drained = 1'b0;

  `uvm_component_utils(karat_monitor)

  function new(string name, uvm_component parent);
    super.new(name, parent);
    unknown_handshakes = new("the handshakes", "cycles");
    unknown_operands = new("the operands", "requests");
    unknown_flags = new("the status flags", "cycles");
  endfunction

  virtual function void build_phase(uvm_phase phase);
    super.build_phase(phase);
    request_port = new("request_port", this);
    answer_port = new("answer_port", this);
    cfg = karat_lookup::cfg_of(this);
    port = karat_lookup::port_of(this);
    if (cfg == null) return;
    patience = new(cfg.is_active == UVM_ACTIVE ? cfg.patience : 0);
  endfunction

  virtual task run_phase(uvm_phase phase);
    fork
      watch_clock();
      if (!cfg.sync_reset) watch_reset();
    join
  endtask

  protected virtual task watch_clock();
    forever begin
      port.wait_clock();
      if (last_edge != 0) period = $realtime - last_edge;
      last_edge = $realtime;
      if (port.reset_n() === 1'b1 && port.flush() !== 1'b1) see_cycle();
      else see_reset();
    end
  endtask

  // A reset may begin and end between two edges of the clock.
  protected virtual task watch_reset();
    forever begin
      port.wait_reset_change();
      if (port.reset_n() !== 1'b1) see_reset();
    end
  endtask

  protected virtual function void see_cycle();
    string sentence;
    in_reset = 1'b0;
    if (port.valid_i() === 1'b1 && port.ready_o() === 1'b1) see_request();
    if (port.valid_o() === 1'b1 && port.ready_i() === 1'b1) see_answer();
    see_flags();
    sentence = patience.cycle(port.valid_i(), port.ready_o(), port.valid_o(), port.ready_i());
    if (sentence != "") `uvm_fatal("KARAT/PATIENCE", sentence)
    if (begins(unknown_handshakes, is_handshake_unknown()))
      `uvm_error("KARAT/UNKNOWN",
                 $sformatf("X or Z on a handshake: valid_i %b, ready_o %b, valid_o %b, ready_i %b",
                           port.valid_i(), port.ready_o(), port.valid_o(), port.ready_i()))
  endfunction

  // Whether an X or Z begins here. Its end is a message.
  protected virtual function bit begins(karat_episode episode, bit is_unknown);
    string sentence = episode.see(is_unknown);
    if (sentence != "") `uvm_info("KARAT/UNKNOWN", sentence, UVM_LOW)
    return episode.length == 1;
  endfunction

  // X and Z on a flag of an answer, taken or not.
  protected virtual function void see_flags();
    if (begins(unknown_flags, cfg.flags != null && port.valid_o() === 1'b1 && is_flag_unknown()))
      `uvm_error("KARAT/UNKNOWN", $sformatf("X or Z on a status flag, after %0d requests", requests))
  endfunction

  protected virtual function bit is_flag_unknown();
    return port.is_flag_unknown(cfg.flags.bits, cfg.flags.per_tile);
  endfunction

  // Called for each edge in reset, and when a reset begins; reports each reset once.
  protected virtual function void see_reset();
    karat_answer_item item;
    if (in_reset) return;
    void'(begins(unknown_handshakes, 1'b0));
    void'(begins(unknown_operands, 1'b0));
    void'(begins(unknown_flags, 1'b0));
    in_reset = 1'b1;
    in_flight = 0;
    accepted.delete();
    patience.reset();
    item = karat_answer_item::type_id::create("item");
    item.is_reset = 1'b1;
    `uvm_info("KARAT/RESET", $sformatf("reset after %0d requests", requests), UVM_HIGH)
    answer_port.write(item);
  endfunction

  protected virtual function bit is_handshake_unknown();
    return $isunknown({port.valid_i(), port.ready_o(), port.valid_o(), port.ready_i()});
  endfunction

  // For a derived monitor that knows more. The item has what is at the ports.
  protected virtual function bit is_operand_unknown(karat_tile_item item);
    return item.is_unknown || (cfg.modes.size() != 0 && $isunknown(port.mode()));
  endfunction

  // Reports a mode without a specification, once for each. If no mode is configured, so that all is compared
  // with cfg.spec, it reports a mode_i that is not 0, once.
  protected virtual function void see_mode(karat_tile_item item);
    bit [31:0] mode = port.mode();  // X and Z become 0
    if (cfg.modes.size() == 0 && mode != 0 && missed_modes.size() == 0)
      `uvm_error("KARAT/MODE",
                 {$sformatf("request %0d: mode_i is %0d, but no mode is configured; ", requests, mode),
                  "use karat_env_config::add_mode, or publish(vif, path, karat_unit::make(...))"})
    else if (item.spec == null && !$isunknown(port.mode()) && missed_modes.exists(mode) == 0)
      `uvm_error("KARAT/MODE",
                 $sformatf("mode %0d has no specification (cfg.add_mode); request %0d is the first in it",
                           mode, requests))
    else return;
    missed_modes[mode] = 1'b1;
  endfunction

  virtual function void see_request();
    karat_tile_item item = karat_tile_item::type_id::create("item");
    if (cfg.modes.size() != 0) item.mode = port.mode();
    item.spec = cfg.spec_of(item.mode);
    see_mode(item);
    item.set_shape(item.spec == null ? port.shape : cfg.model_of(item.spec).shape);
    port.sample_request(item);
    if (!cfg.has_c) item.c.fill(0);  // whatever is at c_i, the unit does not see it
    item.is_unknown = is_operand_unknown(item);
    if (begins(unknown_operands, item.is_unknown))
      `uvm_error("KARAT/UNKNOWN",
                 $sformatf("request %0d: an operand is X or Z; such requests are not compared", requests))
    if (item.spec == null) item.is_unknown = 1'b1;
    item.index = requests;
    requests++;
    in_flight++;
    accepted.push_back($realtime);
    if (cfg.is_active == UVM_ACTIVE) is_drained = 1'b0;
    request_port.write(item);
  endfunction

  virtual function void see_answer();
    karat_answer_item item = karat_answer_item::type_id::create("item");
    item.set_shape(port.shape);
    port.sample_answer(item);
    if (in_flight != 0) begin
      in_flight--;
      void'(accepted.pop_front());
    end
    answer_port.write(item);
  endfunction

  // Extends the run phase by the time that the last answers take.
  virtual function void phase_ready_to_end(uvm_phase phase);
    super.phase_ready_to_end(phase);
    if (phase.get_name() != "run" || is_drained) return;
    if (cfg.is_active == UVM_PASSIVE) begin
      is_drained = 1'b1;  // once: the phase may be ready again after others have extended it
      cfg.due = requests;
      if (in_flight == 0) return;
    end
    phase.raise_objection(this, "drain");
    fork
      drain(phase);
    join_none
  endfunction

  // Waits at most cfg.drain_cycles for the answers that are due, and then cfg.settle_cycles for an answer
  // that should not come. It waits for time, not for edges, because the clock of a chip may have stopped.
  // After a request while an active agent settles, phase_ready_to_end starts again.
  protected virtual task drain(uvm_phase phase);
    for (int unsigned i = 0; i < cfg.drain_cycles && due_count() != 0; i++) #(period);
    if (due_count() != 0)  // the scoreboard's check phase reports an error
      `uvm_warning("KARAT/DRAIN",
                   $sformatf("%0d requests are pending %0d cycles after the last request; the test ends",
                             due_count(), cfg.drain_cycles))
    is_drained = 1'b1;
    for (int unsigned i = 0; i < cfg.settle_cycles && !is_going_on(); i++) #(period);
    phase.drop_objection(this, "drain");
  endtask

  // Requests in flight that are waited for.
  protected virtual function int unsigned due_count();
    longint unsigned first = requests - longint'(in_flight);  // in flight
    if (cfg.due >= requests) return in_flight;
    return cfg.due > first ? 32'(cfg.due - first) : 0;
  endfunction

  // Whether the test of a passive agent sends requests after its end: no answer can then be one too many.
  protected virtual function bit is_going_on();
    return cfg.is_active == UVM_PASSIVE && in_flight != 0 && due_count() == 0;
  endfunction

  // A request after the end of the test is missed, too, if it has had cfg.drain_cycles.
  virtual function void extract_phase(uvm_phase phase);
    super.extract_phase(phase);
    if (cfg.due >= requests) return;
    for (int i = int'(due_count()); i < accepted.size(); i++)
      if ($realtime - accepted[i] >= cfg.drain_cycles * period) cfg.due++;
  endfunction
endclass
