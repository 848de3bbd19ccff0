// Hopper QGMMA.64x8x32.F32.E4M3.E4M3: 2 x 2 lanes, 2 stages.
// Use `verilator -F` (capital F): paths are relative to this file's folder.
-F ../karat_cells.f
hopper/karat_hopper_qgmma_64x8x32_f32_e4m3_e4m3_lane.sv
hopper/karat_hopper_qgmma_64x8x32_f32_e4m3_e4m3_flat.sv
hopper/karat_hopper_qgmma_64x8x32_f32_e4m3_e4m3.sv
