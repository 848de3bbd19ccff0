// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/findings/nearest_start.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "karat/instruction/registry.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat_probe/findings/bugs.hpp"
#include "karat_probe/findings/intent.hpp"
#include "karat_probe/identify/identify.hpp"
#include "karat_probe/identify/knobs/knob_form.hpp"

namespace karat::probe {
namespace {

std::size_t disagreements(const Recipe& recipe, const UnitAnswers& answers) {
    const Agreement agrees(recipe);
    const auto count = [&](const std::vector<UnitAnswer>& list) {
        return static_cast<std::size_t>(std::count_if(
            list.begin(), list.end(), [&](const UnitAnswer& answer) { return !agrees(answer); }));
    };
    return count(answers.wrong) + count(answers.right);
}

/// The given recipe and those of the registry, each arithmetic once, the one that agrees most first.
std::vector<NearestStart> candidates(const Recipe& given, EditNames names, const UnitAnswers& answers) {
    constexpr std::size_t most = 4;
    std::vector<NearestStart> out{{given, "the given specification", disagreements(given, answers), names}};
    for (const Instruction& instruction : registry()) {
        Recipe recipe = expand(instruction.spec);
        const auto same = [&](const NearestStart& other) { return other.recipe == recipe; };
        if (!(formats_of(recipe.operands) == formats_of(given.operands)) ||
            std::any_of(out.begin(), out.end(), same))
            continue;
        const std::size_t wrong = disagreements(recipe, answers);
        out.push_back({std::move(recipe), std::string(name_of(instruction.arch)) + "/" + instruction.name,
                       wrong, EditNames::knobs, &instruction});
    }
    const auto fewer = [](const NearestStart& x, const NearestStart& y) {
        return x.unexplained < y.unexplained;
    };
    std::stable_sort(out.begin(), out.end(), fewer);
    if (out.size() > most) out.resize(most);
    return out;
}

/// Answers that stay unexplained when known faults are named beside a start.
std::size_t unnamed(const NearestStart& start, const UnitAnswers& answers) {
    return find_bugs(start.recipe, judged_by(start.recipe, answers), nullptr, start.names).unnamed;
}

void judge(NearestStart& start, const UnitAnswers& answers) {
    start.unexplained = nearest_intent(start.recipe, answers).unexplained;
}

}  // namespace

bool is_nearer(const NearestStart& inferred, const NearestStart& known, const UnitAnswers& answers) {
    if (inferred.unexplained == 0 || known.unexplained == 0) return inferred.unexplained < known.unexplained;
    constexpr std::size_t few = 100;
    constexpr std::size_t margin = 2;
    const std::size_t left = unnamed(known, answers);
    if (left * few <= answers.wrong.size() + answers.right.size()) return false;
    return unnamed(inferred, answers) * margin < left;
}

NearestStart nearest_start(const Recipe& given, EditNames names, const UnitAnswers& answers) {
    std::vector<NearestStart> starts = candidates(given, names, answers);
    for (NearestStart& start : starts) judge(start, answers);
    return std::move(*std::min_element(starts.begin(), starts.end(), [](const auto& x, const auto& y) {
        return x.unexplained < y.unexplained;
    }));
}

NearestStart nearest_start(const Recipe& given, EditNames names, const UnitAnswers& answers, Target& unit,
                           double seconds) {
    NearestStart known = nearest_start(given, names, answers);
    if (known.unexplained * 10 <= answers.wrong.size() + answers.right.size()) return known;
    IdentifySettings settings;
    settings.seconds = seconds;
    settings.steady_answers = 0;  // a faulty unit may well be unsteady
    Recipe recipe;
    try {
        recipe = identify(unit, settings).recipe;
    } catch (const UnknownAnswer&) {  // nothing can be inferred from it
        return known;
    }
    Intent intent = nearest_intent(recipe, answers);
    NearestStart inferred{std::move(intent.recipe), "the specification inferred from its answers",
                          intent.unexplained};
    if (!knob_form(inferred.recipe)) inferred.names = EditNames::paths;
    return is_nearer(inferred, known, answers) ? inferred : known;
}

}  // namespace karat::probe
