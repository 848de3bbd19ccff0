// The testbench around a module karat_unit, which is yours; after its files. Use `-F`.
-F karat_sv.f
karat_tile_tb.sv
