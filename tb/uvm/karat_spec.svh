// SPDX-License-Identifier: Apache-2.0
// What a tile is computed with: `instruction` of `arch`, or, if not empty, `json`: a specification or a
// recipe as JSON text. `knobs` are then set in it, in order, such as "F=24,output_rounding=RNE". The
// environment fills in what is empty, from the unit's contract if there is one (karat_env_config::complete).
class karat_spec extends uvm_object;
  string arch = "";
  string instruction = "";
  string json = "";
  string knobs = "";

  `uvm_object_utils(karat_spec)

  function new(string name = "karat_spec");
    super.new(name);
  endfunction

  // The same with further knobs; or, if `more` is a specification as JSON text, that one.
  virtual function karat_spec with_knobs(string more);
    karat_spec other = karat_spec::type_id::create(get_name());
    other.copy(this);
    if (more.len() > 0 && more[0] == "{") begin
      other.json = more;
      other.knobs = "";
    end else if (more != "") other.knobs = {knobs, knobs == "" ? "" : ",", more};
    return other;
  endfunction

  // Whether it does not say what `knobs` are set in.
  virtual function bit is_open();
    return arch == "" && instruction == "" && json == "";
  endfunction

  // What `knobs` are set in, from another specification; without effect unless is_open().
  virtual function void take_base(karat_spec other);
    if (!is_open()) return;
    arch = other.arch;
    instruction = other.instruction;
    json = other.json;
  endfunction

  virtual function void do_copy(uvm_object rhs);
    karat_spec other;
    super.do_copy(rhs);
    if (!$cast(other, rhs)) begin
      `uvm_fatal("KARAT/CFG", "do_copy: the object is not a karat_spec")
      return;
    end
    arch = other.arch;
    instruction = other.instruction;
    json = other.json;
    knobs = other.knobs;
  endfunction

  virtual function string convert2string();
    if (json != "") return $sformatf("spec %s, knobs \"%s\"", json, knobs);
    return $sformatf("%s %s, knobs \"%s\"", arch, instruction, knobs);
  endfunction
endclass
