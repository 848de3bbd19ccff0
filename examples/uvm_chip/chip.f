// The chip and its testbench, without the matrix core, which `karat rtl --top karat_matrix_core` writes.
// Paths are relative to this file's folder (-F).
../unit_with_modes/rtl/fp8_to_fixed.sv
../unit_with_modes/rtl/fp16_to_fixed.sv
../unit_with_modes/rtl/fp8_dot4.sv
../unit_with_modes/rtl/round_fp16.sv
../unit_with_modes/unit_with_modes.sv
chip_tiles.sv
chip.sv
chip_pkg.sv
chip_top.sv
