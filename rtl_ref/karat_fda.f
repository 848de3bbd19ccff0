// Fused dot-add tile. Paths are relative to this file's folder: use
// `verilator -F rtl_ref/karat_fda.f` (capital F), not -f.
karat_rtl_pkg.sv
karat_pipe_ctrl.sv
karat_pipe_reg.sv
karat_round_inc.sv
karat_shift_right_sticky.sv
karat_lzc.sv
karat_max_tree.sv
karat_add_tree.sv
karat_fda_check.sv
karat_fda_unpack.sv
karat_fda_special.sv
karat_fda_mul.sv
karat_fda_align.sv
karat_fda_norm.sv
karat_fda_pack.sv
karat_fda_lane.sv
karat_fda_array.sv
karat_fda_tile.sv
