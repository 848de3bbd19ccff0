// SPDX-License-Identifier: Apache-2.0
// Tests of a chip, with a passive environment.
`include "uvm_macros.svh"

package karat_chip_pkg;
  timeunit 1ns; timeprecision 1ps;
  import uvm_pkg::*;
  import karat_uvm_pkg::*;

  // Waits for +run_for=TIME ns (1000). +may_be_idle=NUMBER sets the field of the configuration.
  class karat_chip_test extends uvm_test;
    karat_env tensor_core;
    karat_env_config cfg;
    uvm_analysis_imp #(karat_tile_item, karat_chip_test) requests;
    int unsigned seen = 0;  // requests at the agent's port

    `uvm_component_utils(karat_chip_test)

    function new(string name, uvm_component parent);
      super.new(name, parent);
    endfunction

    virtual function void build_phase(uvm_phase phase);
      int choice;
      super.build_phase(phase);
      requests = new("requests", this);
      cfg = karat_env_config::type_id::create("cfg");
      cfg.from_plusargs();
      cfg.is_active = UVM_PASSIVE;
      if ($value$plusargs("may_be_idle=%d", choice)) cfg.may_be_idle = karat_idle_e'(choice);
      uvm_config_db#(karat_env_config)::set(this, "tensor_core*", "cfg", cfg);
      tensor_core = karat_env::type_id::create("tensor_core", this);
    endfunction

    virtual function void connect_phase(uvm_phase phase);
      super.connect_phase(phase);
      tensor_core.agent.request_port.connect(requests);
    endfunction

    virtual function void write(karat_tile_item item);
      seen++;
    endfunction

    virtual task run_phase(uvm_phase phase);
      int unsigned duration = 1000;
      void'($value$plusargs("run_for=%d", duration));
      phase.raise_objection(this, "the chip's test");
      #(duration);
      phase.drop_objection(this, "the chip's test");
    endtask

    virtual function void report_phase(uvm_phase phase);
      super.report_phase(phase);
      `uvm_info("CHIP", $sformatf("%0d requests at the agent's port", seen), UVM_LOW)
    endfunction
  endclass

  // A test that drives, with an agent that does not.
  class karat_passive_test extends karat_mixed_test;
    `uvm_component_utils(karat_passive_test)

    function new(string name, uvm_component parent);
      super.new(name, parent);
    endfunction

    virtual function void preset(karat_env_config told);
      told.is_active = UVM_PASSIVE;
    endfunction
  endclass
endpackage
