// Ampere DMMA.884: 2 x 2 lanes, 2 stages.
// Use `verilator -F` (capital F): paths are relative to this file's folder.
-F ../karat_cells.f
ampere/karat_ampere_dmma_884_lane.sv
ampere/karat_ampere_dmma_884_flat.sv
ampere/karat_ampere_dmma_884.sv
