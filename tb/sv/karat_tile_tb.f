// The testbench for your module karat_unit, whose files must come first. Use `-F`.
-F karat_sv.f
karat_tile_tb.sv
