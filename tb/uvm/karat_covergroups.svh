// SPDX-License-Identifier: Apache-2.0
// The bins of a model's coverage (docs/reference/coverage.md) as covergroups, for a simulator's coverage
// database. A group of bins has one or more instances, which contain only bins that operands can reach. The
// library defines the bins and determines which of them a tile hits. Lanes are merged. The file cfg.bins_file
// lists the names of the bins of each group.

// Some bins of a group. Their number is a constant, because Verilator needs constant ranges of bins.
virtual class karat_bin_part;
  pure virtual function void sample(int bin);
endclass

// SIZE bins, 0 to SIZE - 1.
class karat_bins #(int SIZE = 1) extends karat_bin_part;
  covergroup bins_cg with function sample(int bin);
    option.per_instance = 1;
    cp_bin: coverpoint bin { bins hit[] = {[0:SIZE-1]}; }
  endgroup

  function new(string instance_name);
    bins_cg = new;
    bins_cg.set_inst_name(instance_name);
  endfunction

  virtual function void sample(int bin);
    bins_cg.sample(bin);
  endfunction
endclass

// One group, with bins 0 to count - 1, in parts of 512, 256, ... 1 bins. The first part has the name of the
// group; the others have the number of their first bin behind it, as in shift_from_32.
class karat_bin_group;
  localparam int LARGEST = 512;
  string group;
  int count;
  protected karat_bin_part parts[$];
  protected int firsts[$];  // the number of each part's first bin

  function new(string group, int count, string instance_name);
    int first = 0;
    this.group = group;
    this.count = count;
    for (int size = LARGEST; size > 0; size /= 2) begin
      while (first + size <= count) begin
        parts.push_back(part_of(size, first == 0 ? instance_name
                                                 : $sformatf("%s_from_%0d", instance_name, first)));
        firsts.push_back(first);
        first += size;
      end
    end
  endfunction

  `define KARAT_PART(SIZE) \
    if (size == SIZE) begin \
      karat_bins #(SIZE) part = new(instance_name); \
      return part; \
    end
  protected static function karat_bin_part part_of(int size, string instance_name);
    `KARAT_PART(1)
    `KARAT_PART(2)
    `KARAT_PART(4)
    `KARAT_PART(8)
    `KARAT_PART(16)
    `KARAT_PART(32)
    `KARAT_PART(64)
    `KARAT_PART(128)
    `KARAT_PART(256)
    `KARAT_PART(512)
    return null;
  endfunction
  `undef KARAT_PART

  function void sample(int bin);
    int part = firsts.size() - 1;
    while (firsts[part] > bin) part--;
    parts[part].sample(bin - firsts[part]);
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
        groups[group_of[bin]].sample(place_of[bin]);
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
