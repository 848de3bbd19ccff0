// SPDX-License-Identifier: Apache-2.0
// The status flags of a unit, at flags_o of karat_tile_if, as a contract has them
// (docs/reference/contract.md, status flags).
class karat_flags_config extends uvm_object;
  // those that are compared: KARAT_INVALID | KARAT_OVERFLOW ...; 0: none, whatever the contract says
  bit [3:0] bits = 4'hf;
  bit per_tile = 1'b0;                 // one set for the tile, in the lowest bits; else one for each lane
  bit sticky = 1'b0;                   // those of all answers since the reset
  karat_tiny_e tiny = KARAT_TINY_DEFAULT;
  bit roundings = 1'b0;                // alignments do not raise inexact

  `uvm_object_utils(karat_flags_config)

  function new(string name = "karat_flags_config");
    super.new(name);
  endfunction

  virtual function karat_flag_port_t port();
    karat_flag_port_t out = '{bits: bits, per_tile: per_tile, sticky: sticky, tiny: tiny,
                              roundings: roundings};
    return out;
  endfunction

  // "bits=invalid+overflow,per=tile,sticky=true,tiny=before,inexact=roundings": the keys of a contract. What
  // is not named keeps its value; "all" names nothing, and "none" compares none. Returns "", or an error
  // message.
  virtual function string read(string text);
    int start = 0;
    string sentence = "";
    if (text == "all") return "";
    if (text == "none") begin
      bits = '0;
      return "";
    end
    for (int i = 0; i <= text.len() && sentence == ""; i++) begin
      if (i == text.len() || text[i] == ",") begin
        if (i > start) sentence = set(text.substr(start, i - 1));
        start = i + 1;
      end
    end
    return sentence;
  endfunction

  protected virtual function string set(string text);
    int at = 0;
    string value = "";
    while (at < text.len() && text[at] != "=") at++;
    if (at + 1 < text.len()) value = text.substr(at + 1, text.len() - 1);
    case (at == 0 ? "" : text.substr(0, at - 1))
      "bits": return set_bits(value);
      "per": return choose("per", value, "lane", "tile", per_tile);
      "sticky": return choose("sticky", value, "false", "true", sticky);
      "inexact": return choose("inexact", value, "sums", "roundings", roundings);
      "tiny": begin
        if (value != "" && karat_tiny_named(value, tiny)) return "";
        return {"tiny=", value, " is not allowed; use before, unbounded or encoded"};
      end
      default: return {"\"", text, "\" is not allowed; use bits=, per=, sticky=, tiny= or inexact="};
    endcase
  endfunction

  // Sets `into` to whether `value` is the second of two.
  protected virtual function string choose(string key, string value, string first, string second,
                                           output bit into);
    into = value == second;
    if (value == first || value == second) return "";
    return {key, "=", value, " is not allowed; use ", first, " or ", second};
  endfunction

  // "invalid+overflow"
  protected virtual function string set_bits(string names);
    int start = 0;
    bit [3:0] one;
    bits = '0;
    for (int i = 0; i <= names.len(); i++) begin
      if (i == names.len() || names[i] == "+") begin
        one = i > start ? karat_flag_named(names.substr(start, i - 1)) : 4'd0;
        if (one == 0)
          return {"bits=", names, " is not allowed; use names such as invalid+overflow+underflow+inexact"};
        bits |= one;
        start = i + 1;
      end
    end
    return "";
  endfunction

  virtual function string convert2string();
    return $sformatf("%s, per %s%s", karat_flag_names(bits), per_tile ? "tile" : "lane",
                     sticky ? ", sticky" : "");
  endfunction
endclass
