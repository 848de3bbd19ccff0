# SPDX-License-Identifier: Apache-2.0
# The C part of the UVM library, for run.sh alone, which reads this file: options of the command line, such as
# +UVM_MAX_QUIT_COUNT, and names with wildcards.

# c_part: adds to the words of the compilation what compiles $uvm_source/dpi/uvm_dpi.cc, or leaves it out
c_part() {
    local source=$uvm_source/dpi/uvm_dpi.cc
    if ! has_c_part "$source"; then
        words+=(+define+UVM_NO_DPI)
        local plusarg
        for plusarg in ${plusargs[@]+"${plusargs[@]}"}; do
            [[ $plusarg != +UVM_MAX_QUIT_COUNT* && ${plusarg,,} != +uvm_set_* ]] ||
                refuse "${plusarg%%=*}: has no effect without the C part of UVM, dpi/uvm_dpi.cc of" \
                    "UVM_HOME, which is missing or excluded (UVM_NO_DPI)"
        done
        return
    fi
    case $sim in
        vcs) words+=("$source" -CFLAGS -DVCS) ;;
        questa) words+=("$source" -ccflags -DQUESTA) ;;
        xcelium) words+=("$source" -Wcxx,-DXCELIUM) ;;
        *) c_part_of_verilator "$source" ;;
    esac
}
has_c_part() {
    local define
    [ -r "$1" ] || return 1
    for define in ${defines[@]+"${defines[@]}"}; do [[ $define != UVM_NO_DPI=* ]] || return 1; done
}
# Some releases have no access to signals (uvm_hdl_read, ...) for Verilator; it is left out. veriuser.h, of a
# standard withdrawn in 2005, is included and not used.
c_part_of_verilator() {
    local here=$build/uvm_dpi
    mkdir -p "$here"
    : >"$here/veriuser.h"
    words+=(--vpi -CFLAGS "-I$uvm_source/dpi -I$here")
    if [ -r "$uvm_source/dpi/uvm_hdl_verilator.c" ]; then
        words+=("$1")
        return
    fi
    words+=(+define+UVM_HDL_NO_DPI "$here/uvm_dpi.cc")
    { echo 'extern "C" {'
      printf '#include "%s"\n' stdlib.h uvm_dpi.h uvm_common.c uvm_regex.cc uvm_svcmd_dpi.c
      echo '}'; } >"$here/uvm_dpi.cc.new"
    # make would compile it again
    cmp -s "$here/uvm_dpi.cc.new" "$here/uvm_dpi.cc" || cp "$here/uvm_dpi.cc.new" "$here/uvm_dpi.cc"
}
