// SPDX-License-Identifier: Apache-2.0
// Analysis ports and their implementations.
virtual class uvm_tlm_if_base #(type T = int) extends uvm_object;
  function new(string name);
    super.new(name);
  endfunction
  pure virtual function void write(T t);
endclass

class uvm_analysis_port #(type T = int) extends uvm_tlm_if_base #(T);
  local uvm_tlm_if_base #(T) m_connected[$];

  function new(string name, uvm_component parent);
    super.new(name);
  endfunction
  virtual function void connect(uvm_tlm_if_base #(T) provider);
    m_connected.push_back(provider);
  endfunction
  virtual function void write(T t);
    for (int i = 0; i < m_connected.size(); i++) m_connected[i].write(t);
  endfunction
endclass

class uvm_analysis_imp #(type T = int, type IMP = int) extends uvm_tlm_if_base #(T);
  local IMP m_imp;

  function new(string name, IMP imp);
    super.new(name);
    m_imp = imp;
  endfunction
  virtual function void write(T t);
    m_imp.write(t);
  endfunction
endclass
