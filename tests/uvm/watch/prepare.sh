#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Writes the watches of the chip in this folder, and the adapters and the reference RTL in it, into a folder.
# Its watch_all.f has all sources but those of the environment.
#   prepare.sh KARAT FOLDER
set -euo pipefail
karat=$1
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source=$(cd "$here/../../.." && pwd)
units=$source/tests/rtl/units
rm -rf "$2"
mkdir -p "$2"
cd "$2"
adapter() { "$karat" adapter "$@" --out . >/dev/null; }
adapter "$here/mac.json" --watch uvm
adapter "$units/raises_flags/unit.json" --watch uvm --top karat_watch_flags
# Two units are around reference RTL, which gets a name of its own in each.
for name in scaled:2x2 sparse:1x2; do
    lanes=${name#*:} name=${name%:*}
    cp -r "$units/$name" .
    "$karat" rtl --spec "$name/spec.json" --lanes "$lanes" --top "karat_of_$name" --out . >/dev/null
    sed -i "s/karat_top/karat_of_$name/" "$name/$name.sv"
    sed -i "s|reference/karat_top.f|../karat_of_$name.f|" "$name/unit.json"
done
for unit in "$units"/{rows_stay/unit,stalled_by_enable/valid}.json {scaled,sparse}/unit.json; do
    top=$(sed -nE 's/.*"top": "(\w+)".*/\1/p' "$unit")
    adapter "$unit" --top "karat_$top"
    adapter "$unit" --watch uvm --top "karat_watch_$top"
    lists+=("karat_$top.f" "karat_watch_$top.f")
done
# paths LIST: the files of a list by their paths. Some are in several lists.
paths() {
    local word
    while read -r word; do
        case $word in
            '' | //*) ;;
            -F\ *) (cd "$(dirname "$1")" && paths "$(realpath "${word#-F }")") ;;
            *) (cd "$(dirname "$1")" && realpath "$word") ;;
        esac
    done <"$1"
}
for list in karat_watch.f karat_watch_flags.f "${lists[@]}" "$here/watch.f"; do paths "$list"; done |
    awk '!seen[$0]++' >watch_all.f
