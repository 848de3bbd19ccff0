// SPDX-License-Identifier: Apache-2.0
// The factory: creation by type, with overrides of a type by another, and of tests by name.
virtual class uvm_object_wrapper extends uvm_void;
  virtual function uvm_object create_object(string name = "");
    return null;
  endfunction
  virtual function uvm_component create_component(string name, uvm_component parent);
    return null;
  endfunction
endclass

class mini_makers;
  static uvm_object_wrapper by_name[string];
endclass

class uvm_object_registry #(type T = uvm_object, string Tname = "") extends uvm_object_wrapper;
  local static uvm_object_registry #(T, Tname) m_wrapper;
  local static uvm_object_wrapper m_override;

  static function uvm_object_wrapper get();
    if (m_wrapper == null) m_wrapper = new();
    return m_wrapper;
  endfunction
  static function void set_type_override(uvm_object_wrapper override_type, bit replace = 1);
    if (replace || m_override == null) m_override = override_type;
  endfunction
  virtual function uvm_object create_object(string name = "");
    T made = new(name);
    return made;
  endfunction
  static function T create(string name = "", uvm_component parent = null, string contxt = "");
    T made;
    if (m_override == null) made = new(name);
    else if ($cast(made, m_override.create_object(name)) == 0)
      mini_report_server::report(UVM_FATAL, "", "FCTTYP", "an override by another type", 0, "", 0);
    return made;
  endfunction
endclass

class uvm_component_registry #(type T = uvm_component, string Tname = "") extends uvm_object_wrapper;
  local static uvm_component_registry #(T, Tname) m_wrapper;
  local static uvm_object_wrapper m_override;

  static function uvm_object_wrapper get();
    if (m_wrapper == null) m_wrapper = new();
    return m_wrapper;
  endfunction
  static function void set_type_override(uvm_object_wrapper override_type, bit replace = 1);
    if (replace || m_override == null) m_override = override_type;
  endfunction
  virtual function uvm_component create_component(string name, uvm_component parent);
    T made = new(name, parent);
    return made;
  endfunction
  static function T create(string name, uvm_component parent, string contxt = "");
    T made;
    if (m_override == null) made = new(name, parent);
    else if ($cast(made, m_override.create_component(name, parent)) == 0)
      mini_report_server::report(UVM_FATAL, "", "FCTTYP", "an override by another type", 0, "", 0);
    return made;
  endfunction

  static function bit add();
    mini_makers::by_name[Tname] = get();
    return 1'b1;
  endfunction
endclass
