// karat_narrow_tile and the RTL that it instantiates.
-F ../../rtl_ref/instructions/karat_volta_hmma_884_f32_f32.f
karat_narrow_tile.sv
