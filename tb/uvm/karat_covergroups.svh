// SPDX-License-Identifier: Apache-2.0
// Covergroups that mirror the groups of the model's coverage (docs/coverage.md); what each mirrors stands above it. The model tells k and
// lanes apart, these merge them, so that a simulator's coverage database stays small. Bins are explicit, coverpoints unsigned and sampled
// through arguments: what Verilator 5.050 supports as well as the others.

`define KARAT_CLASS_BINS \
      bins zero = {3'd0}; \
      bins minus_zero = {3'd1}; \
      bins subnormal = {3'd2}; \
      bins least_normal = {3'd3}; \
      bins largest = {3'd4}; \
      bins normal = {3'd5}; \
      bins infinity = {3'd6}; \
      bins nan = {3'd7};

class karat_covergroups;

  // operand/a*/..., operand/b*/..., operand/c/...
  covergroup operand_cg with function sample(bit [1:0] matrix, bit [2:0] what);
    option.per_instance = 1;
    cp_matrix: coverpoint matrix {
      bins a = {2'd0};
      bins b = {2'd1};
      bins c = {2'd2};
    }
    cp_class: coverpoint what { `KARAT_CLASS_BINS }
    x_operand: cross cp_matrix, cp_class;
  endgroup

  // No group of the model: the classes that meet in one product, specials in pairs among them.
  covergroup pair_cg with function sample(bit [2:0] class_a, bit [2:0] class_b);
    option.per_instance = 1;
    cp_a: coverpoint class_a { `KARAT_CLASS_BINS }
    cp_b: coverpoint class_b { `KARAT_CLASS_BINS }
    x_pair: cross cp_a, cp_b;
  endgroup

  // product/*, max/* (which of the addends), shift/*, dropped/*. addend: 0 product, 1 c.
  covergroup product_cg with function sample(bit [1:0] size);
    option.per_instance = 1;
    cp_size: coverpoint size {
      bins below_1 = {2'd0};
      bins from_1_to_2 = {2'd1};
      bins from_2_to_4 = {2'd2};
    }
  endgroup

  covergroup max_cg with function sample(int unsigned addend);
    option.per_instance = 1;
    cp_addend: coverpoint addend { bins at[] = {[0:`KARAT_K]}; }  // K: c
  endgroup

  covergroup site_cg with function sample(bit tie, bit at_floor);
    option.per_instance = 1;
    cp_tie: coverpoint tie { bins tie = {1'b1}; }
    cp_floor: coverpoint at_floor { bins at_floor = {1'b1}; }
  endgroup

  covergroup shift_cg with function sample(bit addend, bit [3:0] distance);
    option.per_instance = 1;
    cp_addend: coverpoint addend {
      bins product = {1'b0};
      bins c = {1'b1};
    }
    cp_distance: coverpoint distance {
      bins zero = {4'd0};
      bins one_to_f_minus_2 = {4'd1};
      bins f_minus_1 = {4'd2};
      bins f = {4'd3};
      bins f_plus_1 = {4'd4};
      bins f_plus_2 = {4'd5};
      bins far = {4'd6};
    }
    x_shift: cross cp_addend, cp_distance;
  endgroup

  covergroup dropped_cg with function sample(bit addend, bit negative, bit [2:0] bits);
    option.per_instance = 1;
    cp_addend: coverpoint addend {
      bins product = {1'b0};
      bins c = {1'b1};
    }
    cp_sign: coverpoint negative {
      bins plus = {1'b0};
      bins minus = {1'b1};
    }
    cp_bits: coverpoint bits {
      bins none = {3'd0};
      bins below_half = {3'd1};
      bins half = {3'd2};
      bins above_half = {3'd3};
      bins all_ones = {3'd4};
    }
    x_dropped: cross cp_addend, cp_sign, cp_bits;
  endgroup

  // cancel/*, carry/*, residue/*. Values without a bin: the dot-add has no such thing.
  covergroup sum_cg with function sample(bit [2:0] cancelled, bit [3:0] carry, bit [2:0] residue);
    option.per_instance = 1;
    cp_cancel: coverpoint cancelled {
      bins none = {3'd0};
      bins two_some = {3'd1};
      bins two_more = {3'd2};
      bins two_all = {3'd3};
      bins many_some = {3'd4};
      bins many_more = {3'd5};
      bins many_all = {3'd6};
    }
    cp_carry: coverpoint carry {
      bins by_0 = {4'd0};
      bins by_1 = {4'd1};
      bins by_2 = {4'd2};
      bins by_3 = {4'd3};
      bins by_4_or_more = {[4'd4:4'd14]};
    }
    cp_residue: coverpoint residue {
      bins exact = {3'd0};
      bins below_half = {3'd1};
      bins half = {3'd2};
      bins above_half = {3'd3};
    }
  endgroup

  // result/*
  covergroup result_cg with function sample(bit [2:0] what);
    option.per_instance = 1;
    cp_class: coverpoint what { `KARAT_CLASS_BINS }
  endgroup

  // special/*
  covergroup special_cg with function sample(bit nan_operand, bit zero_times_infinity, bit infinity_times_finite, bit opposite_products,
                                             bit product_against_c, bit overflow);
    option.per_instance = 1;
    cp_nan_operand: coverpoint nan_operand { bins hit = {1'b1}; }
    cp_zero_times_infinity: coverpoint zero_times_infinity { bins hit = {1'b1}; }
    cp_infinity_times_finite: coverpoint infinity_times_finite { bins hit = {1'b1}; }
    cp_opposite_infinite_products: coverpoint opposite_products { bins hit = {1'b1}; }
    cp_infinite_product_against_c: coverpoint product_against_c { bins hit = {1'b1}; }
    cp_overflow: coverpoint overflow { bins hit = {1'b1}; }
  endgroup

  function new();
    operand_cg = new();
    pair_cg = new();
    product_cg = new();
    max_cg = new();
    site_cg = new();
    shift_cg = new();
    dropped_cg = new();
    sum_cg = new();
    result_cg = new();
    special_cg = new();
  endfunction

  function void sample(karat_lane_facts x);
    for (int k = 0; k < K; k++) begin
      operand_cg.sample(2'd0, x.class_a[k]);
      operand_cg.sample(2'd1, x.class_b[k]);
      pair_cg.sample(x.class_a[k], x.class_b[k]);
      product_cg.sample(x.product[k]);
    end
    operand_cg.sample(2'd2, x.class_c);
    result_cg.sample(x.class_d);
    special_cg.sample(x.special[0], x.special[1], x.special[2], x.special[3], x.special[4], x.special[5]);
    if (x.is_special || !x.has_grid) return;
    for (int j = 0; j <= K; j++) begin
      if (x.shift[j] != 4'd15) begin
        if (x.holds_max[j]) max_cg.sample(unsigned'(j));
        shift_cg.sample(j == K, x.shift[j]);
        dropped_cg.sample(j == K, x.negative[j], x.dropped[j]);
        if (x.all_ones[j]) dropped_cg.sample(j == K, x.negative[j], 3'd4);
      end
    end
    site_cg.sample(x.tie, x.at_floor);
    sum_cg.sample(x.cancelled, x.carry, x.residue);
  endfunction

  // Percent of all bins, the mean of the groups.
  function real percent();
    return (operand_cg.get_inst_coverage() + pair_cg.get_inst_coverage() + product_cg.get_inst_coverage() + max_cg.get_inst_coverage() +
            site_cg.get_inst_coverage() + shift_cg.get_inst_coverage() + dropped_cg.get_inst_coverage() + sum_cg.get_inst_coverage() +
            result_cg.get_inst_coverage() + special_cg.get_inst_coverage()) / 10.0;
  endfunction
endclass
