// CDNA3 v_mfma_f32_32x32x8_f16: 2 x 2 lanes, 2 stages.
// Use `verilator -F` (capital F): paths are relative to this file's folder.
-F ../karat_cells.f
cdna3/karat_cdna3_v_mfma_f32_32x32x8_f16_lane.sv
cdna3/karat_cdna3_v_mfma_f32_32x32x8_f16_flat.sv
cdna3/karat_cdna3_v_mfma_f32_32x32x8_f16.sv
