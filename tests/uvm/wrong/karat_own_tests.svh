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
    item.operand_class = "near_one";
    item.index = 3;
    item.idle = 7;
    item.a = ~'0;
    item.c[0][0] = CW'(1);
    item.scale_b = ~'0;
    item.metadata = ~'0;
    item.is_unknown = 1'b1;
    other.copy(item);
    `KARAT_HOLDS(other.operand_class == item.operand_class && other.index == item.index &&
                 other.idle == item.idle)
    `KARAT_HOLDS(other.a == item.a && other.b == item.b && other.c == item.c)
    `KARAT_HOLDS(other.scale_a == item.scale_a && other.scale_b == item.scale_b)
    `KARAT_HOLDS(other.metadata == item.metadata)
    `KARAT_HOLDS(other.is_unknown == item.is_unknown)
    other.idle = 0;
    other.operand_class = "";
    `KARAT_HOLDS(other.compare(item))  // compares only the operands
    other.a[0][K-1] = ~item.a[0][K-1];
    `KARAT_HOLDS(!other.compare(item))
    other.copy(item);
    other.b[0][0] = ~item.b[0][0];
    `KARAT_HOLDS(!other.compare(item))
    other.copy(item);
    other.c[0][0] = ~item.c[0][0];
    `KARAT_HOLDS(!other.compare(item))
    other.copy(item);
    other.scale_a[0][0] = ~item.scale_a[0][0];
    `KARAT_HOLDS(other.compare(item) == (S == 0))
    other.copy(item);
    other.metadata[M-1][0] = 4'h4;
    `KARAT_HOLDS(other.compare(item) == (G == 0))
    item.print();
    super.run_phase(phase);
  endtask
endclass

// Treats one encoding as X, because Verilator has no X.
class karat_operand_monitor extends karat_monitor;
  `uvm_component_utils(karat_operand_monitor)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  protected virtual function bit is_operand_unknown();
    return vif.a_i[0][0] == AW'(32'h0bad);
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
      start_item(item);
      item.index = 64'(i);
      for (int k = 0; k < K; k++) begin
        item.a[0][k] = AW'(i % 3 == 1 && k == 0 ? 32'h0bad : 32'h3c00);
        item.b[0][k] = BW'(32'h3c00);
      end
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
    for (int unsigned i = 0; i < cfg.count; i++) begin
      karat_tile_item item = karat_tile_item::type_id::create("item");
      metadata_t first = item.metadata;
      start_item(item);
      item.index = 64'(i);
      for (int k = 0; k < K; k++) for (int row = 0; row < M; row++) item.a[row][k] = AW'($urandom);
      for (int k = 0; k < KB; k++) for (int col = 0; col < N; col++) item.b[col][k] = BW'($urandom);
      if (i % 2 != 0) begin
        item.draw_metadata();
        `KARAT_HOLDS(item.metadata != first)
        for (int row = 0; row < M; row++)
          for (int g = 0; g < GE; g++) draws[item.metadata[row][g]]++;
        total += M * GE;
      end
      finish_item(item);
    end
    foreach (draws[value]) if (draws[value] != 0) values++;
    `KARAT_HOLDS(values == (G == K ? 2 : 6))
    foreach (draws[value])
      if (draws[value] != 0)
        `KARAT_HOLDS(2 * draws[value] * values > total && 2 * draws[value] * values < 3 * total)
  endtask
endclass
`KARAT_TEST(karat_metadata_test, karat_metadata_seq)
