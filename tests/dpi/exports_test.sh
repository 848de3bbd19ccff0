#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The symbols of libkarat_dpi.so: every exported symbol begins with karat_, every function of karat.h is
# exported, and every undefined symbol is from the C library or from a simulator (weak, sv*).
#   exports_test.sh LIBRARY HEADER alone|with_runtime
# with_runtime: symbols of the C++ runtime may be undefined as well (KARAT_STATIC_RUNTIME is off).
set -euo pipefail
[ $# -eq 3 ] && [ -r "$1" ] && [ -r "$2" ] ||
    { echo "usage: exports_test.sh LIBRARY HEADER alone|with_runtime" >&2; exit 2; }
library=$1
header=$2
failed=0
fail() { echo "FAILED: $*"; failed=1; }

exported=$(nm -D --defined-only "$library" | awk '{print $3}')
[ -n "$exported" ] || { echo "FAILED: nothing is exported"; exit 1; }
foreign=$(grep -v '^karat_' <<<"$exported" || true)
[ -z "$foreign" ] || fail "exported without the prefix karat_: $(tr '\n' ' ' <<<"$foreign")"

declared=$(grep -o '^KARAT_API [^(]*(' "$header" | grep -o 'karat_[a-z_]*($' | tr -d '(')
[ "$(wc -l <<<"$declared")" -eq "$(grep -c '^KARAT_API ' "$header")" ] ||
    fail "$header was not parsed correctly: $(wc -l <<<"$declared") functions found"
for name in $declared; do
    grep -qx "$name" <<<"$exported" || fail "$name is declared in karat.h but not exported"
done

if [ "$3" = with_runtime ]; then
    echo "$(wc -l <<<"$exported") symbols exported, $(wc -l <<<"$declared") declared in karat.h;" \
        "linked to the shared C++ runtime"
    exit $failed
fi

# `U name@VERSION`: a versioned symbol, from glibc or its loader. `w`: a weak symbol, which may be missing.
needed=$(nm -D --undefined-only "$library")
strong=$(awk '$1 == "U" {print $2}' <<<"$needed" | grep -vE '@(GLIBC_[0-9.]+|GCC_[0-9.]+)$' || true)
[ -z "$strong" ] || fail "undefined, and not from the C library: $(tr '\n' ' ' <<<"$strong")"
# _ITM_*, _ZGT*, __cxa_pure_virtual: optional transactional memory of the static C++ runtime. No library
# provides them, and they are not needed.
optional='_ITM_[A-Za-z0-9]+|_ZGTt[a-zA-Z0-9]+|__cxa_pure_virtual|__gmon_start__|__cxa_finalize'
optional+='|pthread_[a-z_]+|__pthread_key_create'
weak=$(awk '$1 != "U" {print $2}' <<<"$needed" |
    grep -vE "^(sv[A-Z][A-Za-z0-9]*|$optional)(@GLIBC_[0-9.]+)?\$" || true)
[ -z "$weak" ] || fail "weak, and not a call into a simulator: $(tr '\n' ' ' <<<"$weak")"

libraries=$(readelf -d "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
others=$(grep -vE '^(libc|libm|libgcc_s|ld-linux-[a-z0-9-]+|libpthread)\.so\.[0-9]+$' <<<"$libraries" || true)
[ -z "$others" ] || fail "it needs other libraries: $(tr '\n' ' ' <<<"$others")"

echo "$(wc -l <<<"$exported") symbols exported, $(wc -l <<<"$declared") declared in karat.h;" \
    "needs $(tr '\n' ' ' <<<"$libraries")"
exit $failed
