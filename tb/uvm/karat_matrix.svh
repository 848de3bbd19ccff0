// SPDX-License-Identifier: Apache-2.0
// One operand or the result of a tile: lines (rows of A, c, d, columns of B) of elements, for any format and
// any number of lanes. The words are those of the packed port: element 0 of line 0 has the lowest bits.
class karat_matrix extends uvm_object;
  int unsigned lines = 0;
  int unsigned elements = 0;  // of a line
  int unsigned width = 0;     // bits of an element, 1 to 64
  bit [31:0] words[];

  `uvm_object_utils(karat_matrix)

  function new(string name = "karat_matrix");
    super.new(name);
  endfunction

  // All elements become 0.
  virtual function void resize(int unsigned lines, int unsigned elements, int unsigned width);
    this.lines = lines;
    this.elements = elements;
    this.width = width;
    words = new[(lines * elements * width + 31) / 32];
  endfunction

  // Bits above the width are ignored. An element that does not exist is a UVM_FATAL.
  virtual function void set(int unsigned line, int unsigned element, bit [63:0] value);
    int unsigned first;
    if (!has(line, element)) return;
    first = (line * elements + element) * width;
    for (int unsigned i = 0; i < width; i++) words[(first+i)/32][(first+i)%32] = value[i];
  endfunction

  virtual function bit [63:0] get(int unsigned line, int unsigned element);
    bit [63:0] value = '0;
    int unsigned first;
    if (!has(line, element)) return value;
    first = (line * elements + element) * width;
    for (int unsigned i = 0; i < width; i++) value[i] = words[(first+i)/32][(first+i)%32];
    return value;
  endfunction

  virtual function void fill(bit [63:0] value);
    for (int unsigned line = 0; line < lines; line++)
      for (int unsigned element = 0; element < elements; element++) set(line, element, value);
  endfunction

  // The words of another matrix, as at a port that carries both. Bits that do not fit are left out.
  virtual function void take(karat_matrix other);
    foreach (words[i]) words[i] = i < other.words.size() ? other.words[i] : '0;
  endfunction

  virtual function bit equals(karat_matrix other);
    if (words.size() != other.words.size()) return 1'b0;
    foreach (words[i]) if (words[i] != other.words[i]) return 1'b0;
    return 1'b1;
  endfunction

  virtual function bit is_zero();
    foreach (words[i]) if (words[i] != 0) return 1'b0;
    return 1'b1;
  endfunction

  virtual function void do_copy(uvm_object rhs);
    karat_matrix other;
    super.do_copy(rhs);
    if (!$cast(other, rhs)) begin
      `uvm_fatal("KARAT/ITEM", "do_copy: the object is not a karat_matrix")
      return;
    end
    resize(other.lines, other.elements, other.width);
    take(other);
  endfunction

  // All bits in hexadecimal, element 0 of line 0 last.
  virtual function string convert2string();
    string text = "";
    string digits;
    int unsigned bits = lines * elements * width;
    foreach (words[i]) begin
      digits = $sformatf("%08h", words[i]);
      if (32 * (i + 1) > bits) digits = digits.substr(8 - (int'(bits) - 32 * i + 3) / 4, 7);
      text = {digits, text};
    end
    return text;
  endfunction

  protected virtual function bit has(int unsigned line, int unsigned element);
    if (line < lines && element < elements) return 1'b1;
    if (lines == 0)
      `uvm_fatal("KARAT/ITEM", "an operand without elements: the shape has none, or set_shape was not called")
    else
      `uvm_fatal("KARAT/ITEM", $sformatf("there is no element [%0d][%0d] among %0d lines of %0d elements",
                                         line, element, lines, elements))
    return 1'b0;
  endfunction
endclass
