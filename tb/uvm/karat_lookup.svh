// SPDX-License-Identifier: Apache-2.0
// What a component finds in uvm_config_db; a UVM_FATAL says what is missing.
class karat_lookup;
  static function karat_env_config cfg_of(uvm_component component);
    karat_env_config cfg;
    if (!uvm_config_db#(karat_env_config)::get(component, "", "cfg", cfg))
      uvm_report_fatal("KARAT/CFG", {component.get_full_name(), ": no karat_env_config \"cfg\""});
    return cfg;
  endfunction

  // The watch that cfg.watch names; otherwise "port".
  static function karat_port port_of(uvm_component component);
    karat_port port;
    karat_env_config cfg = cfg_of(component);
    if (cfg == null) return null;
    if (cfg.watch != "") return karat_ports::find(component.get_full_name(), cfg.watch);
    if (!uvm_config_db#(karat_port)::get(component, "", "port", port))
      uvm_report_fatal("KARAT/CFG", {component.get_full_name(),
                       ": no karat_port \"port\" (karat_tile_port::publish)", choice()});
    return port;
  endfunction

  local static function string choice();
    string watches = karat_ports::all_watches();
    return watches == "" ? "" : {", and cfg.watch names none of the watches: ", watches};
  endfunction
endclass
