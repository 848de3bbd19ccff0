// Ada QMMA.16832.F32.E4M3.E4M3: 2 x 2 lanes, 2 stages.
// Use `verilator -F` (capital F): paths are relative to this file's folder.
-F ../karat_cells.f
ada/karat_ada_qmma_16832_f32_e4m3_e4m3_lane.sv
ada/karat_ada_qmma_16832_f32_e4m3_e4m3_flat.sv
ada/karat_ada_qmma_16832_f32_e4m3_e4m3.sv
