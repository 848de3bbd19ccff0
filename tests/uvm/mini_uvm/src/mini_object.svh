// SPDX-License-Identifier: Apache-2.0
virtual class uvm_void;
endclass

class uvm_comparer extends uvm_void;
endclass

class uvm_printer extends uvm_void;
  virtual function void print_string(string name, string value, byte scope_separator = ".");
    $display("%s: %s", name, value);
  endfunction
endclass

virtual class uvm_object extends uvm_void;
  local string m_name;

  function new(string name = "");
    m_name = name;
  endfunction

  virtual function string get_name();
    return m_name;
  endfunction
  virtual function string get_full_name();
    return m_name;
  endfunction
  virtual function string get_type_name();
    return "uvm_object";
  endfunction
  virtual function string convert2string();
    return "";
  endfunction
  virtual function void do_copy(uvm_object rhs);
  endfunction
  function void copy(uvm_object rhs);
    do_copy(rhs);
  endfunction
  virtual function bit do_compare(uvm_object rhs, uvm_comparer comparer);
    return 1'b1;
  endfunction
  function bit compare(uvm_object rhs, uvm_comparer comparer = null);
    uvm_comparer used = comparer;
    if (used == null) used = new();
    return do_compare(rhs, used);
  endfunction
  virtual function void do_print(uvm_printer printer);
  endfunction
  function void print(uvm_printer printer = null);
    uvm_printer used = printer;
    if (used == null) used = new();
    do_print(used);
  endfunction

  function bit uvm_report_enabled(int verbosity, uvm_severity severity = UVM_INFO, string id = "");
    return severity != UVM_INFO || verbosity <= mini_report_server::verbosity();
  endfunction

  virtual function void uvm_report(uvm_severity severity, string id, string message,
                                   int verbosity = UVM_MEDIUM, string filename = "", int line = 0,
                                   string context_name = "", bit report_enabled_checked = 0);
    mini_report_server::report(severity, get_full_name(), id, message, verbosity, filename, line);
  endfunction
endclass
