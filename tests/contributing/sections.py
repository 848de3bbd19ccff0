# SPDX-License-Identifier: Apache-2.0
"""The sections of CONTRIBUTING.md that are followed, and the patches and generated files of each."""
from format_patches import FORMAT, FORMAT_FIRST
from instruction_patches import INSTRUCTION, INSTRUCTION_FIRST
from recipe_patches import RECIPE, RECIPE_FIRST

# What stands for the placeholders of CONTRIBUTING.md in the patches.
PLACEHOLDERS = {"NAME": "twice", "VENDOR": "riscv"}

# Section of CONTRIBUTING.md: (patches applied first, the other patches, files that a program writes).
SECTIONS = {
    "A format": (
        FORMAT_FIRST,
        FORMAT,
        {
            "tests/engine/plans.golden",
            "tests/engine/fast_specifications.golden",
            "docs/reference/formats.md",
        },
    ),
    "A recipe": (RECIPE_FIRST, RECIPE, set()),
    "An instruction": (
        INSTRUCTION_FIRST,
        INSTRUCTION,
        {"tests/unit/registry.golden", "docs/reference/instructions.md"},
    ),
}

# Generated files that a change may leave as they are: CONTRIBUTING.md lists them under "Where it applies".
OPTIONAL = {"tests/engine/repaired_lanes.golden"}


def all_patches(index):
    return [patch for section in SECTIONS.values() for patch in section[index]]
