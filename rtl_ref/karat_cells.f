// Cells of the reference RTL. Paths are relative to this file's folder: use
// `verilator -F rtl_ref/karat_cells.f` (capital F), not -f.
karat_rtl_pkg.sv
pipeline/karat_pipe_ctrl.sv
pipeline/karat_pipe_reg.sv
pipeline/karat_pipe_delay.sv
integer/karat_round_inc.sv
integer/karat_shift_right_sticky.sv
integer/karat_lzc.sv
integer/karat_max_tree.sv
integer/karat_add_tree.sv
integer/karat_sign_magnitude.sv
karat_lead.sv
karat_read.sv
karat_read_integer.sv
karat_factor.sv
karat_products.sv
karat_select_sparse.sv
karat_specials.sv
karat_align.sv
karat_align_all.sv
karat_place_all.sv
karat_exact_add.sv
karat_scale_sum.sv
karat_normalise.sv
karat_encode.sv
karat_to_integer.sv
pipeline/karat_port_check.sv
