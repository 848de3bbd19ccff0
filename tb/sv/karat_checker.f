// The checker to bind, and the model's package. Paths are relative to this file's folder (-F).
-F ../../dpi/karat_dpi.f
karat_checker.sv
