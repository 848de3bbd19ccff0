// SPDX-License-Identifier: Apache-2.0
// The bins of the model's coverage (docs/reference/coverage.md) as covergroups, for a simulator's coverage
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

  function new(string group, int count);
    this.group = group;
    this.count = count;
    bins_cg = new(count - 1);
    bins_cg.set_inst_name(group);
  endfunction
endclass

class karat_covergroups;
  typedef karat_bins #(.M(M), .N(N), .K(K), .AW(AW), .BW(BW), .CW(CW), .S(S), .SW(SW),
                       .G(G)) tile_bins_t;

  karat_bin_group groups[$];
  longint unsigned hits[];           // for each bin of the model: lanes that hit it so far
  string names[];
  protected tile_bins_t tile_bins;
  protected int group_of[];          // group of each bin; -1: unreachable
  protected int place_of[];          // number of each bin in its group
  protected int counts[string];      // number of bins in each group

  function new();
    tile_bins = new();
  endfunction

  // Reads the bins of an open model from the library. `sentence`: "", or an error message.
  virtual function void open(chandle model, output string sentence);
    karat_status_e status;
    sentence = "";
    tile_bins.read(model, status);
    names = new[tile_bins.count];
    hits = new[tile_bins.count];
    group_of = new[tile_bins.count];
    place_of = new[tile_bins.count];
    for (int bin = 0; bin < tile_bins.count && status == KARAT_OK; bin++) begin
      string name;
      string reason;
      string group;
      status = tile_bins.name_of(bin, name);
      if (status == KARAT_OK) status = tile_bins.reason_of(bin, reason);
      names[bin] = name;
      group = group_name(name);
      group_of[bin] = reason == "" ? 0 : -1;
      if (reason == "") begin
        if (counts.exists(group) == 0) counts[group] = 0;
        place_of[bin] = counts[group];
        counts[group]++;
      end
    end
    if (status != KARAT_OK) sentence = karat_dpi_last_error();
    else make_groups();
  endfunction

  // Creates the groups, in the order of their names.
  protected virtual function void make_groups();
    foreach (counts[name]) begin
      karat_bin_group group = new(name, counts[name]);
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
    if (tile_bins.of_tile(tile.a, tile.b, tile.c, tile.scale_a, tile.scale_b, lanes,
                          tile.metadata) != KARAT_OK)
      return karat_dpi_last_error();
    foreach (lanes[bin]) begin
      hits[bin] += 64'(lanes[bin]);
      if (lanes[bin] != 0) begin
        if (group_of[bin] < 0) return {"an unreachable bin was hit: ", names[bin]};
        groups[group_of[bin]].bins_cg.sample(place_of[bin]);
      end
    end
    return "";
  endfunction

  // Counts the reachable bins, and those that some lane has hit.
  virtual function void count(output int reachable, output int hit);
    reachable = 0;
    hit = 0;
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
