// The golden model for SystemVerilog and a checker to bind. Paths are relative to this file's folder: use `-F`. Link libkarat_dpi.
../../dpi/karat_pkg.sv
karat_checker.sv
