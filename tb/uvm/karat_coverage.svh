// SPDX-License-Identifier: Apache-2.0
// Coverage of the tiles whose answers were right: the covergroups, and the model's own (every lane, every k, exclusions proven), saved at the
// end where cfg.coverage_file names a file; `karat coverage` merges and reports such files.
class karat_coverage extends uvm_component;
  uvm_tlm_analysis_fifo #(karat_checked_item) fifo;
  karat_env_config cfg;
  karat_uvm_model model;  // the scoreboard's; set before the run phase
  karat_covergroups groups;
  karat_coverage_counts counts;
  longint unsigned sampled = 0;
  protected karat_lane_facts facts;
  protected bit is_ready = 1'b0;

  `uvm_component_utils(karat_coverage)

  function new(string name, uvm_component parent);
    super.new(name, parent);
    groups = new();
    counts = new();
    facts = new();
  endfunction

  virtual function void build_phase(uvm_phase phase);
    super.build_phase(phase);
    fifo = new("fifo", this);
    if (!uvm_config_db#(karat_env_config)::get(this, "", "cfg", cfg)) `uvm_fatal("KARAT/CFG", "no karat_env_config \"cfg\"")
  endfunction

  virtual task run_phase(uvm_phase phase);
    karat_checked_item item;
    forever begin
      fifo.get(item);
      if (!is_ready) read_specification();
      sample_groups(item);
      if (cfg.coverage_file != "") sample_model(item);
      sampled++;
    end
  endtask

  // What the covergroups have to know of the specification. Those of the sum need the grid of fda.
  protected virtual function void read_specification();
    is_ready = 1'b1;
    facts.has_grid = is("algorithm", "fda") && is("terms", $sformatf("%0d", K)) && is("c_place", "fused") && is("convert", "none") &&
                     is("flush_a", "false") && is("flush_b", "false") && is("flush_c", "false") && is("align_rounding", "RZ") &&
                     is("sticky", "none") && is("zero_product", "ignored") && is("zero_c", "ignored") && knob("F") != "exact";
    facts.f = number("F", 25);
    facts.output_fraction = number("output_fraction", frac_bits(D_FMT));
    facts.floor = number("exponent_floor", -100000);
    if (facts.f > 50 || facts.f + $clog2(K + 1) > 60) facts.has_grid = 1'b0;  // the sum is one of 64 bits
    if (!facts.has_grid)
      `uvm_info("KARAT/COVERAGE", "the covergroups of alignment and sum are for fda with F up to 50 (60 with log2 K) and RZ: they stay empty", UVM_LOW)
  endfunction

  // "" where the specification has no such knob.
  protected virtual function string knob(string key);
    string value;
    return model.get_knob(key, value) == KARAT_OK ? value : "";
  endfunction

  // Whether the knob has this value, set or by default. Unset knobs follow others, as terms does k.
  protected virtual function bit is(string key, string value);
    string text = knob(key);
    return text == value || text == "default";
  endfunction

  protected virtual function int number(string key, int otherwise);
    string value = knob(key);
    if (value == "" || value == "default" || value == "none" || value == "exact") return otherwise;
    return value.atoi();
  endfunction

  protected virtual function void sample_groups(karat_checked_item item);
    for (int m = 0; m < M; m++) begin
      for (int n = 0; n < N; n++) begin
        facts.look(item.tile.a[m], item.tile.b[n], item.tile.c[m][n], item.d[m][n]);
        groups.sample(facts);
        if (cfg.mirror_file != "") counts.sample(facts);
      end
    end
  endfunction

  protected virtual task sample_model(karat_checked_item item);
    karat_status_e status;
    model.coverage_sample(item.tile.a, item.tile.b, item.tile.c, '0, '0, status);
    if (status != KARAT_OK) `uvm_error("KARAT/COVERAGE", model.last_error())
  endtask

  virtual function void check_phase(uvm_phase phase);
    super.check_phase(phase);
    if (!fifo.is_empty()) `uvm_error("KARAT/COVERAGE", $sformatf("%0d tiles were not sampled", fifo.used()))
  endfunction

  virtual function void report_phase(uvm_phase phase);
    super.report_phase(phase);
    `uvm_info("KARAT/COVERAGE", $sformatf("%0d tiles sampled, covergroups %0.1f %%", sampled, groups.percent()), UVM_LOW)
    if (cfg.coverage_file != "") save();
    if (cfg.mirror_file != "" && !counts.write(cfg.mirror_file))
      `uvm_error("KARAT/COVERAGE", {"cannot write ", cfg.mirror_file})
  endfunction

  protected virtual function void save();
    longint tiles;
    int reachable;
    int holes;
    real percent;
    if (karat_dpi_coverage_save(model.handle, cfg.coverage_file) != 0) `uvm_error("KARAT/COVERAGE", model.last_error())
    if (karat_dpi_coverage_get(model.handle, tiles, reachable, holes, percent) == 0)
      `uvm_info("KARAT/COVERAGE", $sformatf("model: %0.1f %%, %0d of %0d bins not hit in every lane, %0d tiles, in %s", percent, holes, reachable,
                                            tiles, cfg.coverage_file), UVM_LOW)
  endfunction
endclass
