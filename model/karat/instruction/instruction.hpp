// SPDX-License-Identifier: Apache-2.0
// An instruction: its specification, its shape, and the evidence for them.
#pragma once
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "karat/evaluate/shape.hpp"
#include "karat/recipe/spec.hpp"

namespace karat {

enum class Arch : std::uint8_t {
    Volta,
    Turing,
    Ampere,
    Ada,
    Hopper,
    Blackwell,
    RTXBlackwell,
    CDNA1,
    CDNA2,
    CDNA3,
    RDNA4,
    RISCV
};

template <>
struct EnumNames<Arch> {
    static constexpr std::array<std::string_view, 12> names{"Volta",  "Turing",    "Ampere",       "Ada",
                                                            "Hopper", "Blackwell", "RTXBlackwell", "CDNA1",
                                                            "CDNA2",  "CDNA3",     "RDNA4",        "RISCV"};
};

/// hardware_checked: recorded outputs replay without a mismatch. measured: third parties measured it on
/// hardware, independently of the papers, without a mismatch. published: a paper validated it on hardware.
/// conflicting: the sources disagree. assumed: no source covers it.
enum class Evidence : std::uint8_t { hardware_checked, measured, published, conflicting, assumed };

template <>
struct EnumNames<Evidence> {
    static constexpr std::array<std::string_view, 5> names{"hardware-checked", "measured", "published",
                                                           "conflicting", "assumed"};
};

/// A knob whose value the sources leave open or dispute.
struct OpenQuestion {
    std::string knob;
    Evidence evidence;
    std::string text;
};

/// Outputs recorded on hardware that replay without a mismatch.
struct Recorded {
    int elements = 0;
    std::string date;  ///< date of the last replay, such as 2026-11-21
};

struct Instruction {
    Arch arch = Arch::Volta;
    std::string name;                  ///< `{M}` and `{N}` are placeholders for a selectable shape
    std::vector<std::string> aliases;  ///< PTX spelling, older spellings
    Shape shape;
    Spec spec;
    Evidence evidence = Evidence::assumed;
    std::string source;
    std::vector<OpenQuestion> open;
    Recorded recorded = {};  ///< only for hardware-checked instructions
};

}  // namespace karat
