// SPDX-License-Identifier: Apache-2.0
// Prints messages and their counts in the format of UVM's report server. +UVM_VERBOSITY=UVM_HIGH and so on
// sets the verbosity. A fatal message calls pre_abort of every component, children first, and ends the
// simulation.
class mini_report_server;
  static int unsigned counts[4];
  static uvm_component top;       // of the test, once there is one
  static bit is_dead = 1'b0;
  local static int m_verbosity = -1;

  static function int verbosity();
    string text;
    if (m_verbosity >= 0) return m_verbosity;
    m_verbosity = UVM_MEDIUM;
    if ($value$plusargs("UVM_VERBOSITY=%s", text)) begin
      case (text)
        "UVM_NONE": m_verbosity = UVM_NONE;
        "UVM_LOW": m_verbosity = UVM_LOW;
        "UVM_HIGH": m_verbosity = UVM_HIGH;
        "UVM_FULL": m_verbosity = UVM_FULL;
        "UVM_DEBUG": m_verbosity = UVM_DEBUG;
        default: ;
      endcase
    end
    return m_verbosity;
  endfunction

  static function void report(uvm_severity severity, string who, string id, string message, int level,
                              string file, int line);
    if (severity == UVM_INFO && level > verbosity()) return;
    counts[severity]++;
    $display("%s %s(%0d) @ %0t: %s [%s] %s", severity.name(), file, line, $time,
             who == "" ? "reporter" : who, id, message);
    if (severity == UVM_FATAL) begin
      is_dead = 1'b1;
      if (top != null) abort(top);
      summarize();
      $finish;
    end
  endfunction

  local static function void abort(uvm_component c);
    for (int i = 0; i < c.m_children.size(); i++) abort(c.m_children[i]);
    c.pre_abort();
  endfunction

  static function void summarize();
    $display("\n--- UVM Report Summary ---\n\n** Report counts by severity");
    $display("UVM_INFO : %4d", counts[UVM_INFO]);
    $display("UVM_WARNING : %4d", counts[UVM_WARNING]);
    $display("UVM_ERROR : %4d", counts[UVM_ERROR]);
    $display("UVM_FATAL : %4d", counts[UVM_FATAL]);
  endfunction
endclass

function void uvm_report_fatal(string id, string message, int verbosity = UVM_NONE, string filename = "",
                               int line = 0, string context_name = "", bit report_enabled_checked = 0);
  mini_report_server::report(UVM_FATAL, "", id, message, verbosity, filename, line);
endfunction
