#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs one fuzz target: first its whole seed corpus, then fuzzing for as long as the libFuzzer options say.
# New inputs are kept in the build folder, unless -seed is given, which uses the same inputs each time. An
# input that fails is kept in the findings folder of the build folder, and its path is printed.
#   run.sh BUILD_DIR TARGET -max_total_time=SECONDS | -seed=N -runs=M
set -euo pipefail
usage='usage: run.sh BUILD_DIR spec_json|vector_file|c_abi -max_total_time=SECONDS | -seed=N -runs=M'
[ $# -ge 3 ] || { echo "$usage" >&2; exit 2; }
build=$(cd "$1" && pwd)
target=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
program=$build/tests/fuzz/${target}_fuzz
[ -x "$program" ] || { echo "fuzz: $program is not built; run tests/fuzz/build.sh $1" >&2; exit 1; }
seeds=("$here/corpus/$target"/*)
[ -e "${seeds[0]}" ] || { echo "fuzz: no seed corpus in $here/corpus/$target" >&2; exit 1; }
learned=$build/tests/fuzz/learned/$target
if [[ " $* " == *" -seed="* ]]; then
    learned=$(mktemp -d)
    trap 'rm -rf "$learned"' EXIT
fi
findings=$build/tests/fuzz/findings/$target
mkdir -p "$learned" "$findings"
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
"$program" -artifact_prefix="$findings/" -timeout=60 "${seeds[@]}" >"$findings/log" 2>&1 ||
    { cat "$findings/log"; exit 1; }
echo "$target: ${#seeds[@]} seeds pass"
options=()
[ -e "$here/$target.dict" ] && options+=("-dict=$here/$target.dict")
"$program" "${options[@]}" -artifact_prefix="$findings/" -timeout=60 -rss_limit_mb=3000 -max_len=8192 \
    -print_final_stats=1 "$@" "$learned" "$here/corpus/$target" >"$findings/log" 2>&1 ||
    { tail -n 60 "$findings/log"; echo "$target: findings in $findings"; exit 1; }
grep -E 'number_of_executed_units|peak_rss|^Done' "$findings/log"
