// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/trees/structures.hpp"

#include <optional>

#include "karat/error.hpp"
#include "karat/recipe/knobs/knobs.hpp"
#include "karat/recipe/knobs/validate.hpp"
#include "karat_probe/identify/trees/division.hpp"

namespace karat::probe {
namespace {

class Structures {
   public:
    explicit Structures(const Spec& spec) : base_(spec) {}

    std::vector<Spec> run() {
        if (base_.is_fused())
            chains(base_);
        else
            trees(base_);
        return std::move(out_);
    }

   private:
    /// The knob is unset where it has its default value, all.
    template <class Body>
    static void each_divisor(int size, const Body& body) {
        for (const int part : divisors(size)) body(part == size ? std::optional<int>{} : part);
    }
    template <class Body>
    static void each_pattern(const std::optional<int>& part, int size, const Body& body) {
        for (const Pattern pattern : different_patterns(size / part.value_or(size), size)) body(pattern);
    }
    void chains(Spec spec) {
        each_divisor(spec.k, [&](const std::optional<int>& terms) {
            spec.terms = terms;
            each_pattern(terms, spec.k, [&](Pattern pattern) {
                spec.chain_pattern = pattern;
                for (const std::optional<CPlace> place :
                     {std::optional<CPlace>{}, std::optional<CPlace>{CPlace::late}}) {
                    spec.c_place = place;
                    groups(spec, spec.terms_or_default());
                }
            });
        });
    }
    void groups(Spec spec, int whole) {
        if (!find_knob("group").applies_to(spec.algorithm)) return add(spec);
        each_divisor(whole, [&](const std::optional<int>& group) {
            spec.group = group;
            each_pattern(group, whole, [&](Pattern pattern) {
                spec.group_pattern = pattern;
                add(spec);
            });
        });
    }
    void trees(Spec spec) {
        if (!find_knob("pairing").applies_to(spec.algorithm)) return add(spec);
        each_divisor(spec.k, [&](const std::optional<int>& group) {
            spec.group = group;
            each_pattern(group, spec.k, [&](Pattern pattern) {
                spec.group_pattern = pattern;
                for (const Pairing pairing : {Pairing::adjacent, Pairing::half}) {
                    spec.pairing = pairing;
                    for (const std::optional<CPlace> place :
                         {std::optional<CPlace>{}, std::optional<CPlace>{CPlace::last},
                          std::optional<CPlace>{CPlace::leaf_first},
                          std::optional<CPlace>{CPlace::leaf_last}}) {
                        spec.c_place = place;
                        add(spec);
                    }
                }
            });
        });
    }
    void add(const Spec& spec) {
        try {
            validate(spec);
            out_.push_back(spec);
        } catch (const SpecError&) {  // this structure does not go with another knob
        }
    }

    const Spec& base_;
    std::vector<Spec> out_;
};

}  // namespace

std::vector<int> divisors(int size) {
    std::vector<int> out;
    for (int i = 1; i <= size; ++i) {
        if (size % i == 0) out.push_back(i);
    }
    return out;
}

std::vector<Spec> structures(const Spec& spec) { return Structures(spec).run(); }

}  // namespace karat::probe
