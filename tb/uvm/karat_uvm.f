// The UVM environment, without the UVM library and without the unit karat_top: name $UVM_HOME/src/uvm_pkg.sv
// (with +incdir+$UVM_HOME/src) before it. Of RTL that `karat rtl --out DIR` wrote, add
// +define+KARAT_RTL_SHAPE +incdir+DIR -F DIR/karat_top.f.
// Paths are relative to this file's folder: use -F (Verilator, VCS, Questa: -F; Xcelium: -F), not -f.
+incdir+.
-F ../../dpi/karat_dpi.f
karat_uvm_shape_pkg.sv
karat_tile_if.sv
karat_uvm_pkg.sv
karat_uvm_top.sv
