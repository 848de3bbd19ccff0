// SPDX-License-Identifier: Apache-2.0
// One tile of operands. A sequence gets them from the library's stimulus (karat_sequences.svh); a directed
// test sets them itself.
class karat_tile_item extends uvm_sequence_item;
  // the library's name for the behaviour that the tile targets; "" for a handwritten tile
  string operand_class = "";
  longint unsigned index = 0;       // number of the tile in its sequence
  int unsigned idle = 0;            // cycles without a request before this one

  a_t a;
  b_t b;
  c_t c;
  scale_a_t scale_a;                // unused if the shape has no scale factors
  scale_b_t scale_b;
  // unused without metadata; 4 selects the first two of four, and the first of two
  metadata_t metadata = {M * GE{4'h4}};
  bit is_unknown = 1'b0;            // set by a monitor: an operand had an X or Z, stored here as 0

  `uvm_object_utils(karat_tile_item)

  function new(string name = "karat_tile_item");
    super.new(name);
  endfunction

  virtual function void do_copy(uvm_object rhs);
    karat_tile_item other;
    super.do_copy(rhs);
    if (!$cast(other, rhs)) `uvm_fatal("KARAT/ITEM", "do_copy: the object is not a karat_tile_item")
    operand_class = other.operand_class;
    index = other.index;
    idle = other.idle;
    a = other.a;
    b = other.b;
    c = other.c;
    scale_a = other.scale_a;
    scale_b = other.scale_b;
    metadata = other.metadata;
    is_unknown = other.is_unknown;
  endfunction

  // Compares only the operands and is_unknown, so that a driver's item can be compared with a monitor's.
  virtual function bit do_compare(uvm_object rhs, uvm_comparer comparer);
    karat_tile_item other;
    if (!$cast(other, rhs)) return 1'b0;
    return super.do_compare(rhs, comparer) && a == other.a && b == other.b && c == other.c &&
        is_unknown == other.is_unknown &&
           (S == 0 || (scale_a == other.scale_a && scale_b == other.scale_b)) &&
           (G == 0 || metadata == other.metadata);
  endfunction

  virtual function string convert2string();
    string unknown = is_unknown ? ", with an X or Z" : "";
    string scales = "";
    string what = operand_class == "" ? "" : {", ", operand_class};
    if (S != 0) scales = $sformatf(", scale_a = %h, scale_b = %h", scale_a, scale_b);
    if (G != 0) scales = $sformatf(", metadata = %h", metadata);  // which excludes scale factors
    return $sformatf("tile %0d%s: a = %h, b = %h, c = %h%s%s", index, what, a, b, c, scales, unknown);
  endfunction

  // Draws metadata that the specification allows, each value with the same probability: two ascending indices
  // for 2:4, the first or the second for 1:2.
  virtual function void draw_metadata();
    for (int i = 0; i < M; i++)
      for (int g = 0; g < GE; g++)
        if (G == K) metadata[i][g] = $urandom_range(1) == 0 ? 4'h4 : 4'he;
        else
          case ($urandom_range(5))
            0: metadata[i][g] = 4'h4;  // 0 and 1
            1: metadata[i][g] = 4'h8;  // 0 and 2
            2: metadata[i][g] = 4'hc;  // 0 and 3
            3: metadata[i][g] = 4'h9;  // 1 and 2
            4: metadata[i][g] = 4'hd;  // 1 and 3
            default: metadata[i][g] = 4'he;  // 2 and 3
          endcase
  endfunction

  // Prints the operands as text, because they may be wider than the numbers that UVM prints.
  virtual function void do_print(uvm_printer printer);
    super.do_print(printer);
    printer.print_string("tile", convert2string());
    printer.print_string("idle", $sformatf("%0d", idle));
  endfunction
endclass

// An answer of the design, as seen by the monitor; or a reset of the design, at which requests in flight are
// lost.
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
