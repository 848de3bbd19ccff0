// The UVM environment for units of any shape, without the UVM library: for a testbench of your own, such as
// examples/uvm_chip. Give $UVM_HOME/src/uvm_pkg.sv (with +incdir+$UVM_HOME/src) before it.
// Use -F, not -f (Verilator, VCS, Questa and Xcelium): paths are relative to this file's folder.
+incdir+.
-F ../../dpi/karat_dpi.f
karat_tile_if.sv
karat_reset_if.sv
karat_uvm_pkg.sv
