# SPDX-License-Identifier: Apache-2.0
"""Where a mutation of the golden model's source is possible: operators, constants, conditions."""
import collections
import hashlib
import math
import re

# What stands between blanks (the sources are formatted) -> what it becomes.
OPERATORS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&", "+": "-", "-": "+", "*": "+", "<<": ">>",
             ">>": "<<", "&": "|", "|": "&", "^": "|", "+=": "-=", "-=": "+=", "<<=": ">>=", ">>=": "<<=", "&=": "|=", "|=": "&="}
OPERATOR = re.compile(r"(?<= )(" + "|".join(re.escape(one) for one in sorted(OPERATORS, key=len, reverse=True)) + r")(?= )")
CONSTANT = re.compile(r"(?<![\w.'\"])\d+(?=[uUlL]*(?![\w.'\"]))")
WORD = re.compile(r"\b(true|false|std::min|std::max)\b(?!<)")
WORDS = {"true": "false", "false": "true", "std::min": "std::max", "std::max": "std::min"}
CONDITION = re.compile(r"\bif (?:constexpr )?\((?=.*\) )")
# Not arithmetic: text for people, streams, directives, checks at compile time.
LEFT_OUT = re.compile(r'^\s*(#|//|/\*|\*|static_assert|using|namespace|template|friend)|"|\bout <<|operator|= default|= delete')


def code_of(line):
    """The line without its comment."""
    return line.split("//", 1)[0].rstrip()


def condition_end(code, start):
    """Where the parenthesis that opens just before `start` closes, or -1."""
    depth = 1
    for i in range(start, len(code)):
        depth += {"(": 1, ")": -1}.get(code[i], 0)
        if depth == 0:
            return i
    return -1


def sites_of(text):
    """(line number from 0, kind, the line mutated) for every site of a source."""
    for number, line in enumerate(text.split("\n")):
        code = code_of(line)
        if not code or LEFT_OUT.search(code):
            continue
        for match in OPERATOR.finditer(code):
            if match[1] in "&*" and re.search(r"(auto|const|\w+_t|[A-Z]\w*)$", code[:match.start()].rstrip()) and match[1] == "&":
                continue
            yield number, "operator", code[:match.start()] + OPERATORS[match[1]] + code[match.end():]
        for match in CONSTANT.finditer(code):
            yield number, "constant", code[:match.start()] + str(int(match[0], 10) + 1) + code[match.end():]
        for match in WORD.finditer(code):
            yield number, "constant", code[:match.start()] + WORDS[match[1]] + code[match.end():]
        for match in CONDITION.finditer(code):
            end = condition_end(code, match.end())
            if end > 0 and ";" not in code[match.end():end]:
                yield number, "condition", f"{code[:match.end()]}!({code[match.end():end]}){code[end:]}"


def draw(sources, count, seed):
    """`count` sites of {path: text}. A file's share grows with the root of its sites, so that no long file drowns the others; a header, which
    rebuilds much, gets a thirtieth of that. Each site's turn comes after a time of its own (exponentially distributed, by the hash of its text): an
    edited line draws anew itself, not all the others."""
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
