// SPDX-License-Identifier: Apache-2.0
// The algorithms by their names in the literature, and the specifications that each name covers.
#pragma once
#include <array>
#include <cstdint>
#include <string_view>

#include "karat/recipe/spec.hpp"

namespace karat {

enum class AlgorithmKind : std::uint8_t {
    sfma,  ///< output_rounding RNE
    gps,
    fda,
    cofda,
    gdfs,  ///< group_exponent scale, zero_group terms or counted
    fdrda,
    cofdrda,
    gfdrda,
    cogfdrda,
    sda,
    gfda,
    muladd,
    fma,
    exact,
};

/// Operations of a dot-add: one (terms = k), a chain of several (terms < k), or any number.
enum class Operations : std::uint8_t { any, one, chain };

struct PublishedAlgorithm {
    std::string_view name;
    Algorithm algorithm;
    Operations operations = Operations::any;
};

/// In the order of AlgorithmKind.
inline constexpr std::array kPublished{
    PublishedAlgorithm{"SFMA", Algorithm::fma},
    PublishedAlgorithm{"GPS", Algorithm::gps},
    PublishedAlgorithm{"FDA", Algorithm::fda, Operations::one},
    PublishedAlgorithm{"CoFDA", Algorithm::fda, Operations::chain},
    PublishedAlgorithm{"GDFS", Algorithm::gfda, Operations::one},
    PublishedAlgorithm{"FDRDA", Algorithm::fdrda, Operations::one},
    PublishedAlgorithm{"CoFDRDA", Algorithm::fdrda, Operations::chain},
    PublishedAlgorithm{"GFDRDA", Algorithm::gfdrda, Operations::one},
    PublishedAlgorithm{"CoGFDRDA", Algorithm::gfdrda, Operations::chain},
    PublishedAlgorithm{"SDA", Algorithm::sda},
    PublishedAlgorithm{"GFDA", Algorithm::gfda},
    PublishedAlgorithm{"MULADD", Algorithm::muladd},
    PublishedAlgorithm{"FMA", Algorithm::fma},
    PublishedAlgorithm{"Exact", Algorithm::exact},
};
inline constexpr std::size_t kAlgorithmKinds = kPublished.size();

[[nodiscard]] constexpr const PublishedAlgorithm& info(AlgorithmKind kind) {
    return kPublished[static_cast<std::size_t>(kind)];
}
[[nodiscard]] constexpr std::string_view name_of(AlgorithmKind kind) { return info(kind).name; }

/// Throws SpecError if the specification is invalid or not of this kind. The message names the first knob
/// that does not match.
void require_kind(AlgorithmKind kind, const Spec& spec);

}  // namespace karat
