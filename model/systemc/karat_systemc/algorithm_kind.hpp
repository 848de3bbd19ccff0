// SPDX-License-Identifier: Apache-2.0
// The algorithms by their names in the literature, each with the specifications that belong to it.
#pragma once
#include <array>
#include <cstdint>
#include <string_view>

#include "karat/recipe/spec.hpp"

namespace karat::systemc {

enum class AlgorithmKind : std::uint8_t {
    sfma,      ///< fma, output_rounding RNE
    gps,       ///< gps
    fda,       ///< fda, one operation: terms = k
    cofda,     ///< fda, a chain: terms < k
    gdfs,      ///< gfda, one operation, group_exponent scale, zero_group terms or counted
    fdrda,     ///< fdrda, one operation
    cofdrda,   ///< fdrda, a chain
    gfdrda,    ///< gfdrda, one operation
    cogfdrda,  ///< gfdrda, a chain
    sda,       ///< sda
    gfda,      ///< gfda
    muladd,    ///< muladd
    fma,       ///< fma
    exact,     ///< exact
};
inline constexpr std::size_t kAlgorithmKinds = 14;

/// Throws SpecError if the specification is impossible or not of this kind, about the first knob that says
/// so.
void require_kind(AlgorithmKind kind, const Spec& spec);

}  // namespace karat::systemc

template <>
struct karat::EnumNames<karat::systemc::AlgorithmKind> {
    static constexpr std::array<std::string_view, karat::systemc::kAlgorithmKinds> names{
        "SFMA",   "GPS",      "FDA", "CoFDA", "GDFS",   "FDRDA", "CoFDRDA",
        "GFDRDA", "CoGFDRDA", "SDA", "GFDA",  "MULADD", "FMA",   "Exact"};
};
