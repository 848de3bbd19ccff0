// SPDX-License-Identifier: Apache-2.0
// Coverage of the tiles whose answers were right. It consists of the covergroups and, if enabled in cfg, the
// model's own coverage: every lane, with proven exclusions. The latter is saved at the end for `karat
// coverage`, which merges and reports such files.
class karat_coverage extends uvm_component;
  uvm_analysis_imp #(karat_checked_item, karat_coverage) analysis_export;
  karat_env_config cfg;
  karat_uvm_model model;  // that of cfg
  karat_covergroups groups;
  longint unsigned sampled = 0;
  protected bit is_reported = 1'b0;

  `uvm_component_utils(karat_coverage)

  function new(string name, uvm_component parent);
    super.new(name, parent);
    groups = new();
  endfunction

  virtual function void build_phase(uvm_phase phase);
    string sentence;
    super.build_phase(phase);
    analysis_export = new("analysis_export", this);
    if (!uvm_config_db#(karat_env_config)::get(this, "", "cfg", cfg)) begin
      `uvm_fatal("KARAT/CFG", "no karat_env_config \"cfg\"")
      return;
    end
    cfg.open_model();
    if (!cfg.is_open) return;
    model = cfg.model;
    groups.open(model.handle, sentence);
    if (sentence != "") `uvm_fatal("KARAT/COVERAGE", sentence)
  endfunction

  virtual function void write(karat_checked_item item);
    string sentence = groups.sample(item.tile);
    if (sentence != "") `uvm_error("KARAT/COVERAGE", sentence)
    if (cfg.is_collecting) sample_model(item.tile);
    sampled++;
  endfunction

  protected virtual function void sample_model(karat_tile_item tile);
    karat_status_e status;
    model.coverage_sample(tile.a, tile.b, tile.c, tile.scale_a, tile.scale_b, status, tile.metadata);
    if (status != KARAT_OK) `uvm_error("KARAT/COVERAGE", model.last_error())
  endfunction

  virtual function void report_phase(uvm_phase phase);
    super.report_phase(phase);
    report_and_save();
  endfunction

  // UVM calls it before a fatal message ends the simulation.
  virtual function void pre_abort();
    super.pre_abort();
    if (model != null && !is_reported) report_and_save();
  endfunction

  protected virtual function void report_and_save();
    int reachable;
    int hit;
    is_reported = 1'b1;
    groups.count(reachable, hit);
    `uvm_info("KARAT/COVERAGE", $sformatf("%0d tiles sampled, %0d of %0d bins hit by some lane", sampled,
                                          hit, reachable), UVM_LOW)
    if (cfg.is_collecting) report_model();
    if (cfg.bins_file != "" && !groups.write(cfg.bins_file))
      `uvm_error("KARAT/COVERAGE", {"cannot write ", cfg.bins_file})
  endfunction

  protected virtual function void report_model();
    longint tiles;
    int reachable;
    int holes;
    real percent;
    string place = "";
    if (cfg.coverage_file != "") begin
      place = {", saved to ", cfg.coverage_file};
      if (model.coverage_save(cfg.coverage_file) != KARAT_OK) `uvm_error("KARAT/COVERAGE", model.last_error())
    end
    if (model.coverage_get(tiles, reachable, holes, percent) == KARAT_OK)
      `uvm_info("KARAT/COVERAGE",
                $sformatf("model: %0.1f %%, %0d of %0d bins not hit in every lane, %0d tiles%s", percent,
                          holes, reachable, tiles, place), UVM_LOW)
  endfunction
endclass
