// SPDX-License-Identifier: Apache-2.0
// Sequences of tiles from the library's stimulus. Each sequence has one kind of stimulus.

typedef karat_stimulus #(.M(M), .N(N), .K(K), .AW(AW), .BW(BW), .CW(CW), .S(S), .SW(SW),
                         .G(G)) karat_uvm_stimulus;

// `count` tiles of one kind, the same as those of `karat check --stimulus KIND --seed SEED`. If cfg was not
// set before start(), it is the sequencer's "cfg" in uvm_config_db. A model that is not open yet is opened.
class karat_base_seq extends uvm_sequence #(karat_tile_item);
  karat_env_config cfg;
  string kind = "";            // "": the kind in cfg (+karat_class), or "mixed"
  int unsigned count = 0;      // 0: the count in cfg
  protected karat_uvm_stimulus stimulus;

  `uvm_object_utils(karat_base_seq)

  function new(string name = "karat_base_seq");
    super.new(name);
    stimulus = new();
  endfunction

  virtual task body();
    karat_status_e status = KARAT_OK;
    if (cfg == null && !uvm_config_db#(karat_env_config)::get(m_sequencer, "", "cfg", cfg))
      `uvm_fatal("KARAT/CFG", "no karat_env_config \"cfg\" in uvm_config_db for the sequencer")
    if (count == 0) count = cfg.count;
    cfg.open_model();
    open(status);
    if (status != KARAT_OK) return;
    for (int unsigned i = 0; i < count && status == KARAT_OK; i++) begin
      karat_tile_item item = karat_tile_item::type_id::create("item");
      start_item(item);
      stimulus.next_sparse(item.a, item.b, item.c, item.scale_a, item.scale_b, item.metadata, status);
      if (status == KARAT_OK) begin
        item.operand_class = stimulus.operand_class;
        item.index = 64'(i);
        item.idle = $urandom_range(cfg.max_idle);
        `uvm_info("KARAT/STIMULUS", $sformatf("tile %0d: %s", i, item.operand_class), UVM_HIGH)
        finish_item(item);
      end else if (status == KARAT_END)
        `uvm_info("KARAT/STIMULUS", $sformatf("the stimulus ended after %0d tiles", i), UVM_LOW)
      else `uvm_fatal("KARAT/STIMULUS", stimulus.last_error())
    end
    stimulus.close(status);
  endtask

  protected virtual function void open(output karat_status_e status);
    longint seed = cfg.has_stimulus_seed ? cfg.stimulus_seed : longint'($urandom_range(32'h7fff_ffff));
    status = KARAT_BAD_NAME;
    if (!cfg.is_open) return;
    if (kind == "") kind = cfg.stimulus_class == "" ? "mixed" : cfg.stimulus_class;
    if (cfg.stimulus_class != "" && cfg.stimulus_class != kind) begin
      `uvm_fatal("KARAT/CFG", $sformatf("+karat_class=%s does not apply: this sequence has the fixed kind %s",
                                        cfg.stimulus_class, kind))
      return;
    end
    if (kind == "steered") cfg.collect_coverage();
    stimulus.open(cfg.model.handle, kind, seed, status);
    if (status != KARAT_OK) `uvm_fatal("KARAT/STIMULUS", stimulus.last_error())
    else `uvm_info("KARAT/STIMULUS", $sformatf("%s, seed %0d", kind, seed), UVM_LOW)
  endfunction
endclass
