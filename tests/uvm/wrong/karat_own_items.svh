// SPDX-License-Identifier: Apache-2.0
// An item: copy, compare, print, its text, its metadata; shapes up to the largest, and all of the
// registry.

// Tests copy(), compare() and print(), then runs tiles as every test does.
class karat_item_test extends karat_base_test;
  `uvm_component_utils(karat_item_test)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  virtual task run_phase(uvm_phase phase);
    karat_tile_item item = karat_tile_item::type_id::create("item");
    karat_tile_item other = karat_tile_item::type_id::create("other");
    item.set_shape(cfg.shape);
    item.operand_class = "near_one";
    item.index = 3;
    item.idle = 7;
    item.mode = 5;
    item.a.fill(~64'h0);
    item.c.set(0, 0, 1);
    `KARAT_HOLDS(item.c.get(0, 0) == 1)
    `KARAT_HOLDS(item.a.get(0, item.a.elements - 1) == (64'h1 << item.a.width) - 1)
    `KARAT_HOLDS(item.metadata.lines == 0 || item.metadata.get(0, 0) == 4)
    item.scale_b.fill(~64'h0);
    item.metadata.fill(~64'h0);
    item.is_unknown = 1'b1;
    other.copy(item);
    `KARAT_HOLDS(other.operand_class == item.operand_class && other.index == item.index &&
                 other.idle == item.idle)
    `KARAT_HOLDS(other.a.equals(item.a) && other.b.equals(item.b) && other.c.equals(item.c))
    `KARAT_HOLDS(other.scale_a.equals(item.scale_a) && other.scale_b.equals(item.scale_b))
    `KARAT_HOLDS(other.metadata.equals(item.metadata))
    `KARAT_HOLDS(other.mode == item.mode && other.is_unknown == item.is_unknown)
    other.idle = 0;
    other.operand_class = "";
    `KARAT_HOLDS(other.compare(item))  // compares only the operands and the mode
    other.mode = 6;
    `KARAT_HOLDS(!other.compare(item))
    flip(item, other, other.a);
    flip(item, other, other.b);
    flip(item, other, other.c);
    flip(item, other, other.scale_a);
    flip(item, other, other.metadata);
    item.print();
    super.run_phase(phase);
  endtask

  // Another bit of one operand makes the item another one.
  virtual function void flip(karat_tile_item item, karat_tile_item other, karat_matrix operand);
    other.copy(item);
    `KARAT_HOLDS(other.compare(item))
    if (operand.lines == 0) return;
    operand.set(operand.lines - 1, 0, operand.get(operand.lines - 1, 0) ^ 1);
    `KARAT_HOLDS(!other.compare(item))
  endfunction
endclass

// Counts how often an item is written as text, which takes longer than comparing it.
class karat_counting_item extends karat_tile_item;
  static int unsigned texts = 0;

  `uvm_object_utils(karat_counting_item)

  function new(string name = "karat_counting_item");
    super.new(name);
  endfunction

  virtual function string convert2string();
    texts++;
    return super.convert2string();
  endfunction
endclass

class karat_messages_test extends karat_near_one_test;
  `uvm_component_utils(karat_messages_test)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  virtual function void build_phase(uvm_phase phase);
    karat_tile_item::type_id::set_type_override(karat_counting_item::get_type());
    super.build_phase(phase);
  endfunction

  virtual function void report_phase(uvm_phase phase);
    super.report_phase(phase);
    `uvm_info("OWN", $sformatf("%0d items were written as text", karat_counting_item::texts), UVM_LOW)
  endfunction
endclass

// The operands are random. The metadata is that of a new item, or drawn by it. The model rejects metadata
// that is not allowed. Every allowed value is drawn about equally often.
class karat_metadata_seq extends karat_base_seq;
  int unsigned draws[16];
  int unsigned total = 0;
  int unsigned values = 0;

  `uvm_object_utils(karat_metadata_seq)

  function new(string name = "karat_metadata_seq");
    super.new(name);
  endfunction

  virtual task body();
    bit is_one_of_two = cfg.shape.g == cfg.shape.k;
    for (int unsigned i = 0; i < cfg.count; i++) begin
      karat_tile_item item = cfg.model_of(cfg.spec).new_item();
      karat_matrix first = new("first");
      first.copy(item.metadata);
      start_item(item);
      item.index = 64'(i);
      foreach (item.a.words[w]) item.a.words[w] = $urandom;
      foreach (item.b.words[w]) item.b.words[w] = $urandom;
      if (i % 2 != 0) begin
        item.draw_metadata();
        `KARAT_HOLDS(!item.metadata.equals(first))
        for (int unsigned row = 0; row < item.metadata.lines; row++)
          for (int unsigned g = 0; g < item.metadata.elements; g++) draws[4'(item.metadata.get(row, g))]++;
        total += item.metadata.lines * item.metadata.elements;
      end
      finish_item(item);
    end
    foreach (draws[value]) if (draws[value] != 0) values++;
    `KARAT_HOLDS(values == (is_one_of_two ? 2 : 6))
    foreach (draws[value])
      if (draws[value] != 0)
        `KARAT_HOLDS(2 * draws[value] * values > total && 2 * draws[value] * values < 3 * total)
  endtask
endclass
`KARAT_TEST(karat_metadata_test, karat_metadata_seq)

// A tile of 65 x 64 lanes has more words than KARAT_MAX_WORDS; one of 64 x 64 has just so many.
class karat_words_test extends uvm_test;
  `uvm_component_utils(karat_words_test)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  virtual task run_phase(uvm_phase phase);
    karat_env_config cfg = karat_env_config::type_id::create("cfg");
    karat_shape lanes = new("lanes");
    karat_uvm_model model = new();
    string sentence;
    phase.raise_objection(this, "two shapes");
    lanes.m = 64;
    lanes.n = 64;
    `KARAT_HOLDS(cfg.complete(null))
    sentence = model.open(cfg.spec, lanes);
    `KARAT_HOLDS(sentence.len() == 0)
    lanes.m = 65;
    `KARAT_HOLDS(!cfg.open_models(lanes))
    #1;
    phase.drop_objection(this, "two shapes");
  endtask
endclass

// Every instruction of the file +instructions=FILE, with lines "ARCH INSTRUCTION": items of its shape from
// the stimulus, answered and compared by the model, and its covergroups. One wrong bit of an answer must be
// found.
class karat_registry_test extends uvm_test;
  `uvm_component_utils(karat_registry_test)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  virtual task run_phase(uvm_phase phase);
    string path;
    string arch;
    string instruction;
    int file;
    int unsigned instructions = 0;
    phase.raise_objection(this, "instructions");
    void'($value$plusargs("instructions=%s", path));
    file = $fopen(path, "r");
    `KARAT_HOLDS(file != 0)
    while (file != 0 && $fscanf(file, "%s %s", arch, instruction) == 2) begin
      check(arch, instruction);
      instructions++;
    end
    `uvm_info("OWN", $sformatf("%0d instructions", instructions), UVM_NONE)
    #1;
    phase.drop_objection(this, "instructions");
  endtask

  protected virtual function void check(string arch, string instruction);
    karat_env_config cfg = karat_env_config::type_id::create("cfg");
    karat_uvm_model model = new();
    karat_uvm_stimulus stimulus = new();
    karat_answer_item answer = karat_answer_item::type_id::create("answer");
    karat_covergroups groups = new();
    karat_shape lanes = new("lanes");
    karat_tile_item item;
    karat_status_e status;
    int wrong;
    string report;
    lanes.m = 1;
    lanes.n = 2;
    cfg.spec.arch = arch;
    cfg.spec.instruction = instruction;
    report = model.open(cfg.spec, lanes);
    if (report != "") begin
      `uvm_error("OWN", {arch, " ", instruction, ": ", report})
      return;
    end
    item = model.new_item();
    report = groups.open(model, "");
    `KARAT_HOLDS(report.len() == 0)
    status = stimulus.open(model, "mixed", 1);
    `KARAT_HOLDS(status == KARAT_OK)
    for (int i = 0; i < 3; i++) begin
      `KARAT_HOLDS(stimulus.next(item) == KARAT_OK)
      `KARAT_HOLDS(model.answer(item, answer) == KARAT_OK)
      `KARAT_HOLDS(model.compare(i, item, answer, wrong, report) == KARAT_OK && wrong == 0)
      report = groups.sample(item);
      `KARAT_HOLDS(report.len() == 0)
    end
    // operands of 0: no NaN, whose payload may be free
    item.set_shape(model.shape);
    void'(model.answer(item, answer));
    answer.d.set(0, 1, answer.d.get(0, 1) ^ 2);
    `KARAT_HOLDS(model.compare(3, item, answer, wrong, report) == KARAT_MISMATCH && wrong == 1)
    void'(stimulus.close());
  endfunction
endclass
