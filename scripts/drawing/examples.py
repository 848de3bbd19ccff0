# SPDX-License-Identifier: Apache-2.0
"""The dot-adds to draw: the `karat explain` commands of docs/explanation/families.md."""
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

from drawing import ROOT
from drawing.dot_add import drawing
from drawing.panels import sums_by_name

PAGE = ROOT / "docs" / "explanation" / "families.md"


def examples():
    """{picture: (title, command)} of the page, and its files {name: text}."""
    text = PAGE.read_text()
    files = dict(re.findall(r"<!-- file: (\S+) -->\n```\w*\n(.*?)```", text, re.S))
    found = {}
    for image in re.finditer(r'<img src="../images/(\w+\.svg)"[^>]*?alt="([^"]*)"', text, re.S):
        command = re.search(r"```console\n\$ (karat explain (?:[^\n]*\\\n)*[^\n]*)", text[image.end():])
        if command is None:
            sys.exit(f"drawings: {PAGE.name} has no karat explain command below {image[1]}")
        found[image[1]] = (" ".join(image[2].split()), command[1].replace("\\\n", " "))
    return found, files


def output_of(karat, words, folder):
    done = subprocess.run([karat, *words], cwd=folder, text=True, capture_output=True, check=False)
    if done.returncode:
        sys.exit(f"drawings: karat {shlex.join(words)}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def dot_add_pictures(karat):
    found, files = examples()
    pictures = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            (pathlib.Path(folder) / name).write_text(text)
        for picture, (title, command) in found.items():
            words = shlex.split(command)[1:]
            subject = []
            for at, word in enumerate(words):
                if word in ("--arch", "--instruction", "--spec", "--set"):
                    subject += [word, words[at + 1]]
            trace = output_of(karat, [*words, "--json"], folder)
            recipe = output_of(karat, ["show", *subject, "--recipe"], folder)
            sums = sums_by_name(recipe["result"], {})
            pictures[picture] = drawing(title, " ".join(command.split()), trace, sums)
    return pictures
