// The golden model for SystemVerilog and a checker to bind. Paths are relative to this file's folder: use `-F`. Link libkarat_dpi.
-F ../../dpi/karat_dpi.f
karat_checker.sv
