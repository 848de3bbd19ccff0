// SPDX-License-Identifier: Apache-2.0
// What has been published, so that no interface silently takes the place of another. Watches (`karat adapter
// --watch uvm`) are kept by the path of the instance that each is bound to, and given to one environment.
class karat_ports;
  local static bit paths[string];           // in uvm_config_db
  local static karat_port watches[string];  // by path of the instance
  local static string owners[string];       // the environment of a watch

  // Whether nothing has been published for this path so far.
  static function bit add(string path);
    if (paths.exists(path) != 0) begin
      uvm_report_fatal("KARAT/CFG", {"a second interface is published for \"", path,
                       "\"; give each its own path (karat_tile_port::publish)"});
      return 1'b0;
    end
    paths[path] = 1'b1;
    return 1'b1;
  endfunction

  static function void add_watch(string unit, karat_port port);
    if (watches.exists(unit) != 0)
      uvm_report_fatal("KARAT/CFG", {"two watches are bound to ", unit, "; bind one"});
    else watches[unit] = port;
  endfunction

  // The watch of the instance whose path is `unit`, or ends with it: "core0.mac" finds "top.chip.core0.mac".
  // None or several are a UVM_FATAL, and null.
  static function karat_port find(string component, string unit);
    string found, all;
    int count = 0;
    if (watches.exists(unit) != 0) return watches[unit];
    foreach (watches[path]) begin
      all = {all, all == "" ? "" : ", ", path};
      if (ends_with(path, {".", unit})) begin
        found = {found, count == 0 ? "" : ", ", path};
        count++;
      end
    end
    if (count == 1) return watches[found];
    if (count != 0) uvm_report_fatal("KARAT/CFG", {component, ": cfg.watch = \"", unit,
                                     "\" is the end of several paths; use one of ", found});
    else if (all == "") uvm_report_fatal("KARAT/CFG", {component, ": cfg.watch = \"", unit,
                                         "\", but there is no watch (karat adapter --watch uvm)"});
    else uvm_report_fatal("KARAT/CFG", {component, ": cfg.watch = \"", unit,
                          "\" is not a watched instance; use one of ", all});
    return null;
  endfunction

  // Gives the watch of this instance to an environment. If another has it, that is a UVM_FATAL.
  static function bit take(string component, string unit);
    if (owners.exists(unit) != 0) begin
      uvm_report_fatal("KARAT/CFG", {component, ": the watch of ", unit, " belongs to ", owners[unit],
                       "; each environment needs an instance of its own (cfg.watch)"});
      return 1'b0;
    end
    owners[unit] = component;
    return 1'b1;
  endfunction

  // The watches that no environment has, as "top.core1, top.core2".
  static function string not_taken();
    string names;
    foreach (watches[path]) if (owners.exists(path) == 0) names = {names, names == "" ? "" : ", ", path};
    return names;
  endfunction

  // For a message.
  static function string all_watches();
    string names;
    foreach (watches[path]) names = {names, names == "" ? "" : ", ", path};
    return names;
  endfunction

  // A path without its last name.
  static function string parent_of(string path);
    for (int i = path.len() - 1; i > 0; i--) if (path[i] == ".") return path.substr(0, i - 1);
    return path;
  endfunction

  local static function bit ends_with(string path, string last);
    if (path.len() < last.len()) return 1'b0;
    return path.substr(path.len() - last.len(), path.len() - 1) == last;
  endfunction
endclass
