# SPDX-License-Identifier: Apache-2.0
"""The patches that add the instruction vtwice, which uses the recipe of recipe_patches.py."""
from patching import news

INSTRUCTION_FIRST = [
    (
        "model/karat/instruction/riscv.cpp",
        "    }\n}\n\n}  // namespace karat\n",
        """    }
    all.push_back({Arch::RISCV,
                   "vtwice.vv.bf16.k8",
                   {},
                   {1, 1, 8, 1},
                   spec_of(families::twice(Format::bf16, Format::bf16, 8))});
}

}  // namespace karat
""",
    ),
]

INSTRUCTION = [
    (
        "model/karat/instruction/sources.cpp",
        "        {{RISCV}, ",
        "        {{RISCV}, {\"vtwice.*\"}, {assumed, \"an example; no hardware\"}},\n        {{RISCV}, ",
    ),
    news("The instruction `vtwice.vv.bf16.k8`."),
]
