// SPDX-License-Identifier: Apache-2.0
// The scoreboard. Every answer is compared with the golden model, lane by lane and bit for bit, by the same
// code as in the C++ scoreboard.

// A tile whose answer was right.
class karat_checked_item extends uvm_object;
  karat_tile_item tile;
  answer_t d;

  `uvm_object_utils(karat_checked_item)

  function new(string name = "karat_checked_item");
    super.new(name);
  endfunction
endclass

`uvm_analysis_imp_decl(_request)
`uvm_analysis_imp_decl(_answer)

// A wrong tile is reported with the uvm_severity "mismatch_severity" of uvm_config_db if that is set, else
// with cfg.mismatch_severity. Every other problem (an answer without a request, requests without answers,
// nothing compared) is a UVM_ERROR.
class karat_scoreboard extends uvm_scoreboard;
  uvm_analysis_imp_request #(karat_tile_item, karat_scoreboard) request_export;
  uvm_analysis_imp_answer #(karat_answer_item, karat_scoreboard) answer_export;
  uvm_analysis_port #(karat_checked_item) checked_port;
  karat_env_config cfg;
  karat_uvm_model model;
  uvm_severity mismatch_severity;

  longint unsigned tiles = 0;        // compared
  longint unsigned mismatches = 0;   // wrong lanes
  longint unsigned wrong_tiles = 0;
  longint unsigned unexpected = 0;   // answers without a request
  longint unsigned lost = 0;         // requests in flight at a reset
  longint unsigned unknown = 0;      // answers to requests with an X or Z, which are not compared or sampled
  protected karat_tile_item pending[$];

  `uvm_component_utils(karat_scoreboard)

  function new(string name, uvm_component parent);
    super.new(name, parent);
    model = new();
  endfunction

  virtual function void build_phase(uvm_phase phase);
    super.build_phase(phase);
    request_export = new("request_export", this);
    answer_export = new("answer_export", this);
    checked_port = new("checked_port", this);
    if (!uvm_config_db#(karat_env_config)::get(this, "", "cfg", cfg))
      `uvm_fatal("KARAT/CFG", "no karat_env_config \"cfg\"")
    mismatch_severity = cfg.mismatch_severity;
    void'(uvm_config_db#(uvm_severity)::get(this, "", "mismatch_severity", mismatch_severity));
  endfunction

  // Opening the model is a task, because it has side effects. It consumes no simulation time.
  virtual task run_phase(uvm_phase phase);
    karat_status_e status;
    string sentence;
    if (cfg.spec != "") model.open_spec(cfg.spec, status);
    else model.open_instruction(cfg.arch, cfg.instruction, status);
    if (status != KARAT_OK) `uvm_fatal("KARAT/MODEL", model.last_error())
    set_knobs();
    sentence = model.check_ports();
    if (sentence != "")
      `uvm_fatal("KARAT/MODEL", {"the environment was compiled for another shape: ", sentence})
    cfg.model = model;
    if (cfg.coverage_file != "") cfg.collect_coverage();
    `uvm_info("KARAT/MODEL", {"comparing with ", cfg.convert2string()}, UVM_LOW)
    cfg.is_open = 1'b1;
  endtask

  // Sets the knobs of a list such as "F=24,output_rounding=RNE", in order.
  protected virtual task set_knobs();
    int start = 0;
    for (int i = 0; i <= cfg.knobs.len(); i++) begin
      if (i == cfg.knobs.len() || cfg.knobs[i] == ",") begin
        if (i > start) set_knob(cfg.knobs.substr(start, i - 1));
        start = i + 1;
      end
    end
  endtask

  protected virtual task set_knob(string assignment);
    karat_status_e status;
    int at = -1;
    for (int i = assignment.len() - 1; i >= 0; i--) if (assignment[i] == "=") at = i;
    if (at < 1 || at == assignment.len() - 1)
      `uvm_fatal("KARAT/CFG", {"knobs: \"", assignment, "\" is not allowed; write KNOB=VALUE, as in F=24"})
    model.set_knob(assignment.substr(0, at - 1), assignment.substr(at + 1, assignment.len() - 1), status);
    if (status != KARAT_OK) `uvm_fatal("KARAT/MODEL", model.last_error())
  endtask

  virtual function void write_request(karat_tile_item item);
    pending.push_back(item);
  endfunction

  virtual function void write_answer(karat_answer_item item);
    karat_tile_item tile;
    if (item.is_reset) begin
      lost += longint'(pending.size());
      pending.delete();
    end else if (pending.size() == 0) begin
      unexpected++;
      if (unexpected == 1)
        `uvm_error("KARAT/UNEXPECTED", $sformatf("a result without a request, after %0d tiles", tiles))
    end else begin
      tile = pending.pop_front();
      if (tile.is_unknown) unknown++;  // the monitor has reported the error
      else compare_tile(tile, item.d);
    end
  endfunction

  protected virtual function void compare_tile(karat_tile_item tile, answer_t d);
    karat_status_e status;
    int wrong = 0;
    string report = "";
    if (!cfg.is_open)
      `uvm_fatal("KARAT/MODEL",
                 "an answer arrived before the model was open; hold the design in reset at time 0")
    status = model.compare(longint'(tiles), tile.a, tile.b, tile.c, tile.scale_a, tile.scale_b,
                           d, wrong, report, tile.metadata);
    tiles++;
    case (status)
      KARAT_OK: begin
        karat_checked_item checked = karat_checked_item::type_id::create("checked");
        checked.tile = tile;
        checked.d = d;
        checked_port.write(checked);
      end
      KARAT_MISMATCH: begin
        wrong_tiles++;
        mismatches += longint'(wrong);
        if (wrong_tiles <= longint'(cfg.max_reports)) tell(report);
      end
      default: `uvm_error("KARAT/MODEL", model.last_error())
    endcase
  endfunction

  protected virtual function void tell(string text);
    case (mismatch_severity)
      UVM_INFO: `uvm_info("KARAT/MISMATCH", text, UVM_LOW)
      UVM_WARNING: `uvm_warning("KARAT/MISMATCH", text)
      UVM_FATAL: `uvm_fatal("KARAT/MISMATCH", text)
      default: `uvm_error("KARAT/MISMATCH", text)
    endcase
  endfunction

  virtual function int unsigned pending_count();
    return unsigned'(pending.size());
  endfunction

  virtual function void check_phase(uvm_phase phase);
    super.check_phase(phase);
    if (tiles == 0) `uvm_error("KARAT/NOTHING", "nothing was compared")
    if (pending.size() != 0)
      `uvm_error("KARAT/PENDING", $sformatf("%0d requests have no result", pending.size()))
    if (unexpected > 1) `uvm_error("KARAT/UNEXPECTED", $sformatf("%0d results without a request", unexpected))
    if (mismatches != 0) tell($sformatf("%0d lanes of %0d tiles are wrong", mismatches, wrong_tiles));
  endfunction

  // judge_log.sh reads this line.
  virtual function void report_phase(uvm_phase phase);
    super.report_phase(phase);
    `uvm_info("KARAT/SUMMARY", $sformatf("%0d tiles, %0d lanes compared, %0d mismatches", tiles,
                                         tiles * longint'(M * N), mismatches), UVM_NONE)
    if (lost != 0) `uvm_info("KARAT/SUMMARY", $sformatf("%0d requests were lost in resets", lost), UVM_LOW)
    if (unknown != 0)
      `uvm_info("KARAT/SUMMARY", $sformatf("%0d tiles were not compared: an operand is X or Z", unknown),
                UVM_LOW)
  endfunction

  // The report phase is the last one that uses the model. Closing is a task, which a function can only fork.
  // It consumes no simulation time.
  virtual function void final_phase(uvm_phase phase);
    super.final_phase(phase);
    fork
      close_model();
    join_none
  endfunction

  protected virtual task close_model();
    karat_status_e status;
    model.close(status);
    if (status == KARAT_OK) `uvm_info("KARAT/MODEL", "closed", UVM_MEDIUM)
    else `uvm_error("KARAT/MODEL", {"the model cannot be closed: ", model.last_error()})
  endtask
endclass
