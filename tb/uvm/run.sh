#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Generates the RTL of an instruction with `karat rtl`, compiles the UVM environment around it, unless nothing
# has changed since it was compiled, and runs one test. See `run.sh --help` and docs/how-to/run-uvm.md.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
. "$here/run_inputs.sh"
. "$here/run_units.sh"
. "$here/run_c_part.sh"

usage() {
    cat <<'TEXT'
usage: run.sh --sim verilator|vcs|questa|xcelium [OPTION]... [+PLUSARG...]
  --test NAME     UVM test (default karat_mixed_test; --list shows all)
  --seed N        seed of the simulator's random numbers (default 1)
  --count N       number of tiles (default 1000)
  --arch NAME --instruction NAME   instruction of the model and the RTL (default Hopper HMMA.16816.F32, but
                  what the contract says for --rtl)
  --spec FILE     a specification or a recipe in JSON instead of an instruction
  --set KNOB=V    set a knob of both the model and the RTL; may be repeated
  --F N           set F of the model only
  --rtl-F N, --rtl-set KNOB=V      set F or a knob of the RTL only (default for karat_mismatch_test: F=24)
  --lanes MxN     lanes of the RTL (default 2x2)
  --stages N      pipeline stages of the RTL (default 1)
  --rtl DIR       use the unit karat_top in DIR/karat_top.f, with the shape of DIR/karat_top_shape.svh,
                  instead of generating it
  --unit NAME     the unit NAME of --rtl DIR, where each unit has a NAME.f and a NAME_shape.svh. All of them
                  are compiled together, so that each --unit only runs
  --files LIST    a file list (-F) of your own testbench with units of any shape, instead of karat_top; may
                  be repeated. --top and the test are then yours (examples/uvm_chip)
  --top MODULE    the top module of --files
  --define N=V    define a macro of your own; may be repeated. UVM_NO_DPI=1 leaves out UVM's C part
  --input PATH    a further file, or a folder with all its files, that the compilation reads; may be repeated
  --waves         dump waves into the build folder
  +karat_NAME=V   a plusarg of the environment (docs/how-to/run-uvm.md); unknown names are rejected. Other
                  plusargs are passed to the simulation unchanged.
  --coverage FILE write the model's coverage, as JSON for `karat coverage`
  --build DIR     build folder (default build-uvm/SIM). A test of what was compiled there before only runs
  --list          print the tests and exit
  --help          print this help and exit
Environment variables:
  UVM_HOME        the UVM 1800.2 source tree (UVM_HOME/src/uvm_pkg.sv); optional for vcs and xcelium, which
                  have their own
  KARAT_DPI_LIB   libkarat_dpi.so (default: in build/dpi, or in lib beside an installed share/karat)
  KARAT           the program karat (default: build/cli/karat, or in bin beside an installed share/karat)
  VERILATOR, VERILATOR_OPTIONS   the program verilator, and options for it, such as "--output-groups 20"
Exit status: 0 if UVM_ERROR and UVM_FATAL are 0 and the scoreboard compared something; 2 for bad usage or if
something is missing; 1 otherwise.
TEXT
}

