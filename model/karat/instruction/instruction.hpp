// SPDX-License-Identifier: Apache-2.0
// What an instruction is: a specification, a shape, and how well it is known.
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

/// hardware_checked: recorded outputs replay without a mismatch. measured: others measured it on hardware,
/// independently of the papers, with no mismatch. published: a paper validated it on hardware. conflicting:
/// the sources disagree. assumed: no source says it.
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
    std::string date;  ///< last replayed, as 2026-11-21
};

struct Instruction {
    Arch arch = Arch::Volta;
    std::string name;                  ///< `{M}` and `{N}` stand for a choice of shape
    std::vector<std::string> aliases;  ///< PTX spelling, older spellings
    Shape shape;
    Spec spec;
    Evidence evidence = Evidence::assumed;
    std::string source;
    std::vector<OpenQuestion> open;
    Recorded recorded = {};  ///< of an instruction that is hardware-checked
};

}  // namespace karat
