// SPDX-License-Identifier: Apache-2.0
// What a tile is meant to provoke: the classes of the C++ stimulus (tb/karat_tb/operand_class.hpp), one sequence each.
typedef enum bit [4:0] {
  KARAT_UNIFORM_BITS,         // any encoding
  KARAT_NEAR_ONE,             // ordinary values
  KARAT_WIDE_EXPONENTS,       // exponents over the whole range
  KARAT_MAX_POSITION,         // one addend (each k in turn, and c) far above the others
  KARAT_SHIFT_AROUND_F,       // addends F-2 .. F+2 below the largest
  KARAT_DROPPED_BITS,         // chosen bits beyond the grid
  KARAT_UNNORMALISED,         // products in [2, 4)
  KARAT_CANCEL_PAIR,          // two products cancel
  KARAT_CANCEL_MANY,          // all but one or two addends cancel
  KARAT_CARRY_GROWTH,         // all significands full, one sign
  KARAT_OVERFLOW,             // products and c at the top of the range
  KARAT_SUBNORMAL_INPUTS,
  KARAT_UNDERFLOW,            // results about and below the least subnormal
  KARAT_ZEROS,                // of both signs, zero times large
  KARAT_ONE_SPECIAL,          // one NaN or infinity
  KARAT_SPECIAL_PAIR,         // two in different places, 0 * inf among them
  KARAT_CHAIN_BOUNDARY,       // the first half of the products cancels, overflows or is tiny, and the others meet it
  KARAT_LEVELS,               // a walk over operand classes and significand patterns
  KARAT_TENSOR_NORMAL,        // values as tensors have them
  KARAT_TENSOR_HEAVY_TAILED,
  KARAT_TENSOR_RELU
} karat_kind_e;
localparam int KARAT_KINDS = 21;

// One tile of operands, and the plan it was made from. randomize() draws the plan; post_randomize() puts the operands together, so they are not
// rand: `with` may constrain the plan alone. A directed test sets a, b and c itself, after randomize() or without it (docs/uvm.md).
class karat_tile_item extends uvm_sequence_item;
  // Set before randomize().
  karat_kind_e kind = KARAT_NEAR_ONE;
  int f = 25;                       // width of the model's grid, for the classes that aim around it
  longint unsigned index = 0;       // number of the tile in its sequence, for the classes that walk
  int unsigned max_idle = 0;

  // The plan.
  rand bit [PLACE_BITS-1:0] place;  // addend with the largest exponent; K: c
  rand int top;                     // its exponent
  rand int gap;                     // of the others below it
  rand bit one_sign;                // every addend of one sign
  rand bit a_negative, b_negative, c_negative;  // with one_sign
  rand int unsigned idle;           // cycles without a request before this one

  constraint c_place { place <= PLACE_BITS'(K); }
  constraint c_top { top >= TOP_LOW; top <= TOP_HIGH; }
  constraint c_gap {
    if (kind == KARAT_MAX_POSITION) { gap >= 1; gap <= f + 3; }
    else if (kind == KARAT_SHIFT_AROUND_F || kind == KARAT_DROPPED_BITS) { gap >= f - 2; gap <= f + 2; }
    else { gap >= 0; gap <= f; }
  }
  constraint c_one_sign {
    if (kind == KARAT_CARRY_GROWTH) one_sign == 1'b1;
    else if (kind != KARAT_OVERFLOW && kind != KARAT_ZEROS) one_sign == 1'b0;
  }
  constraint c_signs { if (one_sign) c_negative == (a_negative ^ b_negative); }
  constraint c_idle { idle <= max_idle; }

  // The operands.
  a_t a;
  b_t b;
  c_t c;
  bit is_unknown = 1'b0;            // from a monitor: an operand had an X or Z, which is 0 here

  `uvm_object_utils(karat_tile_item)

  function new(string name = "karat_tile_item");
    super.new(name);
  endfunction

  function void post_randomize();
    karat_tile_fill::fill(this);
  endfunction

  virtual function void do_copy(uvm_object rhs);
    karat_tile_item other;
    super.do_copy(rhs);
    if (!$cast(other, rhs)) `uvm_fatal("KARAT/ITEM", "do_copy of an object that is no karat_tile_item")
    kind = other.kind;
    f = other.f;
    index = other.index;
    max_idle = other.max_idle;
    place = other.place;
    top = other.top;
    gap = other.gap;
    one_sign = other.one_sign;
    a_negative = other.a_negative;
    b_negative = other.b_negative;
    c_negative = other.c_negative;
    idle = other.idle;
    a = other.a;
    b = other.b;
    c = other.c;
    is_unknown = other.is_unknown;
  endfunction

  // Whether a design is asked the same: the operands alone, so that a driver's item may be held against a monitor's, which has no plan.
  virtual function bit do_compare(uvm_object rhs, uvm_comparer comparer);
    karat_tile_item other;
    if (!$cast(other, rhs)) return 1'b0;
    return super.do_compare(rhs, comparer) && a == other.a && b == other.b && c == other.c && is_unknown == other.is_unknown;
  endfunction

  virtual function string convert2string();
    string unknown = is_unknown ? ", with an X or Z" : "";
    return $sformatf("tile %0d, %s: a = %h, b = %h, c = %h%s", index, kind.name(), a, b, c, unknown);
  endfunction

  virtual function string plan2string();
    string signs = "any";
    if (one_sign) signs = $sformatf("%b %b %b", a_negative, b_negative, c_negative);
    return $sformatf("f %0d, place %0d, top %0d, gap %0d, signs %s, idle %0d of %0d", f, place, top, gap, signs, idle, max_idle);
  endfunction

  // Operands as text: they may be wider than what UVM prints as a number.
  virtual function void do_print(uvm_printer printer);
    super.do_print(printer);
    printer.print_string("tile", convert2string());
    printer.print_string("plan", plan2string());
  endfunction
endclass

// What a design answered, as the monitor saw it; or that the design was reset, and requests under way are lost.
class karat_answer_item extends uvm_sequence_item;
  answer_t d;
  bit is_reset = 1'b0;

  `uvm_object_utils(karat_answer_item)

  function new(string name = "karat_answer_item");
    super.new(name);
  endfunction

  virtual function string convert2string();
    return is_reset ? "reset" : $sformatf("d = %h", d);
  endfunction
endclass
