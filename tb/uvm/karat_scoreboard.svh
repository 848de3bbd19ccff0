// SPDX-License-Identifier: Apache-2.0
// The scoreboard. Every answer is compared with the golden model, lane by lane and bit for bit, by the same
// code as in the C++ scoreboard; with cfg.flags the status flags too. The model is that of the tile's
// specification (cfg.model_of_item).

// A tile whose answer was right.
class karat_checked_item extends uvm_object;
  karat_tile_item tile;
  karat_uvm_model model;  // that it was compared with
  karat_answer_item answer;

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
  uvm_severity mismatch_severity;

  longint unsigned tiles = 0;        // compared
  longint unsigned compared = 0;     // lanes
  longint unsigned mismatches = 0;   // wrong lanes
  longint unsigned wrong_tiles = 0;
  longint unsigned unexpected = 0;   // answers without a request
  longint unsigned lost = 0;         // requests in flight at a reset
  longint unsigned flags_compared = 0;   // sets of flags
  longint unsigned flag_mismatches = 0;  // wrong sets of flags
  longint unsigned wrong_flag_tiles = 0;
  bit [3:0] wrong_flags = '0;            // that were wrong in some tile
  longint unsigned unknown = 0;      // answers that are not compared or sampled: X or Z, or an unknown mode
  protected karat_tile_item pending[$];
  protected karat_matrix since_reset;    // sticky flags that the model raised
  protected bit are_flags_known = 1'b1;  // sticky flags: every answer since the reset was compared
  protected karat_tile_item last;        // the tile that was compared last
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
    cfg = karat_lookup::cfg_of(this);
    if (cfg == null) return;
    since_reset = new("since_reset");
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
      since_reset.fill(0);
      are_flags_known = 1'b1;
    end else if (pending.size() == 0) begin
      unexpected++;
      if (unexpected == 1)
        `uvm_error("KARAT/UNEXPECTED", $sformatf("a result without a request, after %0d tiles", tiles))
    end else begin
      tile = pending.pop_front();
      if (tile.is_unknown) begin  // the monitor has reported the error
        unknown++;
        are_flags_known = 1'b0;
      end else compare_tile(tile, item);
    end
  endfunction

  protected virtual function void compare_tile(karat_tile_item tile, karat_answer_item answer);
    karat_uvm_model model = cfg.model_of_item(tile);
    bit are_flags_right = 1'b1;
    bit is_right;
    int lanes;
    if (model == null) return;
    lanes = model.shape.m * model.shape.n;
    if (cfg.flags != null) are_flags_right = compare_flags(model, tile, answer);
    is_right = compare_result(model, tile, answer);
    tiles++;
    compared += longint'(lanes);
    last = tile;
    if (is_right && are_flags_right) begin
      karat_checked_item checked = karat_checked_item::type_id::create("checked");
      `uvm_info("KARAT/TILE", $sformatf("tile %0d: %0d lanes are right", tile.index, lanes), UVM_HIGH)
      `uvm_info("KARAT/TILE", {tile.convert2string(), ", ", answer.convert2string()}, UVM_FULL)
      checked.tile = tile;
      checked.model = model;
      checked.answer = answer;
      checked_port.write(checked);
    end
  endfunction

  // Returns whether all lanes are right.
  protected virtual function bit compare_result(karat_uvm_model model, karat_tile_item tile,
                                                karat_answer_item answer);
    int wrong = 0;
    string sentence = "";
    karat_status_e status;
    if (cfg.modes.size() != 0) model.record_mode(tile.mode, status);
    status = model.compare(longint'(tiles), tile, answer, wrong, sentence);
    if (status == KARAT_OK) return 1'b1;
    if (status != KARAT_MISMATCH) begin
      `uvm_error("KARAT/MODEL", model.last_error())
      return 1'b0;
    end
    wrong_tiles++;
    mismatches += longint'(wrong);
    `uvm_info("KARAT/TILE", $sformatf("tile %0d: %0d of %0d lanes are wrong", tile.index, wrong,
                                      model.shape.m * model.shape.n), UVM_HIGH)
    if (wrong_tiles > longint'(cfg.max_reports)) return 1'b0;
    if (cfg.modes.size() != 0)
      sentence = {$sformatf("mode %0d: ", tile.mode), sentence, other_mode(tile, answer)};
    tell("KARAT/MISMATCH", sentence);
    return 1'b0;
  endfunction

  // A line that says for which other mode a wrong answer is right; "" if for none. A unit that takes the mode
  // in the wrong cycle computes in that of a neighbour.
  protected virtual function string other_mode(karat_tile_item tile, karat_answer_item answer);
    if (last != null) if (is_right_in(last.mode, tile, answer))
      return $sformatf("the result is right for mode %0d, that of the request before\n", last.mode);
    if (pending.size() != 0) if (is_right_in(pending[0].mode, tile, answer))
      return $sformatf("the result is right for mode %0d, that of the request after\n", pending[0].mode);
    foreach (cfg.modes[mode]) if (is_right_in(mode, tile, answer))
      return $sformatf("the result is right for mode %0d\n", mode);
    return "";
  endfunction

  protected virtual function bit is_right_in(int unsigned mode, karat_tile_item tile,
                                             karat_answer_item answer);
    int wrong;
    string sentence;
    karat_status_e status;
    karat_spec spec = cfg.spec_of(mode);
    if (mode == tile.mode || spec == null) return 1'b0;
    // -1: a trial, which no record of the answers has
    status = cfg.model_of(spec).compare(-64'sd1, tile, answer, wrong, sentence);
    return status == KARAT_OK;
  endfunction

  // Returns whether all flags are right. Sticky flags are unknown after an answer that was not compared.
  protected virtual function bit compare_flags(karat_uvm_model model, karat_tile_item tile,
                                               karat_answer_item answer);
    int count = 0;
    string sentence = "";
    bit [3:0] wrong;
    karat_status_e status;
    if (cfg.flags.sticky && !are_flags_known) return 1'b1;
    if (since_reset.lines == 0) since_reset.resize(model.shape.m, model.shape.n, 4);
    status = model.compare_flags(longint'(tiles), tile, answer, cfg.flags.port(), since_reset, wrong, count,
                                 sentence);
    flags_compared += cfg.flags.per_tile ? 1 : longint'(model.shape.m * model.shape.n);
    if (status == KARAT_OK) return 1'b1;
    if (status != KARAT_MISMATCH) begin
      `uvm_error("KARAT/MODEL", model.last_error())
      return 1'b0;
    end
    wrong_flag_tiles++;
    flag_mismatches += longint'(count);
    wrong_flags |= wrong;
    if (wrong_flag_tiles > longint'(cfg.max_reports)) return 1'b0;
    if (cfg.modes.size() != 0) sentence = {$sformatf("mode %0d: ", tile.mode), sentence};
    tell("KARAT/FLAGS", sentence);
    return 1'b0;
  endfunction

  protected virtual function void tell(string id, string text);
    case (mismatch_severity)
      UVM_INFO: `uvm_info(id, text, UVM_LOW)
      UVM_WARNING: `uvm_warning(id, text)
      UVM_FATAL: `uvm_fatal(id, text)
      default: `uvm_error(id, text)
    endcase
  endfunction

  virtual function int unsigned pending_count();
    return unsigned'(pending.size());
  endfunction

  // Those that need an answer (cfg.due).
  protected virtual function int unsigned missing_count();
    int unsigned count = 0;
    foreach (pending[i]) if (pending[i].index < cfg.due) count++;
    return count;
  endfunction

  virtual function void check_phase(uvm_phase phase);
    super.check_phase(phase);
    if (tiles == 0 && !is_idle_allowed())
      `uvm_error("KARAT/NOTHING", $sformatf("nothing was compared; the environment sent %0d tiles", cfg.sent))
    if (missing_count() != 0)
      `uvm_error("KARAT/PENDING", $sformatf("%0d requests have no result", missing_count()))
    if (missing_count() != pending_count())
      `uvm_info("KARAT/PENDING", $sformatf("%0d requests came after the end of the test and have no result",
                                           pending_count() - missing_count()), UVM_LOW)
    if (unexpected > 1) `uvm_error("KARAT/UNEXPECTED", $sformatf("%0d results without a request", unexpected))
    if (mismatches != 0)
      tell("KARAT/MISMATCH", $sformatf("%0d lanes of %0d tiles are wrong", mismatches, wrong_tiles));
    if (flag_mismatches != 0)
      tell("KARAT/FLAGS", $sformatf("the flags of %0d tiles are wrong: %s", wrong_flag_tiles,
                                    karat_flag_names(wrong_flags)));
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

  // judge_log.sh reads the first two lines.
  protected virtual function void summarize();
    is_summarized = 1'b1;
    `uvm_info("KARAT/SUMMARY", $sformatf("%0d tiles, %0d lanes compared, %0d %s", tiles,
                                         compared, mismatches, mismatch_words()), UVM_NONE)
    if (cfg.flags != null)
      `uvm_info("KARAT/SUMMARY", $sformatf("flags: %0d compared, %0d %s", flags_compared, flag_mismatches,
                                           mismatch_words()), UVM_NONE)
    if (mismatches != 0 && mismatch_severity != UVM_INFO && karat_record_hint() != "")
      `uvm_info("KARAT/SUMMARY", karat_record_hint(), UVM_NONE)
    if (lost != 0) `uvm_info("KARAT/SUMMARY", $sformatf("%0d requests were lost in resets", lost), UVM_LOW)
    if (unknown != 0)
      `uvm_info("KARAT/SUMMARY",
                $sformatf("%0d tiles were not compared: X or Z, or a mode without specification", unknown),
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
    if (cfg != null) cfg.close_models();
  endfunction
endclass
