# SPDX-License-Identifier: Apache-2.0
"""What both campaigns share: their arguments, results that outlive an interruption, and how one ends."""
import argparse
import json
import os
import pathlib
import sys


def positive(text):
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text}: a number from 1 on is needed")
    return int(text)


def program(text):
    path = pathlib.Path(text).resolve()
    if not path.is_file() or not os.access(path, os.X_OK):
        raise argparse.ArgumentTypeError(f"{text} is no program")
    return path


def folder(text):
    """Made if need be."""
    path = pathlib.Path(text).resolve()
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{text}: no folder can be made there: {error.strerror}") from error
    return path


def results(path):
    """Results of earlier runs. A line that an interruption cut short, which also begins the next run's first, is done again."""
    if not path.exists():
        return
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            yield json.loads(line)
        except json.JSONDecodeError:
            continue


def run(main):
    try:
        main()
    except KeyboardInterrupt:
        print("\ninterrupted: the same command goes on where this one stopped", file=sys.stderr)
        sys.exit(130)