refuse() { echo "run.sh: $*" >&2; exit 2; }
# whole OPTION VALUE LEAST MOST: checks that VALUE is a whole number in this range, and short enough not to
# wrap in the shell's arithmetic
whole() {
    local digits
    digits=$(sed -E 's/^0+([0-9])/\1/' <<<"$2")
    [[ $digits =~ ^[0-9]{1,10}$ ]] && [ "$digits" -ge "$3" ] && [ "$digits" -le "$4" ] ||
        refuse "$1: \"$2\" is not allowed; give a whole number from $3 to $4"
}
tests() {
    sed -nE -e 's/^`KARAT_CLASS\((\w+),.*/karat_\1_test/p' -e 's/^`KARAT_TEST\((\w+),.*/\1/p' \
        -e 's/^class (karat_\w+_test) extends .*/\1/p' "$here/karat_tests.svh" \
        "$here/karat_classes.svh"
}
# Joins the lines of stdin, separated by blanks.
one_line() { tr -s '\n ' '  ' | sed 's/ $//'; }
# Extracts the known plusargs from the sources, because a simulator ignores an unknown plusarg.
known_plusargs() {
    grep -ohE '"karat_\w+=%' "$here/karat_plusargs.svh" "$here/karat_bench.svh" | tr -d '"=%' | sort -u
}
plusarg() {
    local name=${1#+}
    name=${name%%=*}
    [[ ${name,,} == karat_* ]] || return 0
    known_plusargs | grep -qxF -- "$name" || \
        refuse "$1: there is no plusarg +$name; the known ones are $(known_plusargs | one_line)"
    [[ $1 == *=?* ]] || refuse "$1 has no value; write +$name=VALUE"
    [ "$name" != karat_unit ] || refuse "$1: use --rtl and --unit"
}
macro() {
    [[ $1 =~ ^[A-Za-z_][A-Za-z0-9_]*=.+$ ]] || refuse "--define: \"$1\" is not allowed; write NAME=VALUE"
    [[ $1 != KARAT_* || $1 == KARAT_MAX_WORDS=* ]] || \
        refuse "--define: \"$1\" is not allowed; the RTL has its own shape:" \
            "use --instruction, --spec, --set and --lanes"
}
knob() { [[ $2 == ?*=?* ]] || refuse "$1: \"$2\" is not allowed; write KNOB=VALUE, as in F=24"; }

# ---- the command line --------------------------------------------------------------------------------------
sim= test=karat_mixed_test seed=1 waves= build= coverage= arch= instruction= spec= rtl= \
    lanes=2x2 stages=1 top= unit=
files=() inputs=()
defines=() plusargs=() knobs=() rtl_knobs=() model_knobs=()
while [ $# -gt 0 ]; do
    case $1 in
        --help | -h) usage; exit 0 ;;
        --list) tests; exit 0 ;;
        --waves) waves=yes; shift; continue ;;
        +karat_knobs=?*) model_knobs+=("${1#*=}"); shift; continue ;;
        +?*) plusarg "$1"; plusargs+=("$1"); shift; continue ;;
        --sim | --test | --seed | --count | --arch | --instruction | --spec | --set | --F | --rtl-F | \
            --rtl-set | --lanes | --stages) ;;
        --rtl | --unit | --files | --top | --define | --input | --coverage | --build) ;;
        *) refuse "\"$1\" is not an option; see run.sh --help" ;;
    esac
    [ $# -ge 2 ] || refuse "$1 has no value"
    case $1 in
        --sim) sim=$2 ;;
        --test) test=$2 ;;
        --seed) whole "$1" "$2" 0 2147483647; seed=$2 ;;
        --count) whole "$1" "$2" 1 2147483647; plusargs+=("+karat_count=$2") ;;
        --arch) arch=$2 ;;
        --instruction) instruction=$2 ;;
        --spec) [ -r "$2" ] || refuse "--spec: $2 cannot be read"; spec=$(realpath "$2") ;;
        --set) knob "$1" "$2"; knobs+=("$2") ;;
        --F) whole "$1" "$2" 0 2147483647; model_knobs+=("F=$2") ;;
        --rtl-F) whole "$1" "$2" 0 2147483647; rtl_knobs+=("F=$2") ;;
        --rtl-set) knob "$1" "$2"; rtl_knobs+=("$2") ;;
        --lanes) [[ $2 =~ ^[0-9]+x[0-9]+$ ]] || \
            refuse "--lanes: \"$2\" is not allowed; write MxN, as in 2x2"; lanes=$2 ;;
        --stages) whole "$1" "$2" 0 1000; stages=$2 ;;
        --rtl) [ -d "$2" ] || refuse "--rtl: there is no folder $2"; rtl=$(realpath "$2") ;;
        --unit) unit=$2 ;;
        --files) [ -r "$2" ] || refuse "--files: $2 cannot be read"; files+=("$(realpath "$2")") ;;
        --top) top=$2 ;;
        --input) [ -r "$2" ] || refuse "--input: $2 cannot be read"; inputs+=("$(realpath "$2")") ;;
        --define) macro "$2"; defines+=("$2") ;;
        --coverage) coverage=$2 ;;
        --build) build=$2 ;;
    esac
    shift 2
done
[ -n "$sim" ] || refuse "--sim is missing; give one of verilator, vcs, questa, xcelium"
case $sim in
    verilator | vcs | questa | xcelium) ;;
    *) refuse "--sim: \"$sim\" is not allowed; give one of verilator, vcs, questa, xcelium" ;;
