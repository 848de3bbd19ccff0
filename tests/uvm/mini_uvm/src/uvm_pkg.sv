// SPDX-License-Identifier: Apache-2.0
// A stand-in for the UVM library, written for the tests of tb/uvm. It has the classes, methods and macros
// that tb/uvm uses, with the signatures of IEEE 1800.2-2020, and enough behaviour to run the environment. It
// is not a complete UVM: of the factory it has overrides by type, it has no arbitration, no recording, and
// only the phases build, connect, run, check, report and final.
package uvm_pkg;
  typedef enum bit [1:0] {UVM_INFO, UVM_WARNING, UVM_ERROR, UVM_FATAL} uvm_severity;
  typedef enum {
    UVM_NONE = 0, UVM_LOW = 100, UVM_MEDIUM = 200, UVM_HIGH = 300, UVM_FULL = 400, UVM_DEBUG = 500
  } uvm_verbosity;
  typedef enum bit {UVM_PASSIVE = 0, UVM_ACTIVE = 1} uvm_active_passive_enum;

  typedef class uvm_component;
  typedef class uvm_phase;

  `include "mini_report.svh"
  `include "mini_object.svh"
  `include "mini_component.svh"
  `include "mini_factory.svh"
  `include "mini_config_db.svh"
  `include "mini_tlm.svh"
  `include "mini_sequence.svh"
  `include "mini_run_test.svh"
endpackage
