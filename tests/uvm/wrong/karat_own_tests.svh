// SPDX-License-Identifier: Apache-2.0
// Tests that are not of the library: what an item does by itself, and requests that hold an X. simulate.sh compiles them behind the library's.

`define KARAT_HOLDS(CONDITION) begin if (!(CONDITION)) `uvm_error("OWN", `"CONDITION`") end

// copy(), compare(), print() and randomize() with a constraint, then tiles as in every test.
class karat_item_test extends karat_base_test;
  local int farthest = 0;  // the largest place drawn

  `uvm_component_utils(karat_item_test)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  virtual task run_phase(uvm_phase phase);
    for (int i = 0; i < 60; i++) begin
      karat_tile_item item = karat_tile_item::type_id::create("item");
      item.kind = karat_kind_e'(i % KARAT_KINDS);
      item.f = 20 + i % 3;
      item.index = 64'(i + 1);
      item.max_idle = 9;
      item.is_unknown = 1'(i % 2);
      `KARAT_HOLDS(item.randomize() == 1)
      `KARAT_HOLDS(int'(item.place) <= K)
      check_copy(item);
    end
    if (farthest < 256) `uvm_error("OWN", $sformatf("60 draws of place reached %0d of %0d", farthest, K))  // 8 bits would not get there
    check_constraint();
    super.run_phase(phase);
  endtask

  local function void check_copy(karat_tile_item item);
    karat_tile_item other = karat_tile_item::type_id::create("other");
    if (int'(item.place) > farthest) farthest = int'(item.place);
    other.copy(item);
    `KARAT_HOLDS(other.kind == item.kind)
    `KARAT_HOLDS(other.f == item.f)
    `KARAT_HOLDS(other.index == item.index)
    `KARAT_HOLDS(other.max_idle == item.max_idle)
    `KARAT_HOLDS(other.place == item.place)
    `KARAT_HOLDS(other.top == item.top)
    `KARAT_HOLDS(other.gap == item.gap)
    `KARAT_HOLDS(other.one_sign == item.one_sign)
    `KARAT_HOLDS({other.a_negative, other.b_negative, other.c_negative} == {item.a_negative, item.b_negative, item.c_negative})
    `KARAT_HOLDS(other.idle == item.idle)
    `KARAT_HOLDS(other.a == item.a && other.b == item.b && other.c == item.c)
    `KARAT_HOLDS(other.is_unknown == item.is_unknown)
    `KARAT_HOLDS(other.compare(item))
    other.a[0][K-1] = ~item.a[0][K-1];
    `KARAT_HOLDS(!other.compare(item))
    other.copy(item);
    other.b[0][0] = ~item.b[0][0];
    `KARAT_HOLDS(!other.compare(item))
    other.copy(item);
    other.c[0][0] = ~item.c[0][0];
    `KARAT_HOLDS(!other.compare(item))
    if (item.index == 1) item.print();
  endfunction

  local function void check_constraint();
    karat_tile_item item = karat_tile_item::type_id::create("item");
    item.kind = KARAT_SHIFT_AROUND_F;
    `KARAT_HOLDS((item.randomize() with { place == PLACE_BITS'(K - 1); gap == 26; top == 3; }) == 1)
    `KARAT_HOLDS(int'(item.place) == K - 1 && item.gap == 26 && item.top == 3)
  endfunction
endclass

// Every third tile of the sequence has the operand that simulate.sh makes the monitor take for an X.
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
`KARAT_TEST(karat_unknown_test, karat_unknown_seq)
