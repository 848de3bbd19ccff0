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
// nothing compared unless cfg.may_be_idle allows it) is a UVM_ERROR.
class karat_scoreboard extends uvm_scoreboard;
  uvm_analysis_imp_request #(karat_tile_item, karat_scoreboard) request_export;
  uvm_analysis_imp_answer #(karat_answer_item, karat_scoreboard) answer_export;
  uvm_analysis_port #(karat_checked_item) checked_port;
  karat_env_config cfg;
  karat_uvm_model model;  // that of cfg
  uvm_severity mismatch_severity;

  longint unsigned tiles = 0;        // compared
  longint unsigned mismatches = 0;   // wrong lanes
  longint unsigned wrong_tiles = 0;
  longint unsigned unexpected = 0;   // answers without a request
  longint unsigned lost = 0;         // requests in flight at a reset
  longint unsigned unknown = 0;      // answers to requests with an X or Z, which are not compared or sampled
  protected karat_tile_item pending[$];
  protected bit is_summarized = 1'b0;

  `uvm_component_utils(karat_scoreboard)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  virtual function void build_phase(uvm_phase phase);
    super.build_phase(phase);
    request_export = new("request_export", this);
    answer_export = new("answer_export", this);
    checked_port = new("checked_port", this);
    if (!uvm_config_db#(karat_env_config)::get(this, "", "cfg", cfg)) begin
      `uvm_fatal("KARAT/CFG", "no karat_env_config \"cfg\"")
      return;
    end
    cfg.open_model();
    model = cfg.model;
    mismatch_severity = cfg.mismatch_severity;
    void'(uvm_config_db#(uvm_severity)::get(this, "", "mismatch_severity", mismatch_severity));
  endfunction

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
    string sentence = "";
    status = model.compare(longint'(tiles), tile.a, tile.b, tile.c, tile.scale_a, tile.scale_b,
                           d, wrong, sentence, tile.metadata);
    tiles++;
    case (status)
      KARAT_OK: begin
        karat_checked_item checked = karat_checked_item::type_id::create("checked");
        `uvm_info("KARAT/TILE", $sformatf("tile %0d: %0d lanes are right", tile.index, M * N), UVM_HIGH)
        `uvm_info("KARAT/TILE", {tile.convert2string(), $sformatf(", d = %h", d)}, UVM_FULL)
        checked.tile = tile;
        checked.d = d;
        checked_port.write(checked);
      end
      KARAT_MISMATCH: begin
        wrong_tiles++;
        mismatches += longint'(wrong);
        `uvm_info("KARAT/TILE", $sformatf("tile %0d: %0d of %0d lanes are wrong", tile.index, wrong, M * N),
                  UVM_HIGH)
        if (wrong_tiles <= longint'(cfg.max_reports)) tell(sentence);
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
    if (tiles == 0 && !is_idle_allowed())
      `uvm_error("KARAT/NOTHING", $sformatf("nothing was compared; the environment sent %0d tiles", cfg.sent))
    if (pending.size() != 0)
      `uvm_error("KARAT/PENDING", $sformatf("%0d requests have no result", pending.size()))
    if (unexpected > 1) `uvm_error("KARAT/UNEXPECTED", $sformatf("%0d results without a request", unexpected))
    if (mismatches != 0) tell($sformatf("%0d lanes of %0d tiles are wrong", mismatches, wrong_tiles));
  endfunction

  protected virtual function bit is_idle_allowed();
    case (cfg.may_be_idle)
      KARAT_IDLE_ALWAYS: return 1'b1;
      KARAT_IDLE_NEVER: return 1'b0;
      default: return cfg.sent == 0;
    endcase
  endfunction

  virtual function void report_phase(uvm_phase phase);
    super.report_phase(phase);
    summarize();
  endfunction

  // UVM calls it before a fatal message ends the simulation.
  virtual function void pre_abort();
    super.pre_abort();
    if (cfg == null || is_summarized) return;
    summarize();
    if (pending.size() != 0)
      `uvm_info("KARAT/SUMMARY", $sformatf("%0d requests have no result so far", pending.size()), UVM_LOW)
  endfunction

  // judge_log.sh reads the first line.
  protected virtual function void summarize();
    is_summarized = 1'b1;
    `uvm_info("KARAT/SUMMARY", $sformatf("%0d tiles, %0d lanes compared, %0d %s", tiles,
                                         tiles * longint'(M * N), mismatches, mismatch_words()), UVM_NONE)
    if (lost != 0) `uvm_info("KARAT/SUMMARY", $sformatf("%0d requests were lost in resets", lost), UVM_LOW)
    if (unknown != 0)
      `uvm_info("KARAT/SUMMARY", $sformatf("%0d tiles were not compared: an operand is X or Z", unknown),
                UVM_LOW)
  endfunction

  // A run with mismatches may pass only if its verdict says why.
  protected virtual function string mismatch_words();
    case (mismatch_severity)
      UVM_INFO: return "expected mismatches";
      UVM_WARNING: return "mismatches reported as warnings";
      default: return "mismatches";
    endcase
  endfunction

  virtual function void final_phase(uvm_phase phase);
    super.final_phase(phase);
    cfg.close_model();
  endfunction
endclass
