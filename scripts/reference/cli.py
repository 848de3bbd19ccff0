# SPDX-License-Identifier: Apache-2.0
"""cli.md: the commands and options, from the help texts of the program."""
import re
import sys

from reference.markdown import cell, escaped, fence, filled, page, sentence_case, table
from reference.program import output

CLI = """
# Command line

This page lists every command of the program `karat` and every option. `karat COMMAND --help` prints the
same.

- Options take their value as `--option VALUE` or `--option=VALUE`. Names cannot be abbreviated. Every
  command takes `--help`, or `-h`.
- Results go to standard output. Progress and errors go to standard error; an error is one line.
- `--json` makes the output readable for a program.
- `karat --version` prints the version.

{epilog}

| environment variable | effect |
|---|---|
| `KARAT_CACHE` | folder for built RTL and synthesis results; otherwise `$XDG_CACHE_HOME/karat` or \
`~/.cache/karat` |
| `KARAT_HOME` | folder with karat's sources (`rtl_ref/`, `tb/`); otherwise found beside the program |

| command | purpose |
|---|---|
{commands}
"""


def read_options(lines):
    """[(names, value, meaning)] of the option lines of a help text; None if a line has another form."""
    options = []
    for line in lines:
        if not line.strip() or not line.startswith(" "):
            continue  # a blank line, or a caption such as "options:"
        found = re.match(r"^ {1,4}(-.*?)(?: {2,}(\S.*)| *)$", line)
        if found:
            options.append([found[1], (found[2] or "").strip()])
        elif options and line.startswith("      "):
            options[-1][1] = (options[-1][1] + " " + line.strip()).strip()
        else:
            return None
    out = []
    for head, meaning in options:
        found = re.fullmatch(r"(--?[\w-]+)(?: \[ (--[\w-]+) \])?( [\w.,=]+)?(?: \(=(.*)\))?", head.strip())
        if not found:
            return None
        if found[2] != "--help":
            out.append(([name for name in (found[1], found[2]) if name], found[4], found[3] or "", meaning))
    return out


def command_section(karat, name, summary):
    lines = output(karat, name, "--help").rstrip("\n").split("\n")
    options_at = next((i for i, line in enumerate(lines) if line.startswith("  -")), len(lines))
    head, rest = [line for line in lines[:options_at] if line], lines[options_at:]
    usage = [line for line in head if line.startswith(("usage:", " ", "karat "))] or head[:1]
    remarks = [line.strip() for line in head if line not in usage]
    blocks = [f"## karat {name}", escaped(sentence_case(summary)) + "."]
    blocks.append(fence("text", "\n".join(re.sub("^(usage: | {7})", "", line) for line in usage)))
    if remarks:
        blocks.append(filled(escaped(" ".join(remarks))))
    options = read_options(rest)
    if options is None:
        sys.exit(f"reference_pages: cannot read the options in `karat {name} --help`")
    if options:
        rows = []
        for names, default, value, meaning in options:
            text = ", ".join(f"`{each}{value}`" for each in names)
            rows.append([text, f"`{default}`" if default else "", cell(meaning)])
        blocks.append(table(["option", "default", "meaning"], rows))
    return "\n\n".join(blocks)


def cli_page(karat):
    text = output(karat, "--help")
    commands = re.findall(r"^  ([a-z][a-z-]*) +(\S.*)$", text.split("usage:", 1)[-1], flags=re.M)
    if not commands:
        sys.exit("reference_pages: `karat --help` lists no commands")
    last = re.split(r"\n\s*\n", text.strip())[-1]
    status = re.search(r"Exit status.*", last, flags=re.S)
    epilog = filled(escaped(" ".join(status[0].split()))) if status else ""
    rows = "\n".join(f"| [{name}](#karat-{name}) | {cell(summary)} |" for name, summary in commands)
    return page(CLI.format(epilog=epilog, commands=rows),
                *(command_section(karat, name, summary) for name, summary in commands))
