// SPDX-License-Identifier: Apache-2.0
// Tests outside the library: the methods of an item, operands and metadata set by hand, X on operands and
// handshakes, severities, messages. simulate.sh compiles them after the library.

`define KARAT_HOLDS(CONDITION) begin if (!(CONDITION)) `uvm_error("OWN", `"CONDITION`") end

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

// Treats one encoding as X, because Verilator has no X.
class karat_operand_monitor extends karat_monitor;
  `uvm_component_utils(karat_operand_monitor)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  protected virtual function bit is_operand_unknown(karat_tile_item item);
    return item.a.get(0, 0) == 'h0bad;
  endfunction
endclass

// Operands set by hand. In every third tile, one operand has the encoding that the monitor treats as X.
class karat_unknown_seq extends karat_base_seq;
  `uvm_object_utils(karat_unknown_seq)

  function new(string name = "karat_unknown_seq");
    super.new(name);
  endfunction

  virtual task body();
    for (int unsigned i = 0; i < cfg.count; i++) begin
      karat_tile_item item = karat_tile_item::type_id::create("item");
      item.set_shape(cfg.shape);
      start_item(item);
      item.index = 64'(i);
      item.a.fill('h3c00);
      item.b.fill('h3c00);
      if (i % 3 == 1) item.a.set(0, 0, 'h0bad);
      finish_item(item);
    end
  endtask
endclass

class karat_unknown_test extends karat_base_test;
  `uvm_component_utils(karat_unknown_test)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  virtual function void build_phase(uvm_phase phase);
    karat_monitor::type_id::set_type_override(karat_operand_monitor::get_type());
    super.build_phase(phase);
  endfunction

  virtual function karat_base_seq make_sequence();
    return karat_unknown_seq::type_id::create("seq");
  endfunction
endclass

// X on the handshakes in two episodes of 5 cycles.
class karat_handshake_monitor extends karat_monitor;
  int unsigned cycles = 0;

  `uvm_component_utils(karat_handshake_monitor)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  protected virtual function bit is_handshake_unknown();
    cycles++;
    return cycles inside {[10:14], [20:24]};
  endfunction
endclass

class karat_handshake_test extends karat_near_one_test;
  `uvm_component_utils(karat_handshake_test)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  virtual function void build_phase(uvm_phase phase);
    karat_monitor::type_id::set_type_override(karat_handshake_monitor::get_type());
    super.build_phase(phase);
  endfunction
endclass

// X on the status flags in two episodes.
class karat_flag_monitor extends karat_monitor;
  int unsigned answers = 0;

  `uvm_component_utils(karat_flag_monitor)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  protected virtual function bit is_flag_unknown();
    answers++;
    return answers inside {[3:5], [8:9]};
  endfunction
endclass

class karat_flag_unknown_test extends karat_near_one_test;
  `uvm_component_utils(karat_flag_unknown_test)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  virtual function void build_phase(uvm_phase phase);
    karat_monitor::type_id::set_type_override(karat_flag_monitor::get_type());
    super.build_phase(phase);
  endfunction
endclass

// Mismatches are warnings.
class karat_warning_test extends karat_mixed_test;
  `uvm_component_utils(karat_warning_test)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  virtual function void preset(karat_env_config told);
    told.mismatch_severity = UVM_WARNING;
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

// Wants the answer of every tile, and sends the next tile before it comes. Counts the answers and those lost
// in resets. Without resets each answer is that of the model.
class karat_answers_seq extends karat_base_seq;
  int unsigned lost = 0;
  int unsigned right = 0;
  protected karat_tile_item sent[$];

  `uvm_object_utils(karat_answers_seq)

  function new(string name = "karat_answers_seq");
    super.new(name);
  endfunction

  virtual task body();
    fork
      collect();
    join_none
    set_response_queue_depth(-1);
    super.body();
    while (right + lost < sent.size()) #10;
  endtask

  protected virtual task finish(karat_tile_item item);
    item.wants_response = 1'b1;
    sent.push_back(item);
    finish_item(item);
  endtask

  protected virtual task collect();
    karat_answer_item answer;
    karat_answer_item golden = karat_answer_item::type_id::create("golden");
    forever begin
      get_response(answer);
      if (answer.is_reset) lost++;
      else begin
        void'(cfg.model_of_item(sent[right+lost]).answer(sent[right+lost], golden));
        `KARAT_HOLDS(answer.d.equals(golden.d))
        right++;
      end
    end
  endtask
endclass

class karat_answers_test extends karat_base_test;
  protected karat_answers_seq answers;

  `uvm_component_utils(karat_answers_test)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  virtual function karat_base_seq make_sequence();
    answers = karat_answers_seq::type_id::create("seq");
    return answers;
  endfunction

  virtual function void check_phase(uvm_phase phase);
    super.check_phase(phase);
    `uvm_info("OWN", $sformatf("%0d answers, %0d lost", answers.right, answers.lost), UVM_LOW)
    `KARAT_HOLDS(64'(answers.right) == env.scoreboard.tiles && 64'(answers.lost) == env.scoreboard.lost)
  endfunction
endclass

// The chain of karat_chain_seq, which each c must continue.
class karat_own_chain_seq extends karat_chain_seq;
  int unsigned continued = 0;

  `uvm_object_utils(karat_own_chain_seq)

  function new(string name = "karat_own_chain_seq");
    super.new(name);
  endfunction

  protected virtual task finish(karat_tile_item item);
    karat_answer_item previous = last;
    super.finish(item);
    if (previous != null) if (!previous.is_reset) begin
      `KARAT_HOLDS(item.c.equals(previous.d))
      continued++;
    end
    `uvm_info("OWN", $sformatf("%0d tiles continue the one before", continued), UVM_LOW)
  endtask
endclass
`KARAT_TEST(karat_own_chain_test, karat_own_chain_seq)

// Every second item has a specification of its own: that of the unit with the knobs of +own_knobs.
class karat_own_spec_seq extends karat_base_seq;
  `uvm_object_utils(karat_own_spec_seq)

  function new(string name = "karat_own_spec_seq");
    super.new(name);
  endfunction

  protected virtual task finish(karat_tile_item item);
    string knobs;
    if (item.index % 2 == 1 && $value$plusargs("own_knobs=%s", knobs)) item.spec = cfg.spec.with_knobs(knobs);
    finish_item(item);
  endtask
endclass
`KARAT_TEST(karat_own_spec_test, karat_own_spec_seq)

// A unit of which a register says what it computes: once `register` is set, the knobs of +own_knobs too.
class karat_register_config extends karat_env_config;
  bit register = 1'b0;

  `uvm_object_utils(karat_register_config)

  function new(string name = "karat_register_config");
    super.new(name);
  endfunction

  virtual function karat_spec spec_of(int unsigned mode);
    string knobs;
    if (register && $value$plusargs("own_knobs=%s", knobs)) return spec.with_knobs(knobs);
    return super.spec_of(mode);
  endfunction
endclass

// Twice the sequence, before and after the register is set.
class karat_register_test extends karat_base_test;
  `uvm_component_utils(karat_register_test)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  virtual function void build_phase(uvm_phase phase);
    karat_env_config::type_id::set_type_override(karat_register_config::get_type());
    super.build_phase(phase);
  endfunction

  virtual task run_phase(uvm_phase phase);
    karat_register_config register_cfg;
    phase.raise_objection(this, "two sequences");
    super.run_phase(phase);
    while (env.agent.monitor.in_flight != 0) env.agent.monitor.port.wait_clock();
    `KARAT_HOLDS($cast(register_cfg, cfg))
    register_cfg.register = 1'b1;
    super.run_phase(phase);
    phase.drop_objection(this, "two sequences");
  endtask
endclass

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

// ready_i as items: no answer is taken for 100 cycles, then one in every cycle.
class karat_hold_seq extends karat_ready_burst_seq;
  karat_scoreboard scoreboard;
  karat_monitor monitor;
  bit has_held = 1'b0;

  `uvm_object_utils(karat_hold_seq)

  function new(string name = "karat_hold_seq");
    super.new(name);
  endfunction

  virtual task body();
    hold(1'b0, 100);
    has_held = monitor.requests != 0 && scoreboard.tiles == 0;
    hold(1'b1, 1000);
  endtask
endclass

class karat_hold_test extends karat_base_test;
  protected karat_hold_seq holds;

  `uvm_component_utils(karat_hold_test)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  protected virtual task accompany();
    holds = karat_hold_seq::type_id::create("holds");
    holds.scoreboard = env.scoreboard;
    holds.monitor = env.agent.monitor;
    holds.start(env.agent.ready_sequencer);
  endtask

  virtual function void check_phase(uvm_phase phase);
    super.check_phase(phase);
    `KARAT_HOLDS(holds.has_held)
  endfunction
endclass

// A request that is sent while the monitor settles, and whose answer is taken 60 cycles later.
class karat_late_ready_seq extends karat_ready_burst_seq;
  `uvm_object_utils(karat_late_ready_seq)

  function new(string name = "karat_late_ready_seq");
    super.new(name);
  endfunction

  virtual task body();
    hold(1'b0, 60);
  endtask
endclass

class karat_late_test extends karat_mixed_test;
  `uvm_component_utils(karat_late_test)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  virtual task run_phase(uvm_phase phase);
    karat_base_seq seq = karat_base_seq::type_id::create("late");
    karat_late_ready_seq ready = karat_late_ready_seq::type_id::create("ready");
    super.run_phase(phase);
    repeat (cfg.settle_cycles / 2) env.agent.monitor.port.wait_clock();
    seq.cfg = cfg;
    seq.count = 1;
    fork
      ready.start(env.agent.ready_sequencer);
      seq.start(env.agent.sequencer);
    join
  endtask
endclass

// A test that drives, with an agent that does not.
class karat_passive_test extends karat_mixed_test;
  `uvm_component_utils(karat_passive_test)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  virtual function void preset(karat_env_config told);
    told.is_active = UVM_PASSIVE;
  endfunction
endclass

// A driver in place of another: a factory override. It counts its requests.
class karat_counting_driver extends karat_driver;
  `uvm_component_utils(karat_counting_driver)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  virtual function void report_phase(uvm_phase phase);
    super.report_phase(phase);
    `uvm_info("OWN", $sformatf("another driver offered %0d requests", cfg.sent), UVM_LOW)
  endfunction
endclass

class karat_override_test extends karat_base_test;
  `uvm_component_utils(karat_override_test)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  virtual function void build_phase(uvm_phase phase);
    karat_driver::type_id::set_type_override(karat_counting_driver::get_type());
    super.build_phase(phase);
  endfunction
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
