// SPDX-License-Identifier: Apache-2.0
// The component tree, and the phases that tb/uvm uses.
class uvm_phase extends uvm_object;
  int raised = 0;
  bit was_raised = 1'b0;

  function new(string name = "uvm_phase");
    super.new(name);
  endfunction

  virtual function void raise_objection(uvm_object obj, string description = "", int count = 1);
    raised += count;
    was_raised = 1'b1;
  endfunction
  virtual function void drop_objection(uvm_object obj, string description = "", int count = 1);
    raised -= count;
  endfunction
endclass

virtual class uvm_component extends uvm_object;
  local uvm_component m_parent;
  uvm_component m_children[$];

  function new(string name, uvm_component parent);
    super.new(name);
    m_parent = parent;
    if (parent != null) parent.m_children.push_back(this);
  endfunction

  virtual function uvm_component get_parent();
    return m_parent;
  endfunction
  virtual function string get_full_name();
    if (m_parent == null) return get_name();
    return {m_parent.get_full_name(), ".", get_name()};
  endfunction

  virtual function void build_phase(uvm_phase phase);
  endfunction
  virtual function void connect_phase(uvm_phase phase);
  endfunction
  virtual task run_phase(uvm_phase phase);
  endtask
  virtual function void phase_ready_to_end(uvm_phase phase);
  endfunction
  virtual function void extract_phase(uvm_phase phase);
  endfunction
  virtual function void check_phase(uvm_phase phase);
  endfunction
  virtual function void report_phase(uvm_phase phase);
  endfunction
  virtual function void final_phase(uvm_phase phase);
  endfunction
  virtual function void pre_abort();
  endfunction
endclass

virtual class uvm_test extends uvm_component;
  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction
endclass

virtual class uvm_env extends uvm_component;
  function new(string name = "env", uvm_component parent = null);
    super.new(name, parent);
  endfunction
endclass

virtual class uvm_agent extends uvm_component;
  uvm_active_passive_enum is_active = UVM_ACTIVE;

  virtual function uvm_active_passive_enum get_is_active();
    return is_active;
  endfunction

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction
endclass

virtual class uvm_monitor extends uvm_component;
  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction
endclass

virtual class uvm_scoreboard extends uvm_component;
  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction
endclass
