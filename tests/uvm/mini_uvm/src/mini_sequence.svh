// SPDX-License-Identifier: Apache-2.0
// Sequences. Their items reach the driver one at a time.
virtual class uvm_sequence_item extends uvm_object;
  function new(string name = "uvm_sequence_item");
    super.new(name);
  endfunction
endclass

// Both ends of the connection between sequencer and driver.
class mini_item_pull #(type REQ = uvm_sequence_item) extends uvm_object;
  mailbox #(uvm_sequence_item) items;
  mailbox #(int) done;

  function new(string name);
    super.new(name);
    items = new();
    done = new();
  endfunction
  virtual function void connect(mini_item_pull #(REQ) provider);
    items = provider.items;
    done = provider.done;
  endfunction
  virtual task get_next_item(output REQ t);
    uvm_sequence_item item;
    items.get(item);
    if ($cast(t, item) == 0) uvm_report(UVM_FATAL, "SQRWRONGITM", "an item of another type");
  endtask
  virtual function void item_done(REQ item = null);
    void'(done.try_put(1));
  endfunction
endclass

virtual class uvm_sequencer_base extends uvm_component;
  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction
  pure virtual task mini_execute(uvm_sequence_item item);
endclass

class uvm_sequencer #(type REQ = uvm_sequence_item, type RSP = REQ) extends uvm_sequencer_base;
  typedef uvm_component_registry #(uvm_sequencer #(REQ, RSP), "uvm_sequencer") type_id;
  mini_item_pull #(REQ) seq_item_export;

  function new(string name, uvm_component parent = null);
    super.new(name, parent);
    seq_item_export = new("seq_item_export");
  endfunction
  virtual task mini_execute(uvm_sequence_item item);
    int unused;
    seq_item_export.items.put(item);
    seq_item_export.done.get(unused);
  endtask
endclass

class uvm_driver #(type REQ = uvm_sequence_item, type RSP = REQ) extends uvm_component;
  mini_item_pull #(REQ) seq_item_port;
  REQ req;

  function new(string name, uvm_component parent);
    super.new(name, parent);
    seq_item_port = new("seq_item_port");
  endfunction
endclass

virtual class uvm_sequence_base extends uvm_sequence_item;
  protected uvm_sequencer_base m_sequencer;

  function new(string name = "uvm_sequence");
    super.new(name);
  endfunction
  virtual task body();
  endtask
  virtual task start(uvm_sequencer_base sequencer, uvm_sequence_base parent_sequence = null,
                     int this_priority = -1, bit call_pre_post = 1);
    m_sequencer = sequencer;
    body();
  endtask
  virtual task start_item(uvm_sequence_item item, int set_priority = -1, uvm_sequencer_base sequencer = null);
  endtask
  virtual task finish_item(uvm_sequence_item item, int set_priority = -1);
    m_sequencer.mini_execute(item);
  endtask
endclass

virtual class uvm_sequence #(type REQ = uvm_sequence_item, type RSP = REQ) extends uvm_sequence_base;
  REQ req;
  function new(string name = "uvm_sequence");
    super.new(name);
  endfunction
endclass
