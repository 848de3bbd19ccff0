# SPDX-License-Identifier: Apache-2.0
"""The parts of scripts/drawings.py."""
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]  # of the source tree
