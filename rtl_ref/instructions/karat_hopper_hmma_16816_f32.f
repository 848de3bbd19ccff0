// Hopper HMMA.16816.F32: 2 x 2 lanes, 2 stages.
// Use `verilator -F` (capital F): paths are relative to this file's folder.
-F ../karat_cells.f
hopper/karat_hopper_hmma_16816_f32_lane.sv
hopper/karat_hopper_hmma_16816_f32_flat.sv
hopper/karat_hopper_hmma_16816_f32.sv
