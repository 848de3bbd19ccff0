// The fused dot-add tile, karat_fda_tile: use `verilator -F` (capital F).
-F karat_rtl.f
