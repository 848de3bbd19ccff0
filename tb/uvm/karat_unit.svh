// SPDX-License-Identifier: Apache-2.0
// What is known of a unit beside the shape of its ports. `karat adapter` writes it from the unit's contract,
// and a karat_port carries it to the environment, which takes from it what its configuration does not say
// (karat_env_config::complete). Empty: not known.
class karat_unit extends uvm_object;
  string spec = "";       // the specification, as JSON text
  string modes = "";      // as +karat_modes=
  string flags = "";      // as +karat_flags=
  bit has_mode = 1'b0;    // there is a mode_i
  bit has_c = 1'b1;       // otherwise c is +0 in every tile

  `uvm_object_utils(karat_unit)

  function new(string name = "karat_unit");
    super.new(name);
  endfunction

  static function karat_unit make(string spec, string modes = "", string flags = "", bit has_mode = 1'b0,
                                  bit has_c = 1'b1);
    karat_unit unit = karat_unit::type_id::create("unit");
    unit.spec = spec;
    unit.modes = modes;
    unit.flags = flags;
    unit.has_mode = has_mode;
    unit.has_c = has_c;
    return unit;
  endfunction
endclass
