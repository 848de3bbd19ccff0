// SystemVerilog packages of the golden model. Paths are relative to this file's folder (-F). Load
// libkarat_dpi.so as well, which `cmake --build build --target karat_dpi` builds:
//   Verilator  build/dpi/libkarat_dpi.so among the files, or -LDFLAGS /path/libkarat_dpi.so
//   VCS        /path/libkarat_dpi.so on the vcs command line
//   Questa     vsim -sv_lib /path/libkarat_dpi          (without .so)
//   Xcelium    xrun -sv_lib /path/libkarat_dpi.so
+incdir+.
karat_pkg.sv
karat_stimulus_pkg.sv
karat_bins_pkg.sv
