# SPDX-License-Identifier: Apache-2.0
# What run.sh has compiled already, for run.sh alone, which reads this file. It uses sim, build, sources,
# words, inputs, library and version_option of run.sh.
#
# The inputs are the files and folders that the command and its file lists name. Verilator also writes down
# every file that it reads (obj/V..__ver.d); these are inputs of the next stamp. $readmemh and $readmemb read
# at run time, in every simulator, so their files are none. `--input` is for what is left.

# inputs_of FOLDER WORD...: prints the files that these words of a command or of a file list name, relative to
# the folder, and the folders in which the simulator looks for others: "all" with those below, or "one" alone.
# "?" is a word that may be a file, but is none that can be found.
inputs_of() {
    local folder=$1 word name
    shift
    while [ $# -gt 0 ]; do
        word=$1
        shift
        case $word in
            -F | -f)
                name=$(cd "$folder" && realpath -m -- "${1:-}")
                shift || true
                [ -f "$name" ] || { echo "? $name"; continue; }
                echo "file $name"
                # shellcheck disable=SC2046  # a file list is words
                if [ "$word" = -F ]; then inputs_of "$(dirname "$name")" $(words_of "$name")
                else inputs_of "$folder" $(words_of "$name"); fi ;;
            -y | -v) ;;  # the next word is a folder or a file
            +incdir+*)
                tr + '\n' <<<"${word#+incdir+}" | while IFS= read -r name; do
                    echo "all $(cd "$folder" && realpath -m -- "$name")"
                done ;;
            -I?*) echo "all $(cd "$folder" && realpath -m -- "${word#-I}")" ;;
            -* | +*) ;;
            *)
                name=$(cd "$folder" && realpath -m -- "$word")
                if [ -d "$name" ]; then echo "all $name"
                elif [ -f "$name" ]; then echo "file $name"; echo "one $(dirname "$name")"
                else echo "? $word"; fi ;;
        esac
    done
}
# The words of a file list without comments and patterns, which a shell would expand.
words_of() { tr '\r' ' ' <"$1" | sed -e 's|//.*||' | tr '*?[' '___'; }
# sources_in FOLDER OPTION...: what a simulator may read there, except in this build folder
sources_in() {
    find -L "$@" -regextype posix-extended -path "$build" -prune -o -name .git -prune -o -type f \
        -regex '.*\.(sv|svh|v|vh|svi|vi|inc|vlt|f|c|cc|cpp|h|hpp)' -print 2>/dev/null
}
# stamp COMMAND...: prints what the result of the compilation depends on: the simulator, the command, and each
# input with its hash. Exit status 1: there is an input that this script does not find.
stamp() {
    local known kind name
    known=$(inputs_of "$build" "${sources[@]}")
    ! grep -q '^?' <<<"$known" || return 1
    # of these words, those that are no files are values of options
    # shellcheck disable=SC2086  # options are words
    known+=$'\n'$(inputs_of "$build" ${VERILATOR_OPTIONS:-} ${words[@]+"${words[@]}"} "$library")
    echo "$sim $("$1" "$version_option" 2>&1 | one_line)"
    echo "CXX ${CXX:-}, CXXFLAGS ${CXXFLAGS:-}, CFLAGS ${CFLAGS:-}, LDFLAGS ${LDFLAGS:-}"
    printf '%q\n' "$@"
    { while read -r kind name; do
          case $kind in
              file) echo "$name" ;;
              all) sources_in "$name" ;;
              one) sources_in "$name" -maxdepth 1 ;;
          esac
      done < <(sort -u <<<"$known")
      [ ${#inputs[@]} -eq 0 ] || find -L "${inputs[@]}" -type f
      [ ! -r read.txt ] || cat read.txt
    } | sort -u | tr '\n' '\0' | xargs -0 -r sha256sum 2>&1
}
# The files that Verilator has read, by their paths: the prerequisites of its rule for make.
files_read() {
    local name
    { sed -nE 's/^[^:]*: //p' obj/*__ver.d 2>/dev/null || true; } | tr ' ' '\n' |
        while IFS= read -r name; do
            [ ! -f "$name" ] || realpath -- "$name"
        done | sort -u
}
# compile RESULT COMMAND...: compiles, unless RESULT is there and everything is as in the last compilation
compile() {
    local result=$1 is_known=yes
    shift
    stamp "$@" >compiled.new || is_known=
    if [ -n "$is_known" ] && [ -e "$result" ] && cmp -s compiled.new compiled.txt; then
        echo "compiled before: no input has changed since ($build/compiled.txt)"
        return
    fi
    rm -f compiled.txt read.txt
    : >compiling
    step compile.log "$@" ${unstamped[@]+"${unstamped[@]}"}
    if [ "$sim" = verilator ]; then
        files_read >read.txt
        is_known=yes
        stamp "$@" >compiled.new || is_known=
        # a file that has changed meanwhile may be compiled in either state
        [ -z "$(sed -nE 's/^[0-9a-f]{64}  //p' compiled.new | tr '\n' '\0' |
            xargs -0 -r sh -c 'find "$@" -newer compiling' find)" ] || is_known=
    fi
    [ -z "$is_known" ] || mv compiled.new compiled.txt
}
