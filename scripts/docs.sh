#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the documentation site into BUILD_DIR/docs. Warnings, such as a broken link, are errors.
# Usage: docs.sh BUILD_DIR
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p "$1"
build=$(realpath "$1")
venv=$build/docs-venv
if ! cmp -s scripts/docs_requirements.txt "$venv/installed.txt"; then
    python3 -m venv "$venv"
    "$venv/bin/pip" --quiet --disable-pip-version-check install -r scripts/docs_requirements.txt
    cp scripts/docs_requirements.txt "$venv/installed.txt"
fi
NO_MKDOCS_2_WARNING=1 "$venv/bin/mkdocs" --quiet build --strict --site-dir "$build/docs"
# Nothing may be loaded over the network when the site is read.
loads='<(script|img|iframe)[^>]* src="https?://|<link[^>]* rel="(stylesheet|preconnect)"[^>]*https?://'
if grep -rlE "$loads" --include='*.html' "$build/docs"; then
    echo "docs.sh: these pages load something over the network" >&2
    exit 1
fi
echo "open $build/docs/index.html"
