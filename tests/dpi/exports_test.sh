#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What libkarat_dpi.so gives and needs: every exported symbol begins with karat_, every function of karat.h is there, and what is undefined
# belongs to the C library or is a simulator's (weak, sv*). Usage: exports_test.sh LIBRARY HEADER alone|with_runtime; with_runtime: the C++
# runtime may be needed too (KARAT_STATIC_RUNTIME off).
set -euo pipefail
[ $# -eq 3 ] && [ -r "$1" ] && [ -r "$2" ] || { echo "usage: exports_test.sh LIBRARY HEADER alone|with_runtime" >&2; exit 2; }
library=$1
header=$2
failed=0
fail() { echo "FAILED: $*"; failed=1; }

exported=$(nm -D --defined-only "$library" | awk '{print $3}')
[ -n "$exported" ] || { echo "FAILED: nothing is exported"; exit 1; }
foreign=$(grep -v '^karat_' <<<"$exported" || true)
[ -z "$foreign" ] || fail "exported, but not karat_: $(tr '\n' ' ' <<<"$foreign")"

declared=$(grep -o '^KARAT_API [^(]*(' "$header" | grep -o 'karat_[a-z_]*($' | tr -d '(')
[ "$(wc -l <<<"$declared")" -eq "$(grep -c '^KARAT_API ' "$header")" ] || fail "$header was not understood: $(wc -l <<<"$declared") functions found"
for name in $declared; do
    grep -qx "$name" <<<"$exported" || fail "$name is declared in karat.h but not exported"
done

if [ "$3" = with_runtime ]; then
    echo "$(wc -l <<<"$exported") symbols exported, $(wc -l <<<"$declared") declared in karat.h; built to need the C++ runtime"
    exit $failed
fi

# `U name@VERSION`: a versioned one comes from glibc or its loader; `w`: weak, may be missing
needed=$(nm -D --undefined-only "$library")
strong=$(awk '$1 == "U" {print $2}' <<<"$needed" | grep -vE '@(GLIBC_[0-9.]+|GCC_[0-9.]+)$' || true)
[ -z "$strong" ] || fail "needed, and not of the C library: $(tr '\n' ' ' <<<"$strong")"
# _ITM_*, _ZGT*, __cxa_pure_virtual: the static C++ runtime's optional transactional memory, which nobody provides or misses
weak=$(awk '$1 != "U" {print $2}' <<<"$needed" | grep -vE '^(sv[A-Z][A-Za-z0-9]*|_ITM_[A-Za-z0-9]+|_ZGTt[a-zA-Z0-9]+|__cxa_pure_virtual|__gmon_start__|__cxa_finalize|pthread_[a-z_]+|__pthread_key_create)(@GLIBC_[0-9.]+)?$' || true)
[ -z "$weak" ] || fail "weak, and no simulator's call: $(tr '\n' ' ' <<<"$weak")"

libraries=$(readelf -d "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
others=$(grep -vE '^(libc|libm|libgcc_s|ld-linux-[a-z0-9-]+|libpthread)\.so\.[0-9]+$' <<<"$libraries" || true)
[ -z "$others" ] || fail "it needs $(tr '\n' ' ' <<<"$others")"

echo "$(wc -l <<<"$exported") symbols exported, $(wc -l <<<"$declared") declared in karat.h; needs $(tr '\n' ' ' <<<"$libraries")"
exit $failed
