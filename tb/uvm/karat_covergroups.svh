// SPDX-License-Identifier: Apache-2.0
// The bins of a model's coverage (docs/reference/coverage.md) as covergroups, for a simulator's coverage
// database. There is one covergroup instance for each group of bins, and it contains only bins that operands
// can reach. The library defines the bins and determines which of them a tile hits. Lanes are merged. The
// file cfg.bins_file lists the names of the bins of each instance.

// One group, with bins 0 to count - 1.
class karat_bin_group;
  string group;
  int count;

  covergroup bins_cg(int last) with function sample(int bin);
    option.per_instance = 1;
    cp_bin: coverpoint bin { bins hit[] = {[0:last]}; }
  endgroup

  function new(string group, int count, string instance_name);
    this.group = group;
    this.count = count;
    bins_cg = new(count - 1);
    bins_cg.set_inst_name(instance_name);
  endfunction
endclass

class karat_covergroups;
  karat_bin_group groups[$];
  int count = 0;                     // bins of the model
  longint unsigned hits[];           // for each bin of the model: lanes that hit it so far
  string names[];
  protected karat_uvm_model model;
  protected int group_of[];          // group of each bin; -1: unreachable
  protected int place_of[];          // number of each bin in its group
  protected int counts[string];      // number of bins in each group

  // Reads the bins of an open model from the library. `prefix` comes before the names of the instances.
  // Returns "", or an error message.
  virtual function string open(karat_uvm_model model, string prefix);
    int code;
    this.model = model;
    code = karat_dpi_bin_count(model.handle, count);
    names = new[count];
    hits = new[count];
    group_of = new[count];
    place_of = new[count];
    for (int bin = 0; bin < count && code == 0; bin++) begin
      string name;
      string reason;
      string group;
      code = karat_dpi_bin_name(model.handle, bin, name);
      if (code == 0) code = karat_dpi_bin_reason(model.handle, bin, reason);
      names[bin] = name;
      group = group_name(name);
      group_of[bin] = reason == "" ? 0 : -1;
      if (reason == "") begin
        if (counts.exists(group) == 0) counts[group] = 0;
        place_of[bin] = counts[group];
        counts[group]++;
      end
    end
    if (code != 0) return karat_dpi_last_error();
    make_groups(prefix);
    return "";
  endfunction

  // Creates the groups, in the order of their names.
  protected virtual function void make_groups(string prefix);
    foreach (counts[name]) begin
      karat_bin_group group = new(name, counts[name], {prefix, name});
      groups.push_back(group);
      foreach (names[bin])
        if (group_of[bin] >= 0 && group_name(names[bin]) == name) group_of[bin] = groups.size() - 1;
    end
  endfunction

  // The part of a bin's name before the first slash.
  static function string group_name(string name);
    for (int i = 0; i < name.len(); i++) if (name[i] == "/") return name.substr(0, i - 1);
    return name;
  endfunction

  // Samples a tile. Returns "", or an error message.
  virtual function string sample(karat_tile_item tile);
    int unsigned lanes[];
    if (model.bins_of(tile, count, lanes) != KARAT_OK) return karat_dpi_last_error();
    foreach (lanes[bin]) begin
      hits[bin] += 64'(lanes[bin]);
      if (lanes[bin] != 0) begin
        if (group_of[bin] < 0) return {"an unreachable bin was hit: ", names[bin]};
        groups[group_of[bin]].bins_cg.sample(place_of[bin]);
      end
    end
    return "";
  endfunction

  // Adds the number of reachable bins, and of those that some lane has hit.
  virtual function void add_counts(inout int reachable, inout int hit);
    foreach (hits[bin]) begin
      if (group_of[bin] >= 0) begin
        reachable++;
        if (hits[bin] != 0) hit++;
      end
    end
  endfunction

  // Writes a line for each reachable bin: group, number in the group, hits, name. Returns 0 if the file
  // cannot be written.
  virtual function bit write(string path);
    int file = $fopen(path, "w");
    if (file == 0) return 1'b0;
    foreach (names[bin])
      if (group_of[bin] >= 0)
        $fdisplay(file, "%s %0d %0d %s", groups[group_of[bin]].group, place_of[bin], hits[bin], names[bin]);
    $fclose(file);
    return 1'b1;
  endfunction
endclass
