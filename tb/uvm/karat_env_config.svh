// SPDX-License-Identifier: Apache-2.0
// What an environment is told, in uvm_config_db under "cfg". from_plusargs() reads the command line over what is set.
class karat_env_config extends uvm_object;
  // The model: instruction (of arch), or spec, a specification as JSON text. Then knobs, "F=24,output_rounding=RNE".
  string arch = "Hopper";
  string instruction = "HMMA.16816.F32";
  string spec = "";
  string knobs = "";

  int unsigned count = 1000;           // tiles of a sequence
  int unsigned max_idle = 2;           // most cycles between two requests
  int unsigned stall_percent = 25;     // of the cycles without ready_i
  int unsigned drain_cycles = 1000;    // most cycles to wait for the last answers
  int unsigned patience = 10000;       // most cycles that a request waits for ready_o, for an answer, or for the end of a reset; 0: no limit
  int unsigned max_reports = 5;        // wrong tiles told one by one
  uvm_severity mismatch_severity = UVM_ERROR;
  string coverage_file = "";           // gets the model's coverage at the end
  string mirror_file = "";             // gets the counts of the covergroups' bins
  uvm_active_passive_enum is_active = UVM_ACTIVE;

  // Written by the scoreboard when the model is open.
  bit is_open = 1'b0;
  int stimulus_f = 25;                 // F of the model, 24 where it is exact

  `uvm_object_utils(karat_env_config)

  function new(string name = "karat_env_config");
    super.new(name);
  endfunction

  // +karat_arch= +karat_instruction= +karat_spec= +karat_knobs= +karat_F= +karat_count= +karat_max_idle= +karat_stall_percent=
  // +karat_patience= +karat_max_reports= +karat_coverage= +karat_mirror=. +karat_F=24 means +karat_knobs=F=24. run.sh reads the names here.
  virtual function void from_plusargs();
    string text;
    if ($value$plusargs("karat_arch=%s", text)) arch = text;
    if ($value$plusargs("karat_instruction=%s", text)) instruction = text;
    if ($value$plusargs("karat_spec=%s", text)) spec = text;
    if ($value$plusargs("karat_knobs=%s", text)) knobs = text;
    if ($value$plusargs("karat_F=%s", text)) knobs = {knobs, knobs == "" ? "" : ",", "F=", text};
    if ($value$plusargs("karat_count=%s", text)) count = whole("karat_count", text, 1);
    if ($value$plusargs("karat_max_idle=%s", text)) max_idle = whole("karat_max_idle", text);
    if ($value$plusargs("karat_stall_percent=%s", text)) stall_percent = whole("karat_stall_percent", text, 0, 95);
    if ($value$plusargs("karat_patience=%s", text)) patience = whole("karat_patience", text);
    if ($value$plusargs("karat_max_reports=%s", text)) max_reports = whole("karat_max_reports", text);
    if ($value$plusargs("karat_coverage=%s", text)) coverage_file = text;
    if ($value$plusargs("karat_mirror=%s", text)) mirror_file = text;
  endfunction

  // A decimal number in the range. %d would make a number of any text, and wrap one beyond 32 bits.
  local function int unsigned whole(string name, string text, longint least = 0, longint most = 2147483647);
    longint number = 0;
    bit is_number = text.len() > 0;
    for (int i = 0; i < text.len(); i++) begin
      if (text[i] < "0" || text[i] > "9") is_number = 1'b0;
      else if (number <= most) number = number * 10 + longint'(text[i] - "0");
    end
    if (!is_number || number < least || number > most)
      `uvm_fatal("KARAT/CFG", $sformatf("%s = \"%s\": allowed are %0d to %0d", name, text, least, most))
    return 32'(number);
  endfunction

  virtual function string convert2string();
    if (spec != "") return $sformatf("spec %s, knobs \"%s\"", spec, knobs);
    return $sformatf("%s %s, knobs \"%s\"", arch, instruction, knobs);
  endfunction
endclass
