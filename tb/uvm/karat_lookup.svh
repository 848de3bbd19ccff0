// SPDX-License-Identifier: Apache-2.0
// What a component finds in uvm_config_db; a UVM_FATAL says what is missing.
class karat_lookup;
  static function karat_env_config cfg_of(uvm_component component);
    karat_env_config cfg;
    if (!uvm_config_db#(karat_env_config)::get(component, "", "cfg", cfg))
      uvm_report_fatal("KARAT/CFG", {component.get_full_name(), ": no karat_env_config \"cfg\""});
    return cfg;
  endfunction

  static function karat_port port_of(uvm_component component);
    karat_port port;
    if (!uvm_config_db#(karat_port)::get(component, "", "port", port))
      uvm_report_fatal("KARAT/CFG", {component.get_full_name(),
                       ": no karat_port \"port\" (karat_tile_port::publish)"});
    return port;
  endfunction
endclass
