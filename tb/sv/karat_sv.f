// The golden model for SystemVerilog and a checker to bind. Link libkarat_dpi.
// Use `-F`: paths are relative to this file's folder.
-F ../../dpi/karat_dpi.f
karat_checker.sv
