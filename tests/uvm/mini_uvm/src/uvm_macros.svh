// SPDX-License-Identifier: Apache-2.0
// The UVM macros that tb/uvm uses, for the stand-in in uvm_pkg.sv.
`ifndef UVM_MACROS_SVH
`define UVM_MACROS_SVH

// As in UVM, the message is not evaluated unless it is printed.
`define uvm_info(ID, MSG, VERBOSITY) \
  begin \
    if (uvm_report_enabled(VERBOSITY, UVM_INFO, ID)) \
      uvm_report(UVM_INFO, ID, MSG, VERBOSITY, `__FILE__, `__LINE__); \
  end
`define uvm_warning(ID, MSG) begin uvm_report(UVM_WARNING, ID, MSG, UVM_NONE, `__FILE__, `__LINE__); end
`define uvm_error(ID, MSG) begin uvm_report(UVM_ERROR, ID, MSG, UVM_NONE, `__FILE__, `__LINE__); end
`define uvm_fatal(ID, MSG) begin uvm_report(UVM_FATAL, ID, MSG, UVM_NONE, `__FILE__, `__LINE__); end

`define uvm_object_utils(T) \
  typedef uvm_object_registry #(T, `"T`") type_id; \
  static function uvm_object_wrapper get_type(); \
    return type_id::get(); \
  endfunction \
  virtual function string get_type_name(); \
    return `"T`"; \
  endfunction

`define uvm_component_utils(T) \
  typedef uvm_component_registry #(T, `"T`") type_id; \
  local static bit m_``T``_registered = type_id::add(); \
  static function uvm_object_wrapper get_type(); \
    return type_id::get(); \
  endfunction \
  virtual function string get_type_name(); \
    return `"T`"; \
  endfunction

`define uvm_analysis_imp_decl(SFX) \
class uvm_analysis_imp``SFX #(type T = int, type IMP = int) extends uvm_tlm_if_base #(T); \
  local IMP m_imp; \
  function new(string name, IMP imp); \
    super.new(name); \
    m_imp = imp; \
  endfunction \
  virtual function void write(T t); \
    m_imp.write``SFX(t); \
  endfunction \
endclass

`endif
