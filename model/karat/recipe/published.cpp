// SPDX-License-Identifier: Apache-2.0
#include "karat/recipe/published.hpp"

#include <string>

#include "karat/error.hpp"
#include "karat/recipe/knobs/validate.hpp"

namespace karat {
namespace {

void require(bool holds, AlgorithmKind kind, const std::string& key, std::string_view value,
             std::string_view allowed) {
    if (holds) return;
    throw SpecError(key, key + ": " + std::string(value) + " does not match " + std::string(name_of(kind)) +
                             "; use " + std::string(allowed));
}

template <class Enum>
void require_value(AlgorithmKind kind, const std::string& key, Enum value, Enum wanted) {
    require(value == wanted, kind, key, name_of(value), name_of(wanted));
}

}  // namespace

void require_kind(AlgorithmKind kind, const Spec& spec) {
    validate(spec);  // first, because terms = 0 would cause a division by zero below
    const PublishedAlgorithm& rule = info(kind);
    require_value(kind, "algorithm", spec.algorithm, rule.algorithm);
    const std::string terms = std::to_string(spec.terms_or_default());
    const std::string k = "k = " + std::to_string(spec.k);
    require(rule.operations != Operations::one || spec.operations() == 1, kind, "terms", terms, k);
    require(rule.operations != Operations::chain || spec.operations() > 1, kind, "terms", terms,
            "less than " + k);
    if (kind == AlgorithmKind::sfma)
        require_value(kind, "output_rounding", spec.output_rounding_or_default(), Rounding::RNE);
    if (kind == AlgorithmKind::gdfs) {
        require_value(kind, "group_exponent", spec.group_exponent, GroupExponent::scale);
        require(spec.zero_group != ZeroGroup::ignored, kind, "zero_group",
                std::string(name_of(spec.zero_group)), "terms or counted");
    }
}

}  // namespace karat
