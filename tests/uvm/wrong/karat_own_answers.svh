// SPDX-License-Identifier: Apache-2.0
// Responses, chains, and the specification of an item or of a register.

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
