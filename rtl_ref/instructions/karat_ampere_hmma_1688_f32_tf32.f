// Ampere HMMA.1688.F32.TF32: 2 x 2 lanes, 2 stages.
// Use `verilator -F` (capital F): paths are relative to this file's folder.
-F ../karat_cells.f
ampere/karat_ampere_hmma_1688_f32_tf32_lane.sv
ampere/karat_ampere_hmma_1688_f32_tf32_flat.sv
ampere/karat_ampere_hmma_1688_f32_tf32.sv
