#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""help_test.py KARAT SCRATCH: help texts, suggestions for mistyped words, color, completion, manual page."""

import os
import pathlib
import pty
import re
import shutil
import subprocess
import sys

karat, scratch = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
scratch.mkdir(parents=True, exist_ok=True)


def run(*words, status=0):
    done = subprocess.run([karat, *words], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == status, f"{' '.join(words)}: exit status {done.returncode}: {done.stderr}"
    return done.stdout if status == 0 else done.stderr


COMMANDS = re.findall(r"^  ([a-z-]+) +\S", run("--help"), re.M)
assert len(COMMANDS) >= 16, COMMANDS

# Every option with a value names its default, or says that there is none by naming what the value is: a file,
# a repeated setting, a required one.
SAYS = re.compile(
    r"default|\.json|\.npy|\.vec|\.xml|\.fst|\.so|\.html|\.csv|\.svg|\.db|PREFIX|required|may be repeated|"
    r"at least twice|folder|required",
    re.I,
)
options = 0
for command in COMMANDS:
    text = run(command, "--help")
    assert text.startswith(f"usage: karat {command}"), text
    for option in re.split(r"\n  (?=-)", text.split("\noptions:\n")[-1] if "\noptions:\n" in text else "")[
        0:
    ]:
        found = re.match(r"\s*(?:-\w \[ )?--([A-Za-z-]+)(?: \])? ([\w.=]+(?: \(=(.*?)\))?)?\s", option, re.S)
        if not found:
            continue
        options += 1
        assert len(option.split()) > 3, f"{command} --{found[1]} has no description"
        if found[2]:
            assert not found[2].startswith("VALUE") or not re.search(
                r"\bFILE\b|\bfile to\b|\bfolder\b", option
            ), f"{command} --{found[1]} takes a file but calls it VALUE:\n{option}"
            assert found[3] or SAYS.search(
                " ".join(option.split())
            ), f"{command} --{found[1]} has no default:\n{option}"
assert options > 100, options

# mistyped commands and options
assert 'unknown command "chekc"; nearest: check' in run("chekc", status=2)
message = run("check", "--isntruction", "HMMA.884.F32.F32", status=2)
assert "--isntruction is not an option of karat check; nearest: --instruction" in message, message
assert message.count("\n") == 1

# color: on a terminal only, and not with NO_COLOR
# the dropped bits are colored: a1 * b1 lies below the grid
dot = [str(karat), "explain", "--arch", "Volta", "--instruction", "HMMA.884.F32.F32"]
dot += ["--a", "1,1", "--b", "1,0x1", "--c", "1"]


def in_terminal(words, **environment):
    """What the command prints to a terminal."""
    clean = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    ours, theirs = pty.openpty()
    child = subprocess.Popen(words, stdout=theirs, env={**clean, **environment})
    os.close(theirs)
    text = b""
    try:
        while block := os.read(ours, 65536):
            text += block
    except OSError:  # Linux ends a terminal's output in EIO
        pass
    assert child.wait() == 0
    return text


assert b"\x1b[" in in_terminal(dot) and b"\x1b[" in in_terminal(dot, NO_COLOR="")
assert b"\x1b[" not in in_terminal(dot, NO_COLOR="1") and b"\x1b[" in in_terminal(
    dot + ["--color", "always"], NO_COLOR="1"
)
assert "\x1b[" not in run(*dot[1:]) and "\x1b[" in run(*dot[1:], "--color=always")
assert "\x1b[" in run(*dot[1:], "--colour", "always"), "the older spelling"
assert '--color: "purple" is not allowed; use auto, always or never' in run(
    *dot[1:], "--color", "purple", status=2
)

# knobs: a default and allowed values each
blocks = re.split(r"\n(?=\S)", run("knobs").rstrip("\n"))
assert len(blocks) > 50
for block in blocks:
    assert re.search(r"\n    default: \S", block) and re.search(r"\n    allowed: \S", block), block

# completion, by the shells themselves where they are installed
scripts = {shell: run("completion", shell) for shell in ("bash", "zsh", "fish")}
for shell, script in scripts.items():
    (scratch / shell).write_text(script)
    for command in COMMANDS:
        assert command in script
    if shutil.which(shell):
        assert subprocess.run([shell, "-n", scratch / shell], check=False).returncode == 0, shell
    else:
        print(f"{shell} is not installed: its script is not parsed")


def complete(*words):
    """What bash offers for the last word."""
    program = (
        f"source {scratch}/bash; COMP_WORDS=({' '.join(words)});"
        f" COMP_CWORD={len(words) - 1}; _karat; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    )
    return subprocess.run(["bash", "-c", program], capture_output=True, text=True, check=True).stdout.split()


assert complete("karat", "ch") == ["check"]
assert "--instruction" in complete("karat", "run", "--i") and "--until-coverage" in complete(
    "karat", "check", "--u"
)
assert complete("karat", "list", "--arch", "CDNA") == ["CDNA1", "CDNA2", "CDNA3"]
assert complete("karat", "check", "--stimulus", "mix") == ["mixed"]
assert complete("karat", "completion", "z") == ["zsh"]
assert '"tcsh" is not allowed; use bash, zsh or fish' in run("completion", "tcsh", status=2)

# the manual page
page = run("manual")
for command in COMMANDS:
    assert f".SS karat {command}".replace("-", "\\-") in page, command
if shutil.which("man"):
    (scratch / "karat.1").write_text(page)
    shown = subprocess.run(
        ["man", "--warnings", "-l", scratch / "karat.1"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "MANWIDTH": "100", "MAN_KEEP_FORMATTING": "", "LC_ALL": "C.UTF-8"},
    )
    assert not shown.stderr, shown.stderr
    assert "--until-coverage" in shown.stdout and "EXIT STATUS" in shown.stdout
else:
    print("man is not installed: the manual page is not formatted")
print(f"{len(COMMANDS)} commands, {options} options")
