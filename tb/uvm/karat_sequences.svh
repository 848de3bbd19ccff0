// SPDX-License-Identifier: Apache-2.0
// Sequences of tiles from the library's stimulus. Each sequence has one kind of stimulus.

// `count` tiles of one kind, the same as those of `karat check --stimulus KIND --seed SEED`. For a unit with
// modes each tile has one of them at random, and is the next of that mode's tiles. If cfg was not set before
// start(), it is the sequencer's "cfg" in uvm_config_db.
class karat_base_seq extends uvm_sequence #(karat_tile_item, karat_answer_item);
  karat_env_config cfg;
  string kind = "";            // "": the kind in cfg (+karat_class), or "mixed"
  int unsigned count = 0;      // 0: the count in cfg
  protected karat_uvm_stimulus stimuli[int unsigned];  // by mode
  protected int unsigned modes[$];                     // that are not exhausted

  `uvm_object_utils(karat_base_seq)

  function new(string name = "karat_base_seq");
    super.new(name);
  endfunction

  virtual task body();
    karat_status_e status = KARAT_OK;
    find_cfg();
    open(status);
    for (int unsigned i = 0; i < count && status == KARAT_OK; i++) begin
      karat_tile_item item;
      draw(item, status);
      if (status == KARAT_OK) begin
        start_item(item);
        item.index = 64'(i);
        item.idle = $urandom_range(cfg.max_idle);
        `uvm_info("KARAT/STIMULUS", $sformatf("tile %0d: %s", i, item.operand_class), UVM_HIGH)
        finish(item);
      end else if (status == KARAT_END)
        `uvm_info("KARAT/STIMULUS", $sformatf("the stimulus ended after %0d tiles", i), UVM_LOW)
      else `uvm_fatal("KARAT/STIMULUS", karat_dpi_last_error())
    end
    foreach (stimuli[mode]) void'(stimuli[mode].close());
  endtask

  // Sends a tile. A derived sequence may change it before, or wait for its answer.
  protected virtual task finish(karat_tile_item item);
    finish_item(item);
  endtask

  protected virtual function void find_cfg();
    if (cfg == null && !uvm_config_db#(karat_env_config)::get(m_sequencer, "", "cfg", cfg))
      `uvm_fatal("KARAT/CFG", "no karat_env_config \"cfg\" in uvm_config_db for the sequencer")
    if (count == 0) count = cfg.count;
  endfunction

  // The next tile of a mode at random. KARAT_END: no mode has one.
  protected virtual task draw(output karat_tile_item item, output karat_status_e status);
    int unsigned at;
    status = KARAT_END;
    while (modes.size() != 0 && status == KARAT_END) begin
      at = modes.size() == 1 ? 0 : $urandom_range(modes.size() - 1);
      item = cfg.model_of(cfg.spec_of(modes[at])).new_item(modes[at]);
      status = stimuli[modes[at]].next(item);
      item.operand_class = stimuli[modes[at]].operand_class;
      if (status == KARAT_END) modes.delete(at);
    end
  endtask

  protected virtual function void open(output karat_status_e status);
    longint seed = cfg.has_stimulus_seed ? cfg.stimulus_seed : longint'($urandom_range(32'h7fff_ffff));
    status = KARAT_BAD_NAME;
    if (kind == "") kind = cfg.stimulus_class == "" ? "mixed" : cfg.stimulus_class;
    if (cfg.stimulus_class != "" && cfg.stimulus_class != kind) begin
      `uvm_fatal("KARAT/CFG", $sformatf("+karat_class=%s does not apply: this sequence has the fixed kind %s",
                                        cfg.stimulus_class, kind))
      return;
    end
    foreach (cfg.modes[mode]) modes.push_back(mode);
    if (modes.size() == 0) modes.push_back(0);
    for (int i = 0; i < modes.size(); i++) begin
      open_mode(modes[i], seed, status);
      if (status != KARAT_OK) return;
    end
    `uvm_info("KARAT/STIMULUS", $sformatf("%s, seed %0d", kind, seed), UVM_LOW)
  endfunction

  protected virtual function void open_mode(int unsigned mode, longint seed, output karat_status_e status);
    karat_uvm_model model = cfg.model_of(cfg.spec_of(mode));
    status = KARAT_BAD_NAME;
    if (model == null) return;
    status = kind == "steered" ? model.collect() : KARAT_OK;
    stimuli[mode] = new();
    if (status == KARAT_OK) status = stimuli[mode].open(model, kind, seed);
    if (status != KARAT_OK) `uvm_fatal("KARAT/STIMULUS", karat_dpi_last_error())
  endfunction
endclass

// Each tile adds to the answer of the one before, as a long dot product does: its c is that d. It needs a
// format of c as wide as that of d. A tile whose answer was lost in a reset is followed by one with the c of
// the stimulus.
class karat_chain_seq extends karat_base_seq;
  protected karat_answer_item last;

  `uvm_object_utils(karat_chain_seq)

  function new(string name = "karat_chain_seq");
    super.new(name);
  endfunction

  protected virtual function void open(output karat_status_e status);
    status = KARAT_BAD_STATE;
    if (cfg.has_c) super.open(status);
    else `uvm_fatal("KARAT/CFG", "the unit has no c: an answer cannot be the next one")
  endfunction

  protected virtual task finish(karat_tile_item item);
    if (item.c.width != cfg.shape.dw) begin
      `uvm_fatal("KARAT/CFG", $sformatf("c has %0d bits and d has %0d: an answer cannot be the next c",
                                        item.c.width, cfg.shape.dw))
      return;
    end
    item.wants_response = 1'b1;
    if (last != null) if (!last.is_reset) item.c.take(last.d);
    finish_item(item);
    get_response(last);
  endtask
endclass
