// SPDX-License-Identifier: Apache-2.0
// The configuration of an environment, in uvm_config_db under "cfg". from_plusargs() overrides it from the
// command line.

typedef karat_tile_model #(.M(M), .N(N), .K(K), .AW(AW), .BW(BW), .CW(CW), .DW(DW), .S(S),
                           .SW(SW), .G(G)) karat_uvm_model;

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
  // most cycles to wait for ready_o, for an answer, or for the end of a reset; 0: no limit
  int unsigned patience = 10000;
  int unsigned max_reports = 5;        // most wrong tiles that are reported individually
  uvm_severity mismatch_severity = UVM_ERROR;
  string coverage_file = "";           // file to which the model's coverage is written at the end
  string bins_file = "";               // file for the names and hits of the covergroups' bins
  uvm_active_passive_enum is_active = UVM_ACTIVE;

  // Set by the scoreboard once the model is open.
  bit is_open = 1'b0;
  karat_uvm_model model;
  bit is_collecting = 1'b0;            // the model's coverage is collected

  `uvm_object_utils(karat_env_config)

  function new(string name = "karat_env_config");
    super.new(name);
  endfunction

  // +karat_arch= +karat_instruction= +karat_spec= +karat_spec_file= +karat_knobs= +karat_F= +karat_count=
  // +karat_class= +karat_seed= +karat_max_idle= +karat_stall_percent= +karat_patience= +karat_max_reports=
  // +karat_coverage= +karat_bins=. +karat_F=24 means +karat_knobs=F=24. run.sh extracts the names from
  // this function.
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
  endfunction

  // Starts collecting the model's coverage, unless already started. The model must be open.
  virtual task collect_coverage();
    karat_status_e status;
    if (is_collecting) return;
    model.coverage_start(status);
    if (status != KARAT_OK) `uvm_fatal("KARAT/MODEL", model.last_error())
    is_collecting = 1'b1;
  endtask

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
