// The UVM environment around a unit karat_top, without the UVM library. For RTL written by
// `karat rtl --out DIR`, add +incdir+DIR -F DIR/karat_top.f.
-F karat_uvm_env.f
karat_uvm_top.sv
