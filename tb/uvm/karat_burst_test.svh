// SPDX-License-Identifier: Apache-2.0
// An example of a factory override: a driver that takes answers in bursts, in place of karat_driver, which
// draws ready_i for each cycle. Nothing else of the environment is touched.

// ready_i is 1 for 1 to 16 cycles, then 0 for as many, and so on: a queue in the unit runs full and empty.
class karat_burst_driver extends karat_driver;
  `uvm_component_utils(karat_burst_driver)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  virtual task drive_ready();
    int unsigned length;
    forever begin
      length = $urandom_range(16, 1);
      drive_for(1'b1, length);
      drive_for(1'b0, length);
    end
  endtask

  protected virtual task drive_for(bit ready, int unsigned cycles);
    repeat (cycles) begin
      @(posedge vif.clk_i);
      vif.ready_i <= ready;
    end
  endtask
endclass

class karat_burst_test extends karat_base_test;
  `uvm_component_utils(karat_burst_test)

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  // Before the environment is built, which creates the driver.
  virtual function void build_phase(uvm_phase phase);
    karat_driver::type_id::set_type_override(karat_burst_driver::get_type());
    super.build_phase(phase);
  endfunction

  virtual function void connect_phase(uvm_phase phase);
    super.connect_phase(phase);
    `uvm_info("KARAT/TEST", {"the driver is a ", env.agent.driver.get_type_name()}, UVM_LOW)
  endfunction
endclass
