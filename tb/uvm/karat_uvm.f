// The UVM environment, without the UVM library and the unit karat_top. Give $UVM_HOME/src/uvm_pkg.sv (with
// +incdir+$UVM_HOME/src) before it. For RTL written by `karat rtl --out DIR`, add
// +incdir+DIR -F DIR/karat_top.f. karat_uvm_top alone depends on the shape of a unit.
// Use -F, not -f (Verilator, VCS, Questa and Xcelium): paths are relative to this file's folder.
+incdir+.
-F ../../dpi/karat_dpi.f
karat_tile_if.sv
karat_reset_if.sv
karat_uvm_pkg.sv
karat_uvm_top.sv
