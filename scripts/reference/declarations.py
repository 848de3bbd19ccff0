# SPDX-License-Identifier: Apache-2.0
"""Finds the declarations of a C header, with the comments above them and the captions of its sections.

What applies to SystemVerilog as well, sv_package.py uses too.
"""
import re


def comment_lines(text):
    """Lines of a C comment without its marks, without the licence line."""
    body = text.strip().removeprefix("/*").removesuffix("*/").split("\n")
    lines = [re.sub(r"^ ?\* ?", "", line) if i else line.strip() for i, line in enumerate(body)]
    return [line.rstrip() for line in lines if "SPDX-License-Identifier" not in line]


def without_comments(text):
    return re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.S)


def complete(text):
    """Whether a declaration has ended."""
    code = without_comments(text)
    return code.rstrip().endswith(";") and all(code.count(a) == code.count(b) for a, b in ("()", "{}"))


def c_name(declaration):
    code = without_comments(declaration)
    for pattern in (r"^\s*#define\s+(\w+)", r"}\s*(\w+)\s*;\s*$", r"(\w+)\s*\(", r"(\w+)\s*;\s*$"):
        found = re.search(pattern, code)
        if found:
            return found[1]
    return code.strip()


SKIPPED = re.compile(r"#\s*(if|ifdef|ifndef|else|elif|endif|include|undef)\b|#define (KARAT_H|KARAT_API)\b"
                     r"|extern \"C\"|}\s*$")


def read_header(text):
    """The comment at the top and [(section, comment lines, [declaration])]."""
    top, items, section, comment = [], [], "", None
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if line.startswith("/*"):
            while "*/" not in line:
                line += "\n" + lines[at]
                at += 1
            title = re.fullmatch(r"/\* -+ (.*?) -+ \*/\s*", line)
            if title:
                section, comment = title[1], None
            elif not top:
                top = comment_lines(line)
            else:
                comment = comment_lines(line)
        elif not line.strip() or SKIPPED.match(line):
            continue
        else:
            while line.endswith("\\") if line.startswith("#") else not complete(line):
                line += "\n" + lines[at]
                at += 1
            add_item(items, section, comment, line)
            comment = None
    return top, items


def stem(name):
    return re.sub(r"_?\d+$", "", name)


def add_item(items, section, comment, declaration, name_of=c_name):
    """Appends a declaration. One without a comment of its own joins the one before if their names belong
    together, as karat_stimulus_kind_count and karat_stimulus_kind do."""
    name = name_of(declaration)
    if comment is None and items and items[-1][0] == section and items[-1][1]:
        last = name_of(items[-1][2][-1])
        if stem(last) == stem(name) or last.startswith(name) or name.startswith(last):
            items[-1][2].append(declaration)
            return
    items.append((section, comment, [declaration]))


def heading(names):
    return ", ".join(names) if len(names) < 3 else f"{names[0]}, ..., {names[-1]}"
