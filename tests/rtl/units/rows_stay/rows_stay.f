../../../../examples/bring_your_own_rtl/rtl/dot4.sv
../tile.sv
rows_stay.sv
