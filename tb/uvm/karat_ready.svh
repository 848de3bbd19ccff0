// SPDX-License-Identifier: Apache-2.0
// When answers are taken: a policy of items. Without a sequence on the ready sequencer, ready_i is 0 in
// cfg.stall_percent of the cycles, at random.

// ready_i has one value for a number of cycles.
class karat_ready_item extends uvm_sequence_item;
  bit ready = 1'b1;
  int unsigned cycles = 1;

  `uvm_object_utils(karat_ready_item)

  function new(string name = "karat_ready_item");
    super.new(name);
  endfunction

  virtual function string convert2string();
    return $sformatf("ready_i %b for %0d cycles", ready, cycles);
  endfunction
endclass

typedef uvm_sequencer #(karat_ready_item) karat_ready_sequencer;

class karat_ready_driver extends uvm_driver #(karat_ready_item);
  karat_port port;
  karat_env_config cfg;

  `uvm_component_utils(karat_ready_driver)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  virtual function void build_phase(uvm_phase phase);
    super.build_phase(phase);
    cfg = karat_lookup::cfg_of(this);
    port = karat_lookup::port_of(this);
  endfunction

  virtual task run_phase(uvm_phase phase);
    forever begin
      seq_item_port.try_next_item(req);
      if (req == null) begin
        drive_for($urandom_range(99) >= cfg.stall_percent, 1);
      end else begin
        drive_for(req.ready, req.cycles == 0 ? 1 : req.cycles);
        seq_item_port.item_done();
      end
    end
  endtask

  protected virtual task drive_for(bit ready, int unsigned cycles);
    repeat (cycles) begin
      port.wait_clock();
      port.drive_ready(ready);
    end
  endtask
endclass

// ready_i is 1 for 1 to `longest` cycles, then 0 for as many, and so on, for ever: a queue in the unit runs
// full and empty.
class karat_ready_burst_seq extends uvm_sequence #(karat_ready_item);
  int unsigned longest = 16;

  `uvm_object_utils(karat_ready_burst_seq)

  function new(string name = "karat_ready_burst_seq");
    super.new(name);
  endfunction

  virtual task body();
    int unsigned cycles;
    forever begin
      cycles = $urandom_range(longest, 1);
      hold(1'b1, cycles);
      hold(1'b0, cycles);
    end
  endtask

  virtual task hold(bit ready, int unsigned cycles);
    karat_ready_item item = karat_ready_item::type_id::create("item");
    start_item(item);
    item.ready = ready;
    item.cycles = cycles;
    finish_item(item);
  endtask
endclass
