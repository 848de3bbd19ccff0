// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/knob_skeletons.hpp"

#include "karat/error.hpp"
#include "karat/recipe/knobs/knobs.hpp"
#include "karat/recipe/knobs/validate.hpp"
#include "karat/recipe/own_recipe.hpp"
#include "karat/recipe/program.hpp"

namespace karat::probe {
namespace {

constexpr std::array kPatterns{Pattern::contiguous, Pattern::interleaved, Pattern::pairs};

class Skeletons {
   public:
    Skeletons(const Recipe& recipe, const std::set<Format>& formats) : formats_(formats) {
        take_operands(base_, recipe.operands);
        if (base_.scale_block == base_.k) base_.scale_block.reset();
        if (recipe.operands.are_integers()) base_.overflow = Overflow::wrap;
        // the tree of an unrolled recipe depends on whether the order of the addends shows in a NaN
        base_.nan = Program(recipe).operations().back().round->nan;
    }

    [[nodiscard]] std::vector<Spec> all() {
        for (std::size_t i = 0; i < EnumNames<Algorithm>::names.size(); ++i) {
            Spec spec = base_;
            spec.algorithm = static_cast<Algorithm>(i);
            if (spec.algorithm == Algorithm::recipe) continue;
            const Spec defaults;
            for (const Knob& knob : knobs()) {
                if (!knob.applies_to(spec.algorithm)) knob.set(spec, knob.get(defaults), knob.key);
            }
            if (spec.is_fused())
                chains(spec);
            else
                running_sums(spec);
        }
        return std::move(out_);
    }

   private:
    template <class Body>
    static void each_divisor(int size, const Body& body) {
        for (int part = 1; part <= size; ++part) {
            if (size % part == 0) body(part == size ? std::optional<int>{} : part);
        }
    }
    /// The patterns that differ for `parts` parts: with one or with all of size 1 they are the same.
    template <class Body>
    static void each_pattern(const std::optional<int>& part, const Body& body) {
        for (const Pattern pattern : kPatterns) {
            if (pattern == Pattern::contiguous || (part && *part > 1)) body(pattern);
        }
    }
    void chains(Spec spec) {
        each_divisor(spec.k, [&](const std::optional<int>& terms) {
            spec.terms = terms;
            each_pattern(terms, [&](Pattern pattern) {
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
        if (spec.algorithm != Algorithm::gfda && spec.algorithm != Algorithm::gfdrda) return add(spec);
        each_divisor(whole, [&](const std::optional<int>& group) {
            spec.group = group;
            each_pattern(group, [&](Pattern pattern) {
                spec.group_pattern = pattern;
                add(spec);
            });
        });
    }
    void running_sums(Spec spec) {
        trees(spec);
        if (spec.algorithm == Algorithm::exact) return;
        for (const Format format : formats_) {
            spec.acc_format = format;
            if (format != spec.d) trees(spec);
        }
    }
    void trees(Spec spec) {
        if (spec.algorithm != Algorithm::gps) return add(spec);
        each_divisor(spec.k, [&](const std::optional<int>& group) {
            spec.group = group;
            each_pattern(group, [&](Pattern pattern) {
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
        } catch (const SpecError&) {
            return;
        }
        out_.push_back(spec);
    }

    Spec base_;
    const std::set<Format>& formats_;
    std::vector<Spec> out_;
};

}  // namespace

std::vector<Spec> knob_skeletons(const Recipe& recipe, const std::set<Format>& formats) {
    return Skeletons(recipe, formats).all();
}

}  // namespace karat::probe
