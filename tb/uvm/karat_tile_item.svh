// SPDX-License-Identifier: Apache-2.0
// One tile of operands, of any shape. A sequence gets them from the library's stimulus
// (karat_sequences.svh); a directed test sets them itself: item.a.set(0, 3, 'h3c00).
class karat_tile_item extends uvm_sequence_item;
  // the library's name for the behaviour that the tile targets; "" for a handwritten tile
  string operand_class = "";
  longint unsigned index = 0;       // number of the tile in its sequence
  int unsigned idle = 0;            // cycles without a request before this one
  bit [31:0] mode = '0;             // mode_i, for a unit with modes
  bit wants_response = 1'b0;        // the sequence gets the answer: get_response(answer)
  karat_spec spec;                  // null: that of the mode (karat_env_config::spec_of)

  karat_matrix a;
  karat_matrix b;
  karat_matrix c;
  karat_matrix scale_a;             // without elements if the shape has no scale factors
  karat_matrix scale_b;
  karat_matrix metadata;            // without elements if the shape has none
  bit is_unknown = 1'b0;            // set by a monitor: an operand had an X or Z, stored here as 0

  `uvm_object_utils(karat_tile_item)

  function new(string name = "karat_tile_item");
    super.new(name);
    a = new("a");
    b = new("b");
    c = new("c");
    scale_a = new("scale_a");
    scale_b = new("scale_b");
    metadata = new("metadata");
  endfunction

  // All operands become 0. Metadata becomes 4, which selects the first two of four, and the first of two.
  virtual function void set_shape(karat_shape shape);
    a.resize(shape.m, shape.k, shape.aw);
    b.resize(shape.n, shape.kb(), shape.bw);
    c.resize(shape.m, shape.n, shape.cw);
    scale_a.resize(shape.s == 0 ? 0 : shape.m, shape.s, shape.sw);
    scale_b.resize(shape.s == 0 ? 0 : shape.n, shape.s, shape.sw);
    metadata.resize(shape.g == 0 ? 0 : shape.m, shape.g, 4);
    metadata.fill(4);
  endfunction

  virtual function void do_copy(uvm_object rhs);
    karat_tile_item other;
    super.do_copy(rhs);
    if (!$cast(other, rhs)) begin
      `uvm_fatal("KARAT/ITEM", "do_copy: the object is not a karat_tile_item")
      return;
    end
    operand_class = other.operand_class;
    index = other.index;
    idle = other.idle;
    mode = other.mode;
    wants_response = other.wants_response;
    spec = other.spec;
    a.copy(other.a);
    b.copy(other.b);
    c.copy(other.c);
    scale_a.copy(other.scale_a);
    scale_b.copy(other.scale_b);
    metadata.copy(other.metadata);
    is_unknown = other.is_unknown;
  endfunction

  // Compares only the operands, the mode and is_unknown, so that a driver's item can be compared with a
  // monitor's.
  virtual function bit do_compare(uvm_object rhs, uvm_comparer comparer);
    karat_tile_item other;
    if (!$cast(other, rhs)) return 1'b0;
    return super.do_compare(rhs, comparer) && a.equals(other.a) && b.equals(other.b) && c.equals(other.c) &&
           scale_a.equals(other.scale_a) && scale_b.equals(other.scale_b) &&
           metadata.equals(other.metadata) && mode == other.mode && is_unknown == other.is_unknown;
  endfunction

  virtual function string convert2string();
    string text = $sformatf("tile %0d", index);
    if (operand_class != "") text = {text, ", ", operand_class};
    if (mode != 0) text = {text, $sformatf(", mode %0d", mode)};
    text = {text, ": a = ", a.convert2string(), ", b = ", b.convert2string(), ", c = ", c.convert2string()};
    if (scale_a.lines != 0)
      text = {text, ", scale_a = ", scale_a.convert2string(), ", scale_b = ", scale_b.convert2string()};
    if (metadata.lines != 0) text = {text, ", metadata = ", metadata.convert2string()};
    if (is_unknown) text = {text, ", with an X or Z"};
    return text;
  endfunction

  // Draws metadata that the specification allows, each value with the same probability: two ascending indices
  // for 2:4, the first or the second for 1:2.
  virtual function void draw_metadata();
    bit [3:0] pairs[6] = '{4'h4, 4'h8, 4'hc, 4'h9, 4'hd, 4'he};  // 0 1, 0 2, 0 3, 1 2, 1 3, 2 3
    bit is_one_of_two = metadata.elements == a.elements;
    for (int unsigned i = 0; i < metadata.lines; i++)
      for (int unsigned g = 0; g < metadata.elements; g++)
        if (is_one_of_two) metadata.set(i, g, $urandom_range(1) == 0 ? 64'h4 : 64'he);
        else metadata.set(i, g, 64'(pairs[$urandom_range(5)]));
  endfunction

  // Prints the operands as text, because they may be wider than the numbers that UVM prints.
  virtual function void do_print(uvm_printer printer);
    super.do_print(printer);
    printer.print_string("tile", convert2string());
    printer.print_string("idle", $sformatf("%0d", idle));
  endfunction
endclass

// An answer of the design, as seen by the monitor; or a reset of the design, at which requests in flight are
// lost. As the response to a sequence, is_reset says that the request was lost.
class karat_answer_item extends uvm_sequence_item;
  karat_matrix d;
  karat_matrix unknown;  // its bits that are X or Z, stored as 0 in d
  karat_matrix flags;    // 4 bits for each lane (karat_flag_e); those of a tile are in element (0, 0)
  karat_matrix unknown_flags;
  bit is_reset = 1'b0;

  `uvm_object_utils(karat_answer_item)

  function new(string name = "karat_answer_item");
    super.new(name);
    d = new("d");
    unknown = new("unknown");
    flags = new("flags");
    unknown_flags = new("unknown_flags");
  endfunction

  virtual function void set_shape(karat_shape shape);
    d.resize(shape.m, shape.n, shape.dw);
    unknown.resize(shape.m, shape.n, shape.dw);
    flags.resize(shape.m, shape.n, 4);
    unknown_flags.resize(shape.m, shape.n, 4);
  endfunction

  virtual function void do_copy(uvm_object rhs);
    karat_answer_item other;
    super.do_copy(rhs);
    if (!$cast(other, rhs)) begin
      `uvm_fatal("KARAT/ITEM", "do_copy: the object is not a karat_answer_item")
      return;
    end
    d.copy(other.d);
    unknown.copy(other.unknown);
    flags.copy(other.flags);
    unknown_flags.copy(other.unknown_flags);
    is_reset = other.is_reset;
  endfunction

  virtual function string convert2string();
    if (is_reset) return "reset";
    return {"d = ", d.convert2string(), unknown.is_zero() ? "" : {", X or Z in ", unknown.convert2string()},
            flags.is_zero() ? "" : {", flags = ", flags.convert2string()},
            unknown_flags.is_zero() ? "" : {", X or Z in ", unknown_flags.convert2string()}};
  endfunction
endclass
