# SPDX-License-Identifier: Apache-2.0
"""Shared by both campaigns: argument parsing, stored results, and the handling of an interrupt."""

import argparse
import json
import os
import pathlib
import sys


def positive(text):
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text}: must be a whole number, 1 or more")
    return int(text)


def program(text):
    path = pathlib.Path(text).resolve()
    if not path.is_file() or not os.access(path, os.X_OK):
        raise argparse.ArgumentTypeError(f"{text} is not an executable program")
    return path


def folder(text):
    """Creates the folder if it does not exist."""
    path = pathlib.Path(text).resolve()
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{text}: cannot create this folder: {error.strerror}") from error
    return path


def results(path):
    """Yields the results of earlier runs.

    An interrupted run may leave an incomplete line, to which the next run appends its first result. Such a
    line is skipped, so its mutants are run again.
    """
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
        print("\ninterrupted: run the same command again to continue", file=sys.stderr)
        sys.exit(130)
