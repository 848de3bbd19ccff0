# SPDX-License-Identifier: Apache-2.0
# Several units of different shapes in one compilation (run.sh --rtl DIR --unit NAME), for run.sh alone, which
# reads this file. Units are added to the environment, whose classes have no shape: to compile it takes nearly
# as long for one unit as for ten.

# The units of a folder: each NAME with a NAME.f and a NAME_shape.svh.
units_in() {
    local shape name
    for shape in "$1"/*_shape.svh; do
        name=$(basename "$shape" _shape.svh)
        [ ! -r "$1/$name.f" ] || echo "$name"
    done
}
# paths_of LIST: the words of a file list, and of those that it names, one a line and with whole paths.
# Units of a folder have modules in common, which not every simulator reads twice.
paths_of() {
    local folder word
    folder=$(dirname "$1")
    # shellcheck disable=SC2046  # a file list is words
    set -- $(words_of "$1")
    while [ $# -gt 0 ]; do
        word=$1
        shift
        case $word in
            -F) paths_of "$(cd "$folder" && realpath -m -- "$1")"; shift ;;
            -f | -v | -y) echo "$word $(cd "$folder" && realpath -m -- "$1")"; shift ;;
            +incdir+*) echo "+incdir+$(cd "$folder" && realpath -m -- "${word#+incdir+}")" ;;
            -* | +*) echo "$word" ;;
            *) (cd "$folder" && realpath -m -- "$word") ;;
        esac
    done
}
# write_units FOLDER NAME...: writes units.f, with a bench for each unit and the top module karat_units
write_units() {
    local folder=$1 name
    shift
    mkdir -p units
    {
        echo "// Written by run.sh --unit."
        echo '`include "uvm_macros.svh"'
        for name in "$@"; do
            echo "\`include \"$folder/${name}_shape.svh\""
            echo "\`define KARAT_UNIT $name"
            echo "\`define KARAT_BENCH bench_of_$name"
            echo '`include "karat_bench.svh"'
        done
        echo "module karat_units;"
        for name in "$@"; do echo "  bench_of_$name #(.UNIT(\"$name\")) $name ();"; done
        echo "  string unit;"
        echo "  initial begin"
        echo '    if (!$value$plusargs("karat_unit=%s", unit)) unit = "";'
        echo "    case (unit)"
        echo "      $(printf '"%s", ' "$@" | sed 's/, $/: ;/')"
        echo "      default: \$fatal(1, \"+karat_unit=%s: give one of $*\", unit);"
        echo "    endcase"
        echo "  end"
        echo "endmodule"
    } >units/karat_units.sv
    { for name in "$@"; do paths_of "$folder/$name.f"; done
      echo "$build/units/karat_units.sv"; } | awk '!seen[$0]++' >units/units.f
}
