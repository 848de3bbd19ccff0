// SPDX-License-Identifier: Apache-2.0
// Coverage of the tiles whose answers were right. It consists of the covergroups and, if enabled in cfg, the
// model's own coverage: every lane, with proven exclusions. The latter is saved at the end for `karat
// coverage`, which merges and reports such files.
class karat_coverage extends uvm_component;
  uvm_tlm_analysis_fifo #(karat_checked_item) fifo;
  karat_env_config cfg;
  karat_uvm_model model;  // the scoreboard's model; set before the run phase
  karat_covergroups groups;
  longint unsigned sampled = 0;
  protected bit is_ready = 1'b0;

  `uvm_component_utils(karat_coverage)

  function new(string name, uvm_component parent);
    super.new(name, parent);
    groups = new();
  endfunction

  virtual function void build_phase(uvm_phase phase);
    super.build_phase(phase);
    fifo = new("fifo", this);
    if (!uvm_config_db#(karat_env_config)::get(this, "", "cfg", cfg))
      `uvm_fatal("KARAT/CFG", "no karat_env_config \"cfg\"")
  endfunction

  virtual task run_phase(uvm_phase phase);
    karat_checked_item item;
    string sentence;
    forever begin
      fifo.get(item);
      if (!is_ready) begin
        groups.open(model.handle, sentence);
        if (sentence != "") `uvm_fatal("KARAT/COVERAGE", sentence)
        is_ready = 1'b1;
      end
      sentence = groups.sample(item.tile);
      if (sentence != "") `uvm_error("KARAT/COVERAGE", sentence)
      if (cfg.is_collecting) sample_model(item.tile);
      sampled++;
    end
  endtask

  protected virtual task sample_model(karat_tile_item tile);
    karat_status_e status;
    model.coverage_sample(tile.a, tile.b, tile.c, tile.scale_a, tile.scale_b, status, tile.metadata);
    if (status != KARAT_OK) `uvm_error("KARAT/COVERAGE", model.last_error())
  endtask

  virtual function void check_phase(uvm_phase phase);
    super.check_phase(phase);
    if (!fifo.is_empty()) `uvm_error("KARAT/COVERAGE", $sformatf("%0d tiles were not sampled", fifo.used()))
  endfunction

  virtual function void report_phase(uvm_phase phase);
    int reachable;
    int hit;
    super.report_phase(phase);
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
