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
    RDNA3,
    RDNA4,
    x86,
    Arm,
    RISCV
};

template <>
struct EnumNames<Arch> {
    static constexpr std::array<std::string_view, 15> names{
        "Volta", "Turing", "Ampere", "Ada",   "Hopper", "Blackwell", "RTXBlackwell", "CDNA1",
        "CDNA2", "CDNA3",  "RDNA3",  "RDNA4", "x86",    "Arm",       "RISCV"};
};

/// hardware_checked: recorded outputs replay without a mismatch. measured: third parties measured it on
/// hardware, independently of the papers, without a mismatch. published: a paper validated it on hardware.
/// documented: the vendor's text or an emulator says it. conflicting: the sources disagree. assumed: no
/// source covers it.
enum class Evidence : std::uint8_t {
    hardware_checked,
    measured,
    published,
    documented,
    conflicting,
    assumed
};

template <>
struct EnumNames<Evidence> {
    static constexpr std::array<std::string_view, 6> names{"hardware-checked", "measured",    "published",
                                                           "documented",       "conflicting", "assumed"};
};

/// recorded: outputs of hardware that the tests replay. measured: an independent measurement on hardware.
/// paper: it describes or validates the arithmetic. documentation: the vendor's text, or an emulator's code.
/// assumed: nobody says it; the text tells what it was taken from.
enum class SourceKind : std::uint8_t { recorded, measured, paper, documentation, assumed };

template <>
struct EnumNames<SourceKind> {
    static constexpr std::array<std::string_view, 5> names{"recorded", "measured", "paper", "documentation",
                                                           "assumed"};
};

/// One source of what is known about an instruction.
struct Source {
    SourceKind kind = SourceKind::assumed;
    std::string text;
    std::string decides =
        {};                   ///< what it decides: attributes, in words; empty: everything but open questions
    std::string device = {};  ///< recorded, measured: the hardware
    std::int64_t elements = 0;  ///< recorded, measured: number of results, all without a mismatch; 0: unknown
    std::string date = {};      ///< recorded: last replay; otherwise the source's date, as far as known
};

/// A knob whose value the sources leave open or dispute.
struct OpenQuestion {
    std::string knob;
    Evidence evidence;
    std::string text;
};

struct Instruction {
    Arch arch = Arch::Volta;
    std::string name;                  ///< `{M}` and `{N}` are placeholders for a selectable shape
    std::vector<std::string> aliases;  ///< PTX spelling, older spellings
    Shape shape;
    Spec spec;
    std::vector<OpenQuestion> open = {};
    std::vector<Source> sources = {};       ///< sources.cpp
    Evidence evidence = Evidence::assumed;  ///< level of the best source
    bool draft = false;                     ///< of a draft: name and rules may still change

    /// The level of evidence as listings show it: "documented (draft)".
    [[nodiscard]] std::string evidence_text() const {
        return std::string(name_of(evidence)) + (draft ? " (draft)" : "");
    }

    /// The number of recorded results that replay; positive for hardware-checked instructions only.
    [[nodiscard]] std::int64_t recorded() const {
        std::int64_t sum = 0;
        for (const Source& source : sources)
            if (source.kind == SourceKind::recorded) sum += source.elements;
        return sum;
    }
};

}  // namespace karat
