// SPDX-License-Identifier: Apache-2.0
// The chip's environment: karat's environment twice, once active and once passive, for units of different
// shapes. Neither knows the other.
`include "uvm_macros.svh"

package chip_pkg;
  timeunit 1ns; timeprecision 1ps;
  import uvm_pkg::*;
  import karat_uvm_pkg::*;

  class chip_env extends uvm_env;
    karat_env vector_core;
    karat_env matrix_core;

    `uvm_component_utils(chip_env)

    function new(string name, uvm_component parent);
      super.new(name, parent);
    endfunction

    virtual function void build_phase(uvm_phase phase);
      super.build_phase(phase);
      vector_core = karat_env::type_id::create("vector_core", this);
      matrix_core = karat_env::type_id::create("matrix_core", this);
    endfunction
  endclass

  // Runs +karat_count tiles through the vector core (none if +vector=0), and then waits for +run_for=TIME ns
  // (1000). +may_be_idle=NUMBER and +sync_reset=NUMBER set these fields for the matrix core.
  class chip_test extends uvm_test;
    chip_env env;
    karat_env_config vector_cfg;
    karat_env_config matrix_cfg;
    uvm_analysis_imp #(karat_tile_item, chip_test) requests;
    int unsigned seen = 0;  // requests at the port of the passive agent

    `uvm_component_utils(chip_test)

    function new(string name, uvm_component parent);
      super.new(name, parent);
    endfunction

    virtual function void build_phase(uvm_phase phase);
      super.build_phase(phase);
      requests = new("requests", this);
      configure_vector_core();
      configure_matrix_core();
      env = chip_env::type_id::create("env", this);
    endfunction

    // mode_i: bits 2 to 0 are the rounding, bit 3 selects e5m2.
    virtual function void configure_vector_core();
      vector_cfg = karat_env_config::type_id::create("vector_cfg");
      vector_cfg.spec.json =
          {"{\"karat_spec\":1,\"algorithm\":\"exact\",\"a\":\"e4m3\",\"b\":\"e4m3\",\"c\":\"fp16\",",
           "\"d\":\"fp16\",\"k\":4,\"overflow\":\"ieee\"}"};
      vector_cfg.add_mode(0, "output_rounding=RNE");
      vector_cfg.add_mode(1, "output_rounding=RZ");
      vector_cfg.add_mode(3, "output_rounding=RU");
      vector_cfg.add_mode(8, "a=e5m2,b=e5m2");
      vector_cfg.add_mode(11, "a=e5m2,b=e5m2,output_rounding=RU");
      vector_cfg.from_plusargs();
      uvm_config_db#(karat_env_config)::set(this, "env.vector_core*", "cfg", vector_cfg);
    endfunction

    virtual function void configure_matrix_core();
      int choice;
      matrix_cfg = karat_env_config::type_id::create("matrix_cfg");
      matrix_cfg.spec.arch = "Hopper";
      matrix_cfg.spec.instruction = "HMMA.16816.F32";
      matrix_cfg.is_active = UVM_PASSIVE;
      if ($value$plusargs("may_be_idle=%d", choice)) matrix_cfg.may_be_idle = karat_idle_e'(choice);
      void'($value$plusargs("sync_reset=%d", matrix_cfg.sync_reset));
      uvm_config_db#(karat_env_config)::set(this, "env.matrix_core*", "cfg", matrix_cfg);
    endfunction

    virtual function void connect_phase(uvm_phase phase);
      super.connect_phase(phase);
      env.matrix_core.agent.request_port.connect(requests);
    endfunction

    virtual function void write(karat_tile_item item);
      seen++;
    endfunction

    virtual function karat_base_seq make_sequence();
      return karat_base_seq::type_id::create("seq");
    endfunction

    virtual task run_phase(uvm_phase phase);
      int unsigned duration = 1000;
      bit is_vector_core_used = 1'b1;
      karat_base_seq seq = make_sequence();
      void'($value$plusargs("run_for=%d", duration));
      void'($value$plusargs("vector=%d", is_vector_core_used));
      phase.raise_objection(this, "the chip's test");
      if (is_vector_core_used) seq.start(env.vector_core.agent.sequencer);
      #(duration);
      phase.drop_objection(this, "the chip's test");
    endtask

    virtual function void report_phase(uvm_phase phase);
      super.report_phase(phase);
      `uvm_info("CHIP", $sformatf("%0d requests at the port of the passive agent", seen), UVM_LOW)
    endfunction
  endclass
endpackage
