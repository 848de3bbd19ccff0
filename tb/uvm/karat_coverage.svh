// SPDX-License-Identifier: Apache-2.0
// Coverage of the tiles whose answers were right, for each specification that they were computed with. It
// consists of the covergroups and, if enabled in cfg or for steered stimulus, the model's own coverage: every
// lane, with proven exclusions. The latter is saved at the end for `karat coverage`, which merges and reports
// such files.
class karat_coverage extends uvm_component;
  uvm_analysis_imp #(karat_checked_item, karat_coverage) analysis_export;
  karat_env_config cfg;
  karat_covergroups groups[string];  // by specification
  longint unsigned sampled = 0;
  protected karat_uvm_model models[string];
  protected bit is_reported = 1'b0;

  `uvm_component_utils(karat_coverage)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  virtual function void build_phase(uvm_phase phase);
    super.build_phase(phase);
    analysis_export = new("analysis_export", this);
    cfg = karat_lookup::cfg_of(this);
    if (cfg == null) return;
    if (cfg.modes.size() == 0) add(cfg.model_of(cfg.spec));
    else foreach (cfg.modes[mode]) add(cfg.model_of(cfg.modes[mode]));
  endfunction

  // Adds the bins of a model, unless they are there.
  protected virtual function void add(karat_uvm_model model);
    string key;
    string sentence;
    if (model == null) return;
    key = model.spec.convert2string();
    if (models.exists(key) != 0) return;
    models[key] = model;
    groups[key] = new();
    sentence = groups[key].open(model, cfg.modes.size() == 0 ? "" : {cfg.suffix_of(model.spec), "/"});
    if (sentence == "" && cfg.coverage_file != "" && model.collect() != KARAT_OK)
      sentence = model.last_error();
    if (sentence != "") `uvm_fatal("KARAT/COVERAGE", sentence)
  endfunction

  virtual function void write(karat_checked_item item);
    string sentence;
    add(item.model);  // a specification that an item brought along
    sentence = groups[item.model.spec.convert2string()].sample(item.tile);
    if (sentence != "") `uvm_error("KARAT/COVERAGE", sentence)
    if (item.model.is_collecting && item.model.sample(item.tile) != KARAT_OK)
      `uvm_error("KARAT/COVERAGE", item.model.last_error())
    sampled++;
  endfunction

  virtual function void report_phase(uvm_phase phase);
    super.report_phase(phase);
    report_and_save();
  endfunction

  // UVM calls it before a fatal message ends the simulation.
  virtual function void pre_abort();
    super.pre_abort();
    if (models.size() != 0 && !is_reported) report_and_save();
  endfunction

  protected virtual function void report_and_save();
    int reachable = 0;
    int hit = 0;
    is_reported = 1'b1;
    foreach (groups[key]) groups[key].add_counts(reachable, hit);
    `uvm_info("KARAT/COVERAGE", $sformatf("%0d tiles sampled, %0d of %0d bins hit by some lane", sampled,
                                          hit, reachable), UVM_LOW)
    foreach (models[key]) begin
      if (models[key].is_collecting) report_model(models[key]);
      if (cfg.bins_file != "" && !groups[key].write(path_of(cfg.bins_file, models[key])))
        `uvm_error("KARAT/COVERAGE", {"cannot write ", path_of(cfg.bins_file, models[key])})
    end
  endfunction

  protected virtual function void report_model(karat_uvm_model model);
    longint tiles;
    int reachable;
    int holes;
    real percent;
    string place = "";
    if (cfg.coverage_file != "") begin
      place = {", saved to ", path_of(cfg.coverage_file, model)};
      if (model.coverage_save(path_of(cfg.coverage_file, model)) != KARAT_OK)
        `uvm_error("KARAT/COVERAGE", model.last_error())
    end
    if (model.coverage_get(tiles, reachable, holes, percent) == KARAT_OK)
      `uvm_info("KARAT/COVERAGE",
                $sformatf("model: %0.1f %%, %0d of %0d bins not hit in every lane, %0d tiles%s", percent,
                          holes, reachable, tiles, place), UVM_LOW)
  endfunction

  // "cov.json" is "cov_mode3.json" for mode 3, as in `karat check`. A specification that an item brought
  // along has a number.
  protected virtual function string path_of(string path, karat_uvm_model model);
    string suffix = cfg.suffix_of(model.spec);
    int number = 0;
    if (suffix == "" && model.spec.convert2string() != cfg.spec.convert2string()) begin
      foreach (models[key]) begin
        number++;
        if (models[key] == model) break;
      end
      suffix = $sformatf("_spec%0d", number);
    end
    return karat_with_suffix(path, suffix);
  endfunction
endclass
