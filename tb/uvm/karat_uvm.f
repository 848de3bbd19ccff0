// The UVM environment around the reference RTL, without the UVM library: name $UVM_HOME/src/uvm_pkg.sv (with +incdir+$UVM_HOME/src) before it.
// Paths are relative to this file's folder: use -F (Verilator, VCS, Questa: -F; Xcelium: -F), not -f.
+incdir+.
-F ../../dpi/karat_dpi.f
-F ../../rtl_ref/karat_fda.f
karat_uvm_shape_pkg.sv
karat_tile_if.sv
karat_uvm_pkg.sv
karat_uvm_top.sv
