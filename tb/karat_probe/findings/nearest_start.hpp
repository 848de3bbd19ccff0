// SPDX-License-Identifier: Apache-2.0
// Where the search for a unit's faults starts, if nobody knows what the unit was meant to compute.
#pragma once
#include <string>

#include "karat/instruction/instruction.hpp"
#include "karat/recipe/edits/edit_paths.hpp"
#include "karat_probe/findings/answers.hpp"
#include "karat_probe/target/target.hpp"

namespace karat::probe {

struct NearestStart {
    Recipe recipe;
    std::string name;                    ///< "the given specification", "Hopper/HMMA.16816.F32"
    std::size_t unexplained = 0;         ///< answers that the nearest specification from there does not give
    EditNames names = EditNames::knobs;  ///< of edits: by paths if no knobs describe the recipe
    const Instruction* instruction = nullptr;  ///< if it is one of the registry
};

/// Whether a unit's faults are sought next to an inferred recipe, not next to a known one. An inferred recipe
/// may imitate a frequent fault, and so give more answers than the intended specification. So known faults
/// are named beside both. Nobody wrote the inferred recipe down: it is nearer only if it explains every
/// answer, or if more than one in 100 answers stays unexplained beside the known one, and less than half as
/// many beside the inferred one.
[[nodiscard]] bool is_nearer(const NearestStart& inferred, const NearestStart& known,
                             const UnitAnswers& answers);

/// Of the given recipe and all instructions of the registry with its formats, the one from which
/// nearest_intent() leaves the fewest answers unexplained. If that is more than a tenth of them, the recipe
/// that identify() infers from the unit within `seconds` competes too, by is_nearer(). `names`: for edits of
/// the given recipe. Throws TargetError if the unit stops answering.
[[nodiscard]] NearestStart nearest_start(const Recipe& given, EditNames names, const UnitAnswers& answers,
                                         Target& unit, double seconds);
/// The same without a unit: nothing is inferred.
[[nodiscard]] NearestStart nearest_start(const Recipe& given, EditNames names, const UnitAnswers& answers);

}  // namespace karat::probe
