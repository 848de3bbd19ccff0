// SPDX-License-Identifier: Apache-2.0
// The configuration from the command line: +karat_arch= +karat_instruction= +karat_spec= +karat_spec_file=
// +karat_knobs= +karat_F= +karat_modes= +karat_flags= +karat_count= +karat_class= +karat_seed=
// +karat_max_idle= +karat_stall_percent= +karat_resets= +karat_reset_at= +karat_sync_reset= +karat_patience=
// +karat_max_reports= +karat_coverage= +karat_bins= +karat_active= +karat_en_scb= +karat_en_cov=. +karat_F=24
// means +karat_knobs=F=24. run.sh extracts the names from this file.
class karat_plusargs;
  static function void apply(karat_env_config cfg);
    string text;
    if ($value$plusargs("karat_arch=%s", text)) cfg.spec.arch = text;
    if ($value$plusargs("karat_instruction=%s", text)) cfg.spec.instruction = text;
    if ($value$plusargs("karat_spec=%s", text)) cfg.spec.json = text;
    if ($value$plusargs("karat_spec_file=%s", text)) cfg.spec.json = contents(text);
    if ($value$plusargs("karat_knobs=%s", text)) cfg.spec = cfg.spec.with_knobs(text);
    if ($value$plusargs("karat_F=%s", text)) cfg.spec = cfg.spec.with_knobs({"F=", text});
    if ($value$plusargs("karat_modes=%s", text)) add_modes(cfg, text);
    if ($value$plusargs("karat_flags=%s", text)) add_flags(cfg, text);
    if ($value$plusargs("karat_count=%s", text)) cfg.count = whole("karat_count", text, 1);
    if ($value$plusargs("karat_class=%s", text)) cfg.stimulus_class = text;
    if ($value$plusargs("karat_seed=%s", text)) begin
      cfg.stimulus_seed = longint'(whole("karat_seed", text));
      cfg.has_stimulus_seed = 1'b1;
    end
    if ($value$plusargs("karat_max_idle=%s", text)) cfg.max_idle = whole("karat_max_idle", text);
    if ($value$plusargs("karat_stall_percent=%s", text))
      cfg.stall_percent = whole("karat_stall_percent", text, 0, 95);
    if ($value$plusargs("karat_resets=%s", text)) cfg.resets = whole("karat_resets", text);
    if ($value$plusargs("karat_reset_at=%s", text)) cfg.reset_at = whole("karat_reset_at", text);
    if ($value$plusargs("karat_sync_reset=%s", text))
      cfg.sync_reset = whole("karat_sync_reset", text, 0, 1) != 0;
    if ($value$plusargs("karat_patience=%s", text)) cfg.patience = whole("karat_patience", text);
    if ($value$plusargs("karat_max_reports=%s", text)) cfg.max_reports = whole("karat_max_reports", text);
    if ($value$plusargs("karat_coverage=%s", text)) cfg.coverage_file = text;
    if ($value$plusargs("karat_bins=%s", text)) cfg.bins_file = text;
    if ($value$plusargs("karat_active=%s", text))
      cfg.is_active = whole("karat_active", text, 0, 1) != 0 ? UVM_ACTIVE : UVM_PASSIVE;
    if ($value$plusargs("karat_en_scb=%s", text)) cfg.en_scb = whole("karat_en_scb", text, 0, 1) != 0;
    if ($value$plusargs("karat_en_cov=%s", text)) cfg.en_cov = whole("karat_en_cov", text, 0, 1) != 0;
  endfunction

  // "0:output_rounding=RNE;8:a=e5m2,b=e5m2": values of mode_i and their knobs (karat_mode_list).
  static function void add_modes(karat_env_config cfg, string text);
    karat_mode_list modes = new;
    string sentence = modes.read(text);
    if (sentence != "") uvm_report_fatal("KARAT/CFG", {"karat_modes: ", sentence});
    foreach (modes.values[i]) cfg.add_mode(modes.values[i], modes.settings[i]);
  endfunction

  // "per=tile,sticky=true" (karat_flags_config::read).
  static function void add_flags(karat_env_config cfg, string text);
    string sentence;
    if (cfg.flags == null) cfg.flags = karat_flags_config::type_id::create("flags");
    sentence = cfg.flags.read(text);
    if (sentence != "") uvm_report_fatal("KARAT/CFG", {"karat_flags: ", sentence});
  endfunction

  // The contents of a text file, as one line.
  local static function string contents(string path);
    string text = "";
    string line;
    int file = $fopen(path, "r");
    if (file == 0) uvm_report_fatal("KARAT/CFG", {"karat_spec_file: ", path, " cannot be read"});
    while (file != 0 && $fgets(line, file) != 0) begin
      if (line[line.len()-1] == "\n") line.putc(line.len() - 1, " ");
      text = {text, line};
    end
    if (file != 0) $fclose(file);
    return text;
  endfunction

  // Parses a decimal number in the given range. $value$plusargs with %d would accept any text, and wrap
  // numbers beyond 32 bits.
  static function int unsigned whole(string name, string text, longint least = 0,
                                     longint most = 2147483647);
    longint number = 0;
    bit is_number = text.len() > 0;
    for (int i = 0; i < text.len(); i++) begin
      if (text[i] < "0" || text[i] > "9") is_number = 1'b0;
      else if (number <= most) number = number * 10 + longint'(text[i] - "0");
    end
    if (!is_number || number < least || number > most)
      uvm_report_fatal("KARAT/CFG", $sformatf("%s = \"%s\": must be a whole number from %0d to %0d", name,
                                              text, least, most));
    return 32'(number);
  endfunction
endclass
