// SPDX-License-Identifier: Apache-2.0
// A test with an environment for each of +first=INSTANCE to +fourth=INSTANCE, which are passive unless
// +active=1. What the units compute is known from their contracts, unless +format=NAME sets a specification
// with this format of a and b, or a plusarg of the environment says so. It ends after 1000 ns, and
// +extend=TIME extends it by so many ns, once, when it is ready to end.
`include "uvm_macros.svh"

package watch_pkg;
  timeunit 1ns; timeprecision 1ps;
  import uvm_pkg::*;
  import karat_uvm_pkg::*;

  class watch_test extends uvm_test;
    protected bit is_extended = 1'b0;

    `uvm_component_utils(watch_test)

    function new(string name, uvm_component parent);
      super.new(name, parent);
    endfunction

    virtual function void build_phase(uvm_phase phase);
      string unit;
      super.build_phase(phase);
      if ($value$plusargs("first=%s", unit)) add("first", unit);
      if ($value$plusargs("second=%s", unit)) add("second", unit);
      if ($value$plusargs("third=%s", unit)) add("third", unit);
      if ($value$plusargs("fourth=%s", unit)) add("fourth", unit);
      if ($test$plusargs("none")) add("none", "");
    endfunction

    protected virtual function void add(string name, string unit);
      karat_env env;
      string format;
      karat_env_config cfg = karat_env_config::type_id::create({name, "_cfg"});
      if ($value$plusargs("format=%s", format))
        cfg.spec.json =
            {"{\"karat_spec\":1,\"algorithm\":\"exact\",\"a\":\"", format, "\",\"b\":\"", format,
             "\",\"c\":\"int32\",\"d\":\"int32\",\"k\":2,\"overflow\":\"wrap\"}"};
      cfg.is_active = $test$plusargs("active") ? UVM_ACTIVE : UVM_PASSIVE;
      cfg.watch = unit;
      cfg.drain_cycles = 50;
      cfg.en_cov = 1'b0;
      cfg.from_plusargs();
      uvm_config_db#(karat_env_config)::set(this, {name, "*"}, "cfg", cfg);
      env = karat_env::type_id::create(name, this);
    endfunction

    virtual task run_phase(uvm_phase phase);
      phase.raise_objection(this, "the chip's test");
      #1000;
      phase.drop_objection(this, "the chip's test");
    endtask

    virtual function void phase_ready_to_end(uvm_phase phase);
      int unsigned duration;
      super.phase_ready_to_end(phase);
      if (phase.get_name() != "run" || is_extended || !$value$plusargs("extend=%d", duration)) return;
      is_extended = 1'b1;
      phase.raise_objection(this, "more");
      fork
        begin
          #(duration);
          phase.drop_objection(this, "more");
        end
      join_none
    endfunction

    virtual function void report_phase(uvm_phase phase);
      super.report_phase(phase);
      `uvm_info("WATCH", $sformatf("the end is at %0d ns", $time), UVM_LOW)
    endfunction
  endclass
endpackage
