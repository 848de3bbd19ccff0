// SPDX-License-Identifier: Apache-2.0
// An agent for the reset. The environment has one if there is a virtual karat_reset_if in uvm_config_db under
// "reset_vif". It resets the unit at the start of the run phase, and then as its items say.

// A reset of some cycles, after some cycles.
class karat_reset_item extends uvm_sequence_item;
  int unsigned after = 0;             // cycles out of reset before it
  int unsigned cycles = 4;            // its length; 0: it begins and ends between two edges of the clock
  bit is_between_edges = 1'b0;        // it begins at the falling edge of the clock

  `uvm_object_utils(karat_reset_item)

  function new(string name = "karat_reset_item");
    super.new(name);
  endfunction

  virtual function string convert2string();
    return $sformatf("after %0d cycles, a reset of %0d%s", after, cycles,
                     is_between_edges ? ", from a falling edge" : "");
  endfunction
endclass

typedef uvm_sequencer #(karat_reset_item) karat_reset_sequencer;

class karat_reset_driver extends uvm_driver #(karat_reset_item);
  virtual karat_reset_if vif;
  int unsigned resets = 0;  // of items

  `uvm_component_utils(karat_reset_driver)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  virtual function void build_phase(uvm_phase phase);
    super.build_phase(phase);
    if (!uvm_config_db#(virtual karat_reset_if)::get(this, "", "reset_vif", vif))
      `uvm_fatal("KARAT/CFG", "no virtual karat_reset_if \"reset_vif\"")
  endfunction

  virtual task run_phase(uvm_phase phase);
    vif.rst_no <= 1'b0;
    repeat (4) @(posedge vif.clk_i);
    vif.rst_no <= 1'b1;
    forever begin
      seq_item_port.get_next_item(req);
      repeat (req.after) @(posedge vif.clk_i);
      if (req.is_between_edges || req.cycles == 0) @(negedge vif.clk_i);
      vif.rst_no <= 1'b0;
      if (req.cycles == 0) #1ps;
      repeat (req.cycles) @(posedge vif.clk_i);
      vif.rst_no <= 1'b1;
      resets++;
      seq_item_port.item_done();
    end
  endtask
endclass

class karat_reset_agent extends uvm_agent;
  karat_reset_sequencer sequencer;
  karat_reset_driver driver;

  `uvm_component_utils(karat_reset_agent)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  virtual function void build_phase(uvm_phase phase);
    super.build_phase(phase);
    sequencer = karat_reset_sequencer::type_id::create("sequencer", this);
    driver = karat_reset_driver::type_id::create("driver", this);
  endfunction

  virtual function void connect_phase(uvm_phase phase);
    super.connect_phase(phase);
    driver.seq_item_port.connect(sequencer.seq_item_export);
  endfunction
endclass

// A reset of 4 cycles after `at` cycles, if that is not 0; then `count` resets at random times, 1 to
// `longest` cycles apart, of every kind: some of them short, some between edges. A unit with a synchronous
// reset sees none of less than a cycle: `shortest` is then 1.
class karat_reset_seq extends uvm_sequence #(karat_reset_item);
  int unsigned at = 0;
  int unsigned count = 1;
  int unsigned longest = 100;
  int unsigned shortest = 0;

  `uvm_object_utils(karat_reset_seq)

  function new(string name = "karat_reset_seq");
    super.new(name);
  endfunction

  virtual task body();
    if (at != 0) reset(at, 4, 1'b0);
    repeat (count) reset($urandom_range(longest, 1), $urandom_range(4, shortest), $urandom_range(1) == 1);
  endtask

  virtual task reset(int unsigned after, int unsigned cycles, bit is_between_edges);
    karat_reset_item item = karat_reset_item::type_id::create("item");
    start_item(item);
    item.after = after;
    item.cycles = cycles;
    item.is_between_edges = is_between_edges;
    finish_item(item);
  endtask
endclass
