// SPDX-License-Identifier: Apache-2.0
#include "karat_sweep/defaults.hpp"

#include <map>
#include <set>

namespace karat::sweep {
namespace {

/// "RZ for fda, RNE for sda", in the order of the algorithms; "" if there are not two values.
std::string rounding_text(const std::vector<Spec>& specs) {
    std::map<Algorithm, Rounding> found;
    bool unset = false;
    for (const Spec& spec : specs) {
        if (spec.algorithm == Algorithm::recipe || info(spec.d).is_integer()) continue;
        found[spec.algorithm] = spec.output_rounding_or_default();
        unset |= !spec.output_rounding;
    }
    std::set<Rounding> roundings;
    std::string out;
    for (const auto& [algorithm, rounding] : found) {
        roundings.insert(rounding);
        out += (out.empty() ? "" : ", ") + std::string(name_of(rounding)) + " for " +
               std::string(name_of(algorithm));
    }
    return unset && roundings.size() > 1 ? out : "";
}

/// "gfda, gps": the algorithms with groups that no knob sets.
std::string grouped_text(const std::vector<Spec>& specs) {
    std::set<Algorithm> found;
    for (const Spec& spec : specs) {
        const bool groups = spec.algorithm == Algorithm::gfda || spec.algorithm == Algorithm::gfdrda ||
                            spec.algorithm == Algorithm::gps;
        if (groups && !spec.group) found.insert(spec.algorithm);
    }
    std::string out;
    for (const Algorithm algorithm : found)
        out += (out.empty() ? "" : ", ") + std::string(name_of(algorithm));
    return out;
}

}  // namespace

std::vector<Spec> chosen_specs(const std::vector<Compared>& all) {
    std::map<std::string, std::set<Algorithm>> algorithms;
    for (const Compared& one : all) algorithms[one.instruction].insert(one.spec.algorithm);
    std::vector<Spec> out;
    for (const Compared& one : all)
        if (one.instruction.empty() || algorithms[one.instruction].size() > 1) out.push_back(one.spec);
    return out;
}

std::vector<std::string> differing_defaults(const std::vector<Spec>& specs,
                                            const std::string& rounding_option,
                                            const std::string& group_option) {
    std::vector<std::string> out;
    if (const std::string text = rounding_text(specs); !text.empty())
        out.push_back("default: output_rounding is " + text + "; set one for all with " + rounding_option);
    if (const std::string text = grouped_text(specs); !text.empty())
        out.push_back("default: group is all products of an operation, one group, for " + text +
                      "; set it with " + group_option);
    return out;
}

}  // namespace karat::sweep
