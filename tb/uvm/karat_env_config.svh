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
  // +karat_max_reports= +karat_coverage= +karat_mirror=. +karat_F=24 means +karat_knobs=F=24.
  virtual function void from_plusargs();
    string text;
    int number;
    if ($value$plusargs("karat_arch=%s", text)) arch = text;
    if ($value$plusargs("karat_instruction=%s", text)) instruction = text;
    if ($value$plusargs("karat_spec=%s", text)) spec = text;
    if ($value$plusargs("karat_knobs=%s", text)) knobs = text;
    if ($value$plusargs("karat_F=%d", number)) knobs = {knobs, knobs == "" ? "" : ",", $sformatf("F=%0d", number)};
    if ($value$plusargs("karat_count=%d", number)) count = at_least("karat_count", number, 1);
    if ($value$plusargs("karat_max_idle=%d", number)) max_idle = at_least("karat_max_idle", number, 0);
    if ($value$plusargs("karat_stall_percent=%d", number)) stall_percent = at_least("karat_stall_percent", number, 0);
    if ($value$plusargs("karat_max_reports=%d", number)) max_reports = at_least("karat_max_reports", number, 0);
    if ($value$plusargs("karat_coverage=%s", text)) coverage_file = text;
    if ($value$plusargs("karat_mirror=%s", text)) mirror_file = text;
    if (stall_percent > 95) `uvm_fatal("KARAT/CFG", $sformatf("karat_stall_percent = %0d: allowed are 0 to 95", stall_percent))
  endfunction

  local function int unsigned at_least(string name, int number, int least);
    if (number < least) `uvm_fatal("KARAT/CFG", $sformatf("%s = %0d: the least allowed is %0d", name, number, least))
    return unsigned'(number);
  endfunction

  virtual function string convert2string();
    if (spec != "") return $sformatf("spec %s, knobs \"%s\"", spec, knobs);
    return $sformatf("%s %s, knobs \"%s\"", arch, instruction, knobs);
  endfunction
endclass
