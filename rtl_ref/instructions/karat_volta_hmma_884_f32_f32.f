// Volta HMMA.884.F32.F32: 2 x 2 lanes, 2 stages.
// Use `verilator -F` (capital F): paths are relative to this file's folder.
-F ../karat_cells.f
volta/karat_volta_hmma_884_f32_f32_lane.sv
volta/karat_volta_hmma_884_f32_f32_flat.sv
volta/karat_volta_hmma_884_f32_f32.sv
