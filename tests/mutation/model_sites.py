# SPDX-License-Identifier: Apache-2.0
"""Finds the possible mutations of the golden model's source: operators, constants and conditions."""

import collections
import hashlib
import math
import re

# Operator -> its mutation. Only operators between spaces are found; the sources are formatted that way.
OPERATORS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&",
    "+": "-", "-": "+", "*": "+", "<<": ">>", ">>": "<<", "&": "|", "|": "&", "^": "|",
    "+=": "-=", "-=": "+=", "<<=": ">>=", ">>=": "<<=", "&=": "|=", "|=": "&=",
}
OPERATOR = re.compile(
    r"(?<= )(" + "|".join(re.escape(one) for one in sorted(OPERATORS, key=len, reverse=True)) + r")(?= )"
)
CONSTANT = re.compile(r"(?<![\w.'\"])\d+(?=[uUlL]*(?![\w.'\"]))")
WORD = re.compile(r"\b(true|false|std::min|std::max)\b(?!<)")
WORDS = {"true": "false", "false": "true", "std::min": "std::max", "std::max": "std::min"}
CONDITION = re.compile(r"\bif (?:constexpr )?\((?=.*\) )")
# Lines without arithmetic: strings, stream output, directives, compile-time checks.
LEFT_OUT = re.compile(
    r'^\s*(#|//|/\*|\*|static_assert|using|namespace|template|friend)|"|\bout <<|operator|= default|= delete'
)


def code_of(line):
    """Returns the line without its comment."""
    return line.split("//", 1)[0].rstrip()


def condition_end(code, start):
    """Returns the index of the parenthesis that closes the one just before `start`, or -1."""
    depth = 1
    for i in range(start, len(code)):
        depth += {"(": 1, ")": -1}.get(code[i], 0)
        if depth == 0:
            return i
    return -1


def sites_of(text):
    """Yields (line number from 0, kind, mutated line) for every site of a source."""
    for number, line in enumerate(text.split("\n")):
        code = code_of(line)
        if not code or LEFT_OUT.search(code):
            continue
        for match in OPERATOR.finditer(code):
            if (
                match[1] in "&*"
                and re.search(r"(auto|const|\w+_t|[A-Z]\w*)$", code[: match.start()].rstrip())
                and match[1] == "&"
            ):
                continue
            yield number, "operator", code[: match.start()] + OPERATORS[match[1]] + code[match.end() :]
        for match in CONSTANT.finditer(code):
            yield number, "constant", code[: match.start()] + str(int(match[0], 10) + 1) + code[match.end() :]
        for match in WORD.finditer(code):
            yield number, "constant", code[: match.start()] + WORDS[match[1]] + code[match.end() :]
        for match in CONDITION.finditer(code):
            end = condition_end(code, match.end())
            if end > 0 and ";" not in code[match.end() : end]:
                yield number, "condition", f"{code[:match.end()]}!({code[match.end():end]}){code[end:]}"


def draw(sources, count, seed):
    """Draws `count` sites from {path: text}.

    A file's share is proportional to the square root of its number of sites, so that long files do not
    dominate. A header gets a thirtieth of that share, because changing it rebuilds many objects.

    Each site gets an exponentially distributed time from the hash of its text, and the earliest sites are
    drawn. An edited line therefore changes only its own draw, not those of the other lines.
    """
    turns = []
    for path, text in sources.items():
        found = list(sites_of(text))
        seen = collections.Counter()
        for site in found:
            code = site[2].strip()
            seen[code] += 1
            digest = hashlib.sha256(f"{seed}\0{path}\0{code}\0{seen[code]}".encode()).digest()
            uniform = (int.from_bytes(digest[:6], "big") + 1) / 2**48
            weight = len(found) ** -0.5 * (1 if path.endswith((".cpp", "-inl.hpp")) else 1 / 30)
            turns.append((-math.log(uniform) / weight, path, *site))
    return [turn[1:] for turn in sorted(turns)[:count]]
