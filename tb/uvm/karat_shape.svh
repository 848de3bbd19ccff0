// SPDX-License-Identifier: Apache-2.0
// The shape of a tile: lanes, products of a dot-add, bits of an element, scale factors and metadata. Only the
// model interprets the bits.
class karat_shape extends uvm_object;
  int m = 1;    // rows
  int n = 1;    // columns
  int k = 1;    // products of a dot-add
  int aw = 1;   // bits of an element
  int bw = 1;
  int cw = 1;
  int dw = 1;
  int s = 0;    // scale factors of a row of A or a column of B; 0: none
  int sw = 8;   // bits of a scale factor
  int g = 0;    // elements of metadata of a row of A; 0: none

  `uvm_object_utils(karat_shape)

  function new(string name = "karat_shape");
    super.new(name);
  endfunction

  // Elements of a column of B.
  virtual function int kb();
    return g == 0 ? k : 2 * k;
  endfunction

  // "" if ports of this shape can carry tiles of the other one: each port keeps its size, however it is
  // divided into elements. Otherwise a sentence with the first that does not.
  virtual function string misfit(karat_shape other);
    // first, because with metadata a column of B has twice as many elements
    if (g != other.g)
      return $sformatf("G = %0d, but a row of A has %0d elements of metadata", g, other.g);
    if (k * aw != other.k * other.aw) return row("a", k, aw, other.k, other.aw);
    if (kb() * bw != other.kb() * other.bw) return row("b", kb(), bw, other.kb(), other.bw);
    if (cw != other.cw) return $sformatf("CW = %0d, but c has %0d bits", cw, other.cw);
    if (dw != other.dw) return $sformatf("DW = %0d, but d has %0d bits", dw, other.dw);
    if (s * sw != other.s * other.sw && (s != 0 || other.s != 0))
      return row("scale factors", s, sw, other.s, other.sw);
    return "";
  endfunction

  protected virtual function string row(string what, int count, int width, int model_count, int model_width);
    return $sformatf("%s: a line of the port has %0d elements of %0d bits, but the model has %0d of %0d",
                     what, count, width, model_count, model_width);
  endfunction

  virtual function void do_copy(uvm_object rhs);
    karat_shape other;
    super.do_copy(rhs);
    if (!$cast(other, rhs)) begin
      `uvm_fatal("KARAT/CFG", "do_copy: the object is not a karat_shape")
      return;
    end
    m = other.m;
    n = other.n;
    k = other.k;
    aw = other.aw;
    bw = other.bw;
    cw = other.cw;
    dw = other.dw;
    s = other.s;
    sw = other.sw;
    g = other.g;
  endfunction

  virtual function string convert2string();
    return $sformatf("%0d x %0d lanes, k = %0d, a %0d, b %0d, c %0d, d %0d bits, %0d scales, metadata %0d",
                     m, n, k, aw, bw, cw, dw, s, g);
  endfunction
endclass
