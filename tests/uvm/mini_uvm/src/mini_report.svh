// SPDX-License-Identifier: Apache-2.0
// Prints messages and their counts in the format of UVM's report server.
class mini_report_server;
  static int unsigned counts[4];
  static int verbosity = 200;

  static function void report(uvm_severity severity, string who, string id, string message, int level,
                              string file, int line);
    if (severity == UVM_INFO && level > verbosity) return;
    counts[severity]++;
    $display("%s %s(%0d) @ %0t: %s [%s] %s", severity.name(), file, line, $time,
             who == "" ? "reporter" : who, id, message);
    if (severity == UVM_FATAL) begin
      summarize();
      $finish;
    end
  endfunction

  static function void summarize();
    $display("\n--- UVM Report Summary ---\n\n** Report counts by severity");
    $display("UVM_INFO : %4d", counts[UVM_INFO]);
    $display("UVM_WARNING : %4d", counts[UVM_WARNING]);
    $display("UVM_ERROR : %4d", counts[UVM_ERROR]);
    $display("UVM_FATAL : %4d", counts[UVM_FATAL]);
  endfunction
endclass
