# SPDX-License-Identifier: Apache-2.0
"""The generators of the reference pages, one module for each page, and what they share."""
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]  # of the source tree
