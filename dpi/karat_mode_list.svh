// SPDX-License-Identifier: Apache-2.0
// --- modes -------------------------------------------------------------------------------------------------

// The modes of a unit with an input mode_i, from text: "0:output_rounding=RNE;8:a=e5m2,b=e5m2". Each is a
// value of mode_i and, after a colon, its settings: knobs on top of the unit's specification, divided by
// commas or blanks, or a specification of its own as JSON text (karat_model::open_mode).
class karat_mode_list;
  int unsigned values[$];
  string settings[$];

  // Returns "", or an error message. `bits` is the width of mode_i.
  function string read(string text, int unsigned bits = 32);
    int start = 0;
    int depth = 0;  // of braces: a specification may contain semicolons
    string sentence = "";
    values.delete();
    settings.delete();
    for (int i = 0; i <= text.len() && sentence == ""; i++) begin
      if (i < text.len() && text[i] == "{") depth++;
      if (i < text.len() && text[i] == "}") depth--;
      if (i == text.len() || (text[i] == ";" && depth == 0)) begin
        if (i > start) sentence = add(text.substr(start, i - 1), bits);
        start = i + 1;
      end
    end
    return sentence;
  endfunction

  local function string add(string text, int unsigned bits);
    longint unsigned value = 0;
    int at = 0;
    int first = 0;
    while (first < text.len() && text[first] == " ") first++;
    at = first;
    while (at < text.len() && text[at] >= "0" && text[at] <= "9" && value < 64'h1_0000_0000) begin
      value = value * 10 + {56'h0, text[at]} - 64'h30;
      at++;
    end
    if (at == first || (at < text.len() && text[at] != ":"))
      return $sformatf("modes: \"%s\" is not allowed; write VALUE:KNOB=VALUE,..., as in 3:output_rounding=RU",
                       text);
    if (value >> bits != 0)
      return $sformatf("modes: %0d does not fit mode_i, which has %0d bits", value, bits);
    foreach (values[i])
      if (64'(values[i]) == value) return $sformatf("modes: mode %0d is given twice", value);
    values.push_back(32'(value));
    settings.push_back(at + 1 < text.len() ? text.substr(at + 1, text.len() - 1) : "");
    return "";
  endfunction
endclass

// A path with a suffix before the extension of the file: "cov.json" and "_mode3" give "cov_mode3.json".
function automatic string karat_with_suffix(string path, string suffix);
  int dot = path.len();
  for (int i = path.len() - 1; i > 0 && path[i] != "/"; i--)
    if (path[i] == "." && dot == path.len()) dot = i;
  if (dot == path.len()) return {path, suffix};
  return {path.substr(0, dot - 1), suffix, path.substr(dot, path.len() - 1)};
endfunction
