// SPDX-License-Identifier: Apache-2.0
// Reads +UVM_TESTNAME, runs the phases in order, prints the summary and finishes.
class mini_phases;
  localparam int MOST_READY_TO_END = 20;  // as UVM's default

  static function void build(uvm_component c, uvm_phase phase);
    if (mini_report_server::is_dead) return;
    c.build_phase(phase);
    for (int i = 0; i < c.m_children.size(); i++) build(c.m_children[i], phase);
  endfunction

  static function void flatten(uvm_component c, ref uvm_component all[$]);
    for (int i = 0; i < c.m_children.size(); i++) flatten(c.m_children[i], all);
    all.push_back(c);
  endfunction
endclass

task automatic run_test(string test_name = "");
  uvm_phase phase = new("run");
  uvm_component top;
  uvm_component all[$];
  string name = test_name;
  void'($value$plusargs("UVM_TESTNAME=%s", name));
  if (!mini_makers::by_name.exists(name)) begin
    mini_report_server::report(UVM_FATAL, "", "INVTST",
                               {"Requested test from command line +UVM_TESTNAME=", name, " not found."}, 0,
                               "", 0);
    return;
  end
  mini_report_server::report(UVM_INFO, "", "RNTST", {"Running test ", name, "..."}, 0, "", 0);
  top = mini_makers::by_name[name].create_component("uvm_test_top", null);
  mini_report_server::top = top;
  mini_phases::build(top, phase);
  if (mini_report_server::is_dead) return;
  mini_phases::flatten(top, all);
  for (int i = 0; i < all.size(); i++) all[i].connect_phase(phase);
  if (mini_report_server::is_dead) return;
  for (int i = 0; i < all.size(); i++) begin
    automatic uvm_component c = all[i];
    fork
      c.run_phase(phase);
    join_none
  end
  while (!phase.was_raised || phase.raised != 0) #1;
  for (int turn = 0; turn < mini_phases::MOST_READY_TO_END; turn++) begin
    for (int i = 0; i < all.size(); i++) all[i].phase_ready_to_end(phase);
    if (phase.raised == 0) break;
    while (phase.raised != 0) #1;
  end
  if (mini_report_server::is_dead) return;
  for (int i = 0; i < all.size(); i++) all[i].extract_phase(phase);
  for (int i = 0; i < all.size(); i++) all[i].check_phase(phase);
  for (int i = 0; i < all.size(); i++) all[i].report_phase(phase);
  for (int i = 0; i < all.size(); i++) all[i].final_phase(phase);
  mini_report_server::summarize();
  $finish;
endtask