esac
if [ ${#files[@]} -ne 0 ]; then
    [ -n "$top" ] || refuse "--files: give the top module of your testbench with --top"
    [ -z "$rtl" ] || refuse "--rtl: is not used with --files"
    [ -z "$unit" ] || refuse "--unit: is not used with --files"
else
    [ -z "$top" ] || refuse "--top: is for a testbench of your own, with --files"
    tests | grep -qxF -- "$test" || refuse "--test: there is no test \"$test\"; run.sh --list prints them"
fi
if [ -n "$unit" ]; then
    [ -n "$rtl" ] || refuse "--unit: give the folder of the units with --rtl"
    units_in "$rtl" | grep -xF -- "$unit" >/dev/null || refuse "--unit: there is no $unit.f with a" \
        "${unit}_shape.svh in $rtl; units are: $(units_in "$rtl" | one_line)"
    plusargs+=("+karat_unit=$unit")
elif [ -n "$rtl" ]; then
    [ -r "$rtl/karat_top.f" ] && [ -r "$rtl/karat_top_shape.svh" ] ||
        refuse "--rtl: there is no karat_top.f with a karat_top_shape.svh in $rtl; for a unit of another" \
            "name give --unit"
fi
[ "$test" != karat_mismatch_test ] || [ ${#rtl_knobs[@]} -ne 0 ] || [ -n "$rtl" ] || rtl_knobs=(F=24)
# If a plusarg is given twice, the first one counts. So the command line's plusargs for the model take
# precedence over those added here.
if [ ${#files[@]} -ne 0 ]; then
    subject=()  # the test says what each unit computes
elif [ -n "$spec" ]; then
    subject=(--spec "$spec")
    plusargs+=("+karat_spec_file=$spec")
else
    # A unit of --rtl computes what its contract says, if it has one.
    [ -n "$rtl" ] || { arch=${arch:-Hopper} instruction=${instruction:-HMMA.16816.F32}; }
    subject=(--arch "$arch" --instruction "$instruction")
    [ -z "$arch" ] || plusargs+=("+karat_arch=$arch")
    [ -z "$instruction" ] || plusargs+=("+karat_instruction=$instruction")
fi
text=
for pair in ${knobs[@]+"${knobs[@]}"} ${model_knobs[@]+"${model_knobs[@]}"}; do text+=${text:+,}$pair; done
[ -z "$text" ] || plusargs+=("+karat_knobs=$text")
for pair in ${knobs[@]+"${knobs[@]}"} ${rtl_knobs[@]+"${rtl_knobs[@]}"}; do subject+=(--set "$pair"); done
build=${build:-$root/build-uvm/$sim}

# ---- prerequisites -----------------------------------------------------------------------------------------
uvm_source=
if [ -n "${UVM_HOME:-}" ]; then
    for folder in "$UVM_HOME/src" "$UVM_HOME"; do
        [ -z "$uvm_source" ] && [ -r "$folder/uvm_pkg.sv" ] && uvm_source=$(cd "$folder" && pwd)
    done
    [ -n "$uvm_source" ] || refuse "UVM_HOME is $UVM_HOME, but there is no src/uvm_pkg.sv in it"
elif [ "$sim" = verilator ]; then
    refuse "UVM_HOME is not set; set it to the source tree of Accellera's UVM 1800.2-2020-3.1" \
        "(UVM_HOME/src/uvm_pkg.sv)"
elif [ "$sim" = questa ]; then
    # vlog would use its default library, which is UVM 1.1d in many releases.
    refuse "UVM_HOME is not set, and Questa's default library may not be IEEE 1800.2; set UVM_HOME to a" \
        "source tree of that standard, Questa's or Accellera's (UVM_HOME/src/uvm_pkg.sv)"
fi

library=${KARAT_DPI_LIB:-}
if [ -z "$library" ]; then
    for folder in "$root/build/dpi" "$root/../../lib" "$root/../../lib64" "$root"/../../lib/*-linux-gnu; do
        [ -z "$library" ] && [ -r "$folder/libkarat_dpi.so" ] && library=$folder/libkarat_dpi.so
    done
fi
[ -n "$library" ] && [ -r "$library" ] || \
    refuse "libkarat_dpi.so was not found${KARAT_DPI_LIB:+ at $KARAT_DPI_LIB}; build it" \
        "(cmake --build build --target karat_dpi) or set KARAT_DPI_LIB"
library=$(cd "$(dirname "$library")" && pwd)/$(basename "$library")

karat=${KARAT:-}
if [ -z "$rtl" ] && [ ${#files[@]} -eq 0 ]; then
    for program in "$root/build/cli/karat" "$root/../../bin/karat"; do
        [ -z "$karat" ] && [ -x "$program" ] && karat=$program
    done
    [ -n "$karat" ] && [ -x "$karat" ] || \
        refuse "the program karat, which writes the RTL, was not found${KARAT:+ at $KARAT}; build it" \
            "(cmake --build build --target karat) or set KARAT, or give RTL with --rtl"
    karat=$(realpath "$karat")
fi

need() { command -v "$1" >/dev/null || refuse "$1 is not installed, or not on PATH; --sim $sim needs it"; }
verilator=${VERILATOR:-verilator}
case $sim in
    verilator)
        need "$verilator"
        version=$("$verilator" --version 2>/dev/null | sed -nE 's/^Verilator ([0-9]+)\.0*([0-9]+).*/\1 \2/p')
        if [ -z "${KARAT_ANY_VERILATOR:-}" ]; then
            [ -n "$version" ] || \
                refuse "$verilator does not print its version; 5.050 or later is needed" \
                    "(set KARAT_ANY_VERILATOR=1 to try it anyway)"
            read -r major minor <<<"$version"
            [ "$major" -gt 5 ] || { [ "$major" -eq 5 ] && [ "$minor" -ge 50 ]; } ||
                refuse "$verilator is $major.$(printf %03d "$minor");" \
                    "UVM with covergroups needs 5.050 or later"
        fi
        ;;
    vcs) need vcs ;;
    questa) need vlog; need vsim ;;
    xcelium) need xrun ;;
esac

# ---- compile and run ---------------------------------------------------------------------------------------
mkdir -p "$build"
build=$(cd "$build" && pwd)
log=$build/$test.log
# The only command that generates RTL. It takes less than a second, so it always runs; RTL that is the same as
# before stays as it is.
write_rtl=("$karat" rtl --top karat_top)
if [ -z "$rtl" ] && [ ${#files[@]} -eq 0 ]; then
    rtl=$build/rtl
    rm -rf "$rtl.new"
    "${write_rtl[@]}" "${subject[@]}" --lanes "$lanes" --stages "$stages" --out "$rtl.new" \
        >"$build/rtl.log" 2>&1 || refuse "karat rtl: $(one_line <"$build/rtl.log")"
    if diff -rq "$rtl" "$rtl.new" >/dev/null 2>&1; then rm -r "$rtl.new"
    else
        rm -rf "$rtl"
        mv "$rtl.new" "$rtl"
    fi
fi
sources=()
[ -z "$uvm_source" ] || sources+=("+incdir+$uvm_source" "$uvm_source/uvm_pkg.sv")
if [ ${#files[@]} -ne 0 ]; then
    sources+=("+incdir+$here" -F "$here/karat_uvm_env.f")
    for list in "${files[@]}"; do sources+=(-F "$list"); done
elif [ -n "$unit" ]; then
    # shellcheck disable=SC2046  # names of units
    (cd "$build" && write_units "$rtl" $(units_in "$rtl"))
    sources+=("+incdir+$rtl" "+incdir+$here" -F "$here/karat_uvm_env.f" -F "$build/units/units.f")
    top=karat_units
else
    sources+=("+incdir+$rtl" "+incdir+$here" -F "$here/karat_uvm.f" -F "$rtl/karat_top.f")
    top=karat_uvm_top
fi
words=()
[ -z "$uvm_source" ] || c_part
for define in ${defines[@]+"${defines[@]}"}; do words+=("+define+$define"); done
[ -z "$coverage" ] || plusargs+=("+karat_coverage=$(realpath -m "$coverage")")
plusargs=("+UVM_TESTNAME=$test" ${plusargs[@]+"${plusargs[@]}"})

# step LOG COMMAND...: runs a command with its output in LOG; prints the end of LOG if it fails
step() {
    local out=$1
    shift
    "$@" >"$out" 2>&1 && return
    if grep -qE "(lz4|zlib)\.h: No such file" "$out"; then
        refuse "--waves: the headers of lz4 and zlib are missing; install liblz4-dev and zlib1g-dev"
    fi
    tail -40 "$out" >&2
    echo "run.sh: $1 failed; see $out" >&2
    exit 1
}

status=0
unstamped=()
cd "$build"
export LD_LIBRARY_PATH=$(dirname "$library")${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
case $sim in
    verilator)
        trace=()
        [ -z "$waves" ] || { trace=(--trace-fst); plusargs+=("+karat_waves=$build/$test.fst"); }
        # The library and the environment are written for several simulators, so Verilator's style warnings do
        # not stop the build. --coverage-user enables covergroups.
        unstamped=(-j "${JOBS:-0}")
        version_option=--version
        compile obj/simulation "$verilator" --binary --timing --coverage-user --assert -Wno-fatal \
            -Wno-style --timescale 1ns/1ps ${VERILATOR_OPTIONS:-} \
            ${words[@]+"${words[@]}"} ${trace[@]+"${trace[@]}"} "${sources[@]}" "$library" --top-module \
                $top --Mdir obj -o simulation
        ./obj/simulation "+verilator+seed+$seed" "+verilator+coverage+file+$build/$test.dat" \
            "${plusargs[@]}" >"$log" 2>&1 || status=$? ;;
    vcs)
        [ -z "$waves" ] || plusargs+=("+karat_waves=$build/$test.vcd")
        uvm=()
        [ -n "$uvm_source" ] || uvm=(-ntb_opts uvm-ieee)
        version_option=-ID
        compile simulation vcs -full64 -sverilog -timescale=1ns/1ps -l compile.txt ${uvm[@]+"${uvm[@]}"} \
            ${words[@]+"${words[@]}"} "${sources[@]}" \
            "$library" -top $top -o simulation
        ./simulation "+ntb_random_seed=$seed" "${plusargs[@]}" >"$log" 2>&1 || status=$? ;;
    questa)
        # Without +acc the optimiser removes what --waves would dump. Covergroups are always counted, but they
        # are lost unless saved.
        access=()
        [ -z "$waves" ] || { access=(-voptargs=+acc); plusargs+=("+karat_waves=$build/$test.vcd"); }
        [ -d work ] || { rm -f compiled.txt; step vlib.log vlib work; }
        version_option=-version
        compile work vlog -sv -timescale 1ns/1ps ${words[@]+"${words[@]}"} "${sources[@]}"
        vsim -c ${access[@]+"${access[@]}"} -sv_seed "$seed" -sv_lib "${library%.so}" $top -do \
            "coverage save -onexit $test.ucdb; run -all; quit -f" \
            "${plusargs[@]}" >"$log" 2>&1 || status=$? ;;
    xcelium)
        # xrun itself compiles only what has changed.
        # Without -access nothing can be dumped, and without -coverage covergroups are not counted. The
        # database is cov_work/scope/TEST.
        access=()
        [ -z "$waves" ] || { access=(-access +r); plusargs+=("+karat_waves=$build/$test.vcd"); }
        uvm=()
        [ -n "$uvm_source" ] || uvm=(-uvmhome CDNS-IEEE)
        xrun -64bit -sv -timescale 1ns/1ps ${access[@]+"${access[@]}"} -coverage functional -covoverwrite \
            -covtest "$test" ${uvm[@]+"${uvm[@]}"} ${words[@]+"${words[@]}"} "${sources[@]}" -top $top \
            -svseed "$seed" \
            -sv_lib "$library" "${plusargs[@]}" >"$log" 2>&1 || status=$? ;;
esac

grep -E '\[KARAT/|^(# )?UVM_(WARNING|ERROR|FATAL)' "$log" || true
verdict=$("$here/judge_log.sh" "$log") || { echo "$verdict"; echo "log: $log"; exit 1; }
[ "$status" -eq 0 ] || \
    { echo "FAILED: the simulator ended with exit status $status"; echo "log: $log"; exit 1; }
echo "$verdict, $sim, $test, seed $seed"
