// SPDX-License-Identifier: Apache-2.0
// The configuration of an environment, in uvm_config_db under "cfg". from_plusargs() overrides it from the
// command line.

typedef karat_tile_model #(.M(M), .N(N), .K(K), .AW(AW), .BW(BW), .CW(CW), .DW(DW), .S(S),
                           .SW(SW), .G(G)) karat_uvm_model;

// When it is no error that a scoreboard compared nothing.
typedef enum {
  KARAT_IDLE_IF_NOT_SENT,  // if the environment sent no tile: in a chip's test that leaves the unit alone
  KARAT_IDLE_NEVER,
  KARAT_IDLE_ALWAYS
} karat_idle_e;

class karat_env_config extends uvm_object;
  // The model is `instruction` (of `arch`), or, if not empty, `spec`: a specification or a recipe as JSON
  // text. `knobs` are then set in it, such as "F=24,output_rounding=RNE".
  string arch = "Hopper";
  string instruction = "HMMA.16816.F32";
  string spec = "";
  string knobs = "";

  int unsigned count = 1000;           // tiles of a sequence
  string stimulus_class = "";          // kind of stimulus for a sequence without its own; "": mixed
  bit has_stimulus_seed = 1'b0;        // 0: the seed is drawn from the simulator's random numbers
  longint stimulus_seed = 0;
  int unsigned max_idle = 2;           // most cycles between two requests
  int unsigned stall_percent = 25;     // percentage of cycles with ready_i at 0
  int unsigned drain_cycles = 1000;    // most cycles to wait for the last answers
  int unsigned settle_cycles = 20;     // cycles after them in which a further answer is still an error
  // most cycles to wait for ready_o, for an answer, or for the end of a reset; 0: no limit; a passive agent
  // has none
  int unsigned patience = 10000;
  int unsigned max_reports = 5;        // most wrong tiles that are reported individually
  uvm_severity mismatch_severity = UVM_ERROR;
  karat_idle_e may_be_idle = KARAT_IDLE_IF_NOT_SENT;
  string coverage_file = "";           // file to which the model's coverage is written at the end
  string bins_file = "";               // file for the names and hits of the covergroups' bins
  uvm_active_passive_enum is_active = UVM_ACTIVE;
  bit en_scb = 1'b1;                   // compare
  bit en_cov = 1'b1;                   // sample coverage of what was compared

  // The state of the run.
  bit is_open = 1'b0;
  karat_uvm_model model;               // once it is open, in the build phase
  bit is_collecting = 1'b0;            // the model's coverage is collected
  longint unsigned sent = 0;           // requests that the driver has offered

  `uvm_object_utils(karat_env_config)

  function new(string name = "karat_env_config");
    super.new(name);
  endfunction

  // +karat_arch= +karat_instruction= +karat_spec= +karat_spec_file= +karat_knobs= +karat_F= +karat_count=
  // +karat_class= +karat_seed= +karat_max_idle= +karat_stall_percent= +karat_patience= +karat_max_reports=
  // +karat_coverage= +karat_bins= +karat_en_scb= +karat_en_cov=. +karat_F=24 means +karat_knobs=F=24. run.sh
  // extracts the names from this function.
  virtual function void from_plusargs();
    string text;
    if ($value$plusargs("karat_arch=%s", text)) arch = text;
    if ($value$plusargs("karat_instruction=%s", text)) instruction = text;
    if ($value$plusargs("karat_spec=%s", text)) spec = text;
    if ($value$plusargs("karat_spec_file=%s", text)) spec = contents(text);
    if ($value$plusargs("karat_knobs=%s", text)) knobs = text;
    if ($value$plusargs("karat_F=%s", text)) knobs = {knobs, knobs == "" ? "" : ",", "F=", text};
    if ($value$plusargs("karat_count=%s", text)) count = whole("karat_count", text, 1);
    if ($value$plusargs("karat_class=%s", text)) stimulus_class = text;
    if ($value$plusargs("karat_seed=%s", text)) begin
      stimulus_seed = longint'(whole("karat_seed", text));
      has_stimulus_seed = 1'b1;
    end
    if ($value$plusargs("karat_max_idle=%s", text)) max_idle = whole("karat_max_idle", text);
    if ($value$plusargs("karat_stall_percent=%s", text))
      stall_percent = whole("karat_stall_percent", text, 0, 95);
    if ($value$plusargs("karat_patience=%s", text)) patience = whole("karat_patience", text);
    if ($value$plusargs("karat_max_reports=%s", text)) max_reports = whole("karat_max_reports", text);
    if ($value$plusargs("karat_coverage=%s", text)) coverage_file = text;
    if ($value$plusargs("karat_bins=%s", text)) bins_file = text;
    if ($value$plusargs("karat_en_scb=%s", text)) en_scb = whole("karat_en_scb", text, 0, 1) != 0;
    if ($value$plusargs("karat_en_cov=%s", text)) en_cov = whole("karat_en_cov", text, 0, 1) != 0;
  endfunction

  // Opens the model, unless it is open. The environment calls it in its build phase. Whatever is wrong is one
  // UVM_FATAL; is_open is 0 then.
  virtual function void open_model();
    karat_status_e status;
    string sentence;
    if (is_open) return;
    model = new();
    if (spec != "") model.open_spec(spec, status);
    else model.open_instruction(arch, instruction, status);
    sentence = model.last_error();
    if (status == KARAT_OK) sentence = set_knobs();
    if (sentence == "") begin
      sentence = model.check_ports();
      if (sentence != "") sentence = {"the environment was compiled for another shape: ", sentence};
    end
    if (sentence != "") begin
      `uvm_fatal("KARAT/MODEL", sentence)
      return;
    end
    is_open = 1'b1;
    `uvm_info("KARAT/MODEL", {"comparing with ", convert2string()}, UVM_LOW)
    if (en_scb && en_cov && coverage_file != "") collect_coverage();
  endfunction

  // Closes the model, unless it is closed.
  virtual function void close_model();
    karat_status_e status;
    if (!is_open) return;
    is_open = 1'b0;
    model.close(status);
    if (status == KARAT_OK) `uvm_info("KARAT/MODEL", "closed", UVM_MEDIUM)
    else `uvm_error("KARAT/MODEL", {"the model cannot be closed: ", model.last_error()})
  endfunction

  // Starts collecting the model's coverage, unless already started. The model must be open.
  virtual function void collect_coverage();
    karat_status_e status;
    if (is_collecting) return;
    model.coverage_start(status);
    if (status != KARAT_OK) `uvm_fatal("KARAT/MODEL", model.last_error())
    is_collecting = status == KARAT_OK;
  endfunction

  // Sets the knobs of a list such as "F=24,output_rounding=RNE", in order. Returns "", or an error message.
  local function string set_knobs();
    int start = 0;
    string sentence = "";
    for (int i = 0; i <= knobs.len() && sentence == ""; i++) begin
      if (i == knobs.len() || knobs[i] == ",") begin
        if (i > start) sentence = set_knob(knobs.substr(start, i - 1));
        start = i + 1;
      end
    end
    return sentence;
  endfunction

  local function string set_knob(string assignment);
    karat_status_e status;
    int at = -1;
    for (int i = assignment.len() - 1; i >= 0; i--) if (assignment[i] == "=") at = i;
    if (at < 1 || at == assignment.len() - 1)
      return {"knobs: \"", assignment, "\" is not allowed; write KNOB=VALUE, as in F=24"};
    model.set_knob(assignment.substr(0, at - 1), assignment.substr(at + 1, assignment.len() - 1), status);
    if (status != KARAT_OK) return model.last_error();
    return "";
  endfunction

  // The contents of a text file, as one line.
  local function string contents(string path);
    string text = "";
    string line;
    int file = $fopen(path, "r");
    if (file == 0) `uvm_fatal("KARAT/CFG", {"karat_spec_file: ", path, " cannot be read"})
    while (file != 0 && $fgets(line, file) != 0) begin
      if (line[line.len()-1] == "\n") line.putc(line.len() - 1, " ");
      text = {text, line};
    end
    if (file != 0) $fclose(file);
    return text;
  endfunction

  // Parses a decimal number in the given range. $value$plusargs with %d would accept any text, and wrap
  // numbers beyond 32 bits.
  local function int unsigned whole(string name, string text, longint least = 0, longint most = 2147483647);
    longint number = 0;
    bit is_number = text.len() > 0;
    for (int i = 0; i < text.len(); i++) begin
      if (text[i] < "0" || text[i] > "9") is_number = 1'b0;
      else if (number <= most) number = number * 10 + longint'(text[i] - "0");
    end
    if (!is_number || number < least || number > most)
      `uvm_fatal("KARAT/CFG", $sformatf("%s = \"%s\": must be a whole number from %0d to %0d", name, text,
                                        least, most))
    return 32'(number);
  endfunction

  virtual function string convert2string();
    if (spec != "") return $sformatf("spec %s, knobs \"%s\"", spec, knobs);
    return $sformatf("%s %s, knobs \"%s\"", arch, instruction, knobs);
  endfunction
endclass
