// SPDX-License-Identifier: Apache-2.0
// Sequences. Their items reach the driver one at a time, in the order in which they are finished. Responses
// go to the sequence whose item they name.
typedef class uvm_sequence_base;

virtual class uvm_sequence_item extends uvm_object;
  uvm_sequence_base m_parent;

  function new(string name = "uvm_sequence_item");
    super.new(name);
  endfunction
  virtual function void set_id_info(uvm_sequence_item item);
    m_parent = item.m_parent;
  endfunction
endclass

// Both ends of the connection between sequencer and driver.
class mini_item_pull #(type REQ = uvm_sequence_item, type RSP = REQ) extends uvm_object;
  mailbox #(uvm_sequence_item) items;
  mailbox #(int) done;

  function new(string name);
    super.new(name);
    items = new();
    done = new();
  endfunction
  virtual function void connect(mini_item_pull #(REQ, RSP) provider);
    items = provider.items;
    done = provider.done;
  endfunction
  virtual task get_next_item(output REQ t);
    uvm_sequence_item item;
    items.get(item);
    if ($cast(t, item) == 0) uvm_report(UVM_FATAL, "SQRWRONGITM", "an item of another type");
  endtask
  virtual task try_next_item(output REQ t);
    uvm_sequence_item item;
    t = null;
    #0;  // a sequence that got its item_done may have a next item
    if (items.try_get(item) != 0 && $cast(t, item) == 0)
      uvm_report(UVM_FATAL, "SQRWRONGITM", "an item of another type");
  endtask
  virtual function void item_done(RSP item = null);
    void'(done.try_put(1));
  endfunction
  virtual function void put_response(RSP item);
    if (item.m_parent == null) uvm_report(UVM_FATAL, "SQRPUT", "a response without set_id_info");
    else item.m_parent.mini_respond(item);
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
  mini_item_pull #(REQ, RSP) seq_item_export;

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
  mini_item_pull #(REQ, RSP) seq_item_port;
  REQ req;

  function new(string name, uvm_component parent);
    super.new(name, parent);
    seq_item_port = new("seq_item_port");
  endfunction
endclass

virtual class uvm_sequence_base extends uvm_sequence_item;
  protected uvm_sequencer_base m_sequencer;
  protected mailbox #(uvm_sequence_item) m_responses;

  function new(string name = "uvm_sequence");
    super.new(name);
    m_responses = new();
  endfunction
  virtual function void set_response_queue_depth(int value);  // it is not limited
  endfunction
  virtual function void mini_respond(uvm_sequence_item item);
    void'(m_responses.try_put(item));
  endfunction
  virtual task body();
  endtask
  virtual task start(uvm_sequencer_base sequencer, uvm_sequence_base parent_sequence = null,
                     int this_priority = -1, bit call_pre_post = 1);
    m_sequencer = sequencer;
    body();
  endtask
  virtual task start_item(uvm_sequence_item item, int set_priority = -1, uvm_sequencer_base sequencer = null);
    item.m_parent = this;
  endtask
  virtual task finish_item(uvm_sequence_item item, int set_priority = -1);
    m_sequencer.mini_execute(item);
  endtask
endclass

virtual class uvm_sequence #(type REQ = uvm_sequence_item, type RSP = REQ) extends uvm_sequence_base;
  REQ req;
  RSP rsp;
  function new(string name = "uvm_sequence");
    super.new(name);
  endfunction
  virtual task get_response(output RSP response, input int transaction_id = -1);
    uvm_sequence_item item;
    m_responses.get(item);
    if ($cast(response, item) == 0) uvm_report(UVM_FATAL, "RSPCAST", "a response of another type");
  endtask
endclass
