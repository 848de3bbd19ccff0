// CDNA3 v_mfma_f32_32x32x8_f16: 2 x 2 lanes, 2 stages.
// Use `verilator -F` (capital F): paths are relative to this file's folder.
-F ../karat_cells.f
karat_cdna3_v_mfma_f32_32x32x8_f16_lane.sv
karat_cdna3_v_mfma_f32_32x32x8_f16_flat.sv
karat_cdna3_v_mfma_f32_32x32x8_f16.sv
