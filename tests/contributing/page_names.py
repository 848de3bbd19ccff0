# SPDX-License-Identifier: Apache-2.0
"""Checks the names of files and tests in CONTRIBUTING.md, and its lists against the patches."""
import re
import subprocess

from sections import OPTIONAL, PLACEHOLDERS, SECTIONS


def tracked(source):
    """The files of the project: tracked or new, and not deleted."""
    names = subprocess.check_output(
        ["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=source, text=True
    ).split("\0")
    return sorted({name for name in names if name and (source / name).is_file()})


def as_pattern(name):
    """A name with placeholders, globs or a folder as a regular expression for paths."""
    name = re.sub(r"\b(NAME|VENDOR|SECTION|PAGE)(?=[_./]|\b)", "*", name).rstrip("/")
    name = re.sub(r"_(NAME|VENDOR)\b", "_*", name)
    return re.escape(name).replace(r"\*", "[^/]*") + "(/.*)?"


def check_names(text, files, source, failures):
    """Everything that the page calls a file or a test exists."""
    spans = re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.S | re.M))
    words = {span.split()[0] for span in spans} | set(re.findall(r"\]\(([^)#]+\.md)", text))
    docs_tests = (source / "tests/docs/CMakeLists.txt").read_text()
    checked = 0
    for word in sorted(words):
        if word.startswith("build/") or not re.fullmatch(r"[\w./*-]+", word):
            continue
        if word.startswith("docs.") and "/" not in word:
            found = f"NAME {word}\n" in docs_tests
        elif word.endswith("_test"):
            found = any(re.search(rf"/{word}\.(cpp|py|sh)$", file) for file in files)
        elif "/" in word or word in ("Makefile", ".clang-format"):
            found = any(re.fullmatch(as_pattern(word), file) for file in files)
        elif re.search(r"\.(cpp|hpp|py|sh|md|txt|yml|golden)$", word):
            found = any(re.search(rf"(^|/){re.escape(word)}$", file) for file in files)
        else:
            continue
        checked += 1
        failures.expect(found, f"CONTRIBUTING.md names {word}, which does not exist")
    failures.expect(checked > 80, f"only {checked} names were recognised in CONTRIBUTING.md")
    return checked


def listed(text, section):
    """The files under "Always" of a section, with the names of the patches in place of placeholders."""
    found = re.search(rf"^## {section}\n(.*?)(?=^## )", text, flags=re.S | re.M)
    body = found[1] if found else ""
    always = re.search(r"^Always:\n\n(.*?)(?=^Where it applies:|\Z)", body, flags=re.S | re.M)
    out = set()
    for item in re.split(r"^- ", always[1] if always else "", flags=re.M)[1:]:
        for file in re.findall(r"`([^`]+)`", re.split(r":\s|\n\n", item)[0]):
            for placeholder, name in PLACEHOLDERS.items():
                file = re.sub(rf"(?<![A-Z]){placeholder}(?![A-Z])", name, file)
            out.add(file)
    return out


def check_lists(text, failures):
    for section, (first, others, generated) in SECTIONS.items():
        page = listed(text, section)
        patched = {file for file, _, _ in first + others} | generated
        for file in sorted(page - patched):
            failures.expect(False, f'"{section}" lists {file}, which the patches do not change')
        for file in sorted(patched - page):
            failures.expect(False, f'"{section}" does not list {file}, which the patches change')
    for file in OPTIONAL:
        failures.expect(f"`{file}`" in text, f"CONTRIBUTING.md does not name {file}")
