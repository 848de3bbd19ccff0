// SPDX-License-Identifier: Apache-2.0
// X on operands, handshakes and status flags. Verilator has no X, so monitors say where there is one.

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

// Operands set by hand. In three of six tiles, one operand has the encoding that the monitor treats as X.
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
      if (i % 6 inside {[1:3]}) item.a.set(0, 0, 'h0bad);
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
