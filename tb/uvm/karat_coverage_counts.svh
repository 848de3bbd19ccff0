// SPDX-License-Identifier: Apache-2.0
// Hits of the mirrored bins by the model's names with every k written "k", for a comparison with what the model counted itself: the
// classification above is code of its own, and tests/uvm holds it against the model's.
class karat_coverage_counts;
  longint unsigned hits[string];

  local function void mark(string name);
    if (hits.exists(name) == 0) hits[name] = 0;
    hits[name] = hits[name] + 1;
  endfunction

  local static function string class_name(karat_value_class_e which);
    case (which)
      KARAT_ZERO: return "zero";
      KARAT_MINUS_ZERO: return "minus_zero";
      KARAT_SUBNORMAL: return "subnormal";
      KARAT_LEAST_NORMAL: return "least_normal";
      KARAT_LARGEST: return "largest";
      KARAT_NORMAL: return "normal";
      KARAT_INFINITY: return "infinity";
      default: return "nan";
    endcase
  endfunction

  local static function string part_name(bit [2:0] which);
    case (which)
      3'd0: return "none";
      3'd1: return "below_half";
      3'd2: return "half";
      default: return "above_half";
    endcase
  endfunction

  function void sample(karat_lane_facts x);
    for (int k = 0; k < K; k++) begin
      mark({"operand/a/", class_name(x.class_a[k])});
      mark({"operand/b/", class_name(x.class_b[k])});
      if (x.product[k] == 2'd0) mark("product/k/below_1");
      if (x.product[k] == 2'd1) mark("product/k/1_to_2");
      if (x.product[k] == 2'd2) mark("product/k/2_to_4");
    end
    mark({"operand/c/", class_name(x.class_c)});
    mark({"result/", class_name(x.class_d)});
    if (x.special[0]) mark("special/nan_operand");
    if (x.special[1]) mark("special/zero_times_infinity");
    if (x.special[2]) mark("special/infinity_times_finite");
    if (x.special[3]) mark("special/opposite_infinite_products");
    if (x.special[4]) mark("special/infinite_product_against_c");
    if (x.special[5]) mark("special/overflow");
    if (!x.is_special && x.has_grid) begin
      for (int j = 0; j <= K; j++) if (x.shift[j] != 4'd15) addend(x, j, j == K ? "c" : "k");
      if (x.tie) mark("max/sum/tie");
      if (x.at_floor) mark("max/sum/floor");
      whole(x);
    end
  endfunction

  local function void addend(karat_lane_facts x, int j, string label);
    string sign = x.negative[j] ? "/minus" : "/plus";
    if (x.holds_max[j]) mark({"max/", label});
    case (x.shift[j])
      4'd0: mark({"shift/", label, "/0"});
      4'd1: mark({"shift/", label, "/1..F-2"});
      4'd2: mark({"shift/", label, "/F-1"});
      4'd3: mark({"shift/", label, "/F"});
      4'd4: mark({"shift/", label, "/F+1"});
      4'd5: mark({"shift/", label, "/F+2"});
      default: mark({"shift/", label, "/far"});
    endcase
    mark({"dropped/", label, "/", part_name(x.dropped[j]), sign});
    if (x.all_ones[j]) mark({"dropped/", label, "/all_ones", sign});
  endfunction

  local function void whole(karat_lane_facts x);
    case (x.cancelled)
      3'd0: mark("cancel/sum/none");
      3'd1: mark("cancel/sum/two/some");
      3'd2: mark("cancel/sum/two/more");
      3'd3: mark("cancel/sum/two/all");
      3'd4: mark("cancel/sum/many/some");
      3'd5: mark("cancel/sum/many/more");
      3'd6: mark("cancel/sum/many/all");
      default: ;
    endcase
    if (x.carry != 4'd15) mark($sformatf("carry/sum/%0d", x.carry));
    if (x.residue == 3'd0) mark("residue/exact");
    else if (x.residue != 3'd7) mark({"residue/", part_name(x.residue)});
  endfunction

  // "NAME HITS" a line. False: the file cannot be written.
  function bit write(string path);
    int file = $fopen(path, "w");
    if (file == 0) return 1'b0;
    foreach (hits[name]) $fdisplay(file, "%s %0d", name, hits[name]);
    $fclose(file);
    return 1'b1;
  endfunction
endclass
