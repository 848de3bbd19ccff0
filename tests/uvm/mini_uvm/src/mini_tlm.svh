// SPDX-License-Identifier: Apache-2.0
// Analysis ports, and a FIFO behind one.
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

class mini_fifo_export #(type T = int) extends uvm_tlm_if_base #(T);
  local mailbox #(T) m_items;

  function new(string name, mailbox #(T) items);
    super.new(name);
    m_items = items;
  endfunction
  virtual function void write(T t);
    void'(m_items.try_put(t));
  endfunction
endclass

class uvm_tlm_analysis_fifo #(type T = int) extends uvm_component;
  mini_fifo_export #(T) analysis_export;
  local mailbox #(T) m_items;

  function new(string name, uvm_component parent = null);
    super.new(name, parent);
    m_items = new();
    analysis_export = new("analysis_export", m_items);
  endfunction
  virtual task get(output T t);
    m_items.get(t);
  endtask
  virtual function int used();
    return m_items.num();
  endfunction
  virtual function bit is_empty();
    return m_items.num() == 0;
  endfunction
endclass
