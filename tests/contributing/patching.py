# SPDX-License-Identifier: Apache-2.0
"""Applies patches to texts.

A patch is (file, old text, new text). The old text must occur exactly once; a file without old text is new.
"""
import sys

CHANGELOG = ("CHANGELOG.md", "## [Unreleased]\n\n### Added\n\n", "## [Unreleased]\n\n### Added\n\n- {}\n")


def news(text):
    file, old, new = CHANGELOG
    return file, old, new.format(text)


def apply(patches, folder, write):
    """Applies the patches to the texts in `write`, which are read from `folder` when first needed."""
    for file, old, new in patches:
        if not old:
            if (folder / file).exists():
                sys.exit(f"follow_test: {file} exists already")
            write[file] = new
            continue
        text = write[file] if file in write else (folder / file).read_text()
        if text.count(old) != 1:
            sys.exit(f"follow_test: in {file} the text to replace occurs {text.count(old)} times: {old!r}")
        write[file] = text.replace(old, new)
