// RTXBlackwell OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X: 2 x 2 lanes, 2 stages.
// Use `verilator -F` (capital F): paths are relative to this file's folder.
-F ../karat_cells.f
rtxblackwell/karat_rtxblackwell_omma_nvfp4_lane.sv
rtxblackwell/karat_rtxblackwell_omma_nvfp4_flat.sv
rtxblackwell/karat_rtxblackwell_omma_nvfp4.sv
