# SPDX-License-Identifier: Apache-2.0
"""The patches that add the format e2m5. Those in FORMAT_FIRST alone are a change that is half done."""
from patching import news

FORMAT_FIRST = [
    (
        "model/karat/format/format.hpp",
        "    ROW(b1, 1, 1, 0, 1, 0, false, true, integer)\n",
        "    ROW(b1, 1, 1, 0, 1, 0, false, true, integer)       \\\n"
        "    ROW(e2m5, 8, 2, 5, 1, 0, true, true, ieee)\n",
    ),
]

FORMAT = [
    ("tests/reference/encoding.cpp", "std::array<Format, 16> formats", "std::array<Format, 17> formats"),
    (
        "tests/reference/encoding.cpp",
        '    {"e3m4", 8, 3, 4, 3, NanKind::ieee, true, true, 0},\n',
        '    {"e3m4", 8, 3, 4, 3, NanKind::ieee, true, true, 0},\n'
        '    {"e2m5", 8, 2, 5, 1, NanKind::ieee, true, true, 0},\n',
    ),
    (
        "tests/reference/self_check/self_check.cpp",
        '"e2m3", "e2m1", "ue8m0", "ue4m3"}',
        '"e2m3", "e2m1", "ue8m0", "ue4m3", "e2m5"}',
    ),
    (
        "tests/reference/self_check/self_check.cpp",
        '{"e2m1", 6},         {"fp16", 65504}}',
        '{"e2m1", 6},         {"fp16", 65504}, {"e2m5", 3.9375}}',
    ),
    ("tests/unit/formats.hpp", "Format::ue4m3, Format::e3m4}", "Format::ue4m3, Format::e3m4, Format::e2m5}"),
    (
        "tests/unit/format_test.cpp",
        "TEST(Unpack, E3M4) {\n",
        """TEST(Unpack, E2M5) {
    expect_values(Format::e2m5, {{0x80, -0.0},
                                 {0x01, 0x1p-5},
                                 {0x1F, 0x1.fp-1},
                                 {0x20, 1},
                                 {0x40, 2},
                                 {0xDF, -3.9375},
                                 {0x60, kInf},
                                 {0xE0, -kInf},
                                 {0x61, kNan}});
}

TEST(Unpack, E3M4) {
""",
    ),
    (
        "tests/unit/knob_values_test.cpp",
        'find_knob("d").values().size(), 23U',
        'find_knob("d").values().size(), 24U',
    ),
    ("tests/recipe/recipe_maker.hpp", "Format::e3m4, ", "Format::e3m4, Format::e2m5, "),
    ("tests/rtl/random_lint_test.py", '"e3m4", ', '"e3m4", "e2m5", '),
    ("docs/reference/systemc.md", "22 b1", "22 b1, 23 e2m5"),
    news("The format `e2m5`."),
]
