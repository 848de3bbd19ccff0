mac.sv
core.sv
watch_pkg.sv
watch_top.sv
