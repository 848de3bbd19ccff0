// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/knobs/knob_skeletons.hpp"

#include "karat/recipe/knobs/knobs.hpp"
#include "karat/recipe/own_recipe.hpp"
#include "karat/recipe/program.hpp"
#include "karat_probe/identify/trees/structures.hpp"

namespace karat::probe {
namespace {

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
            add(spec);
            const bool sums_up = find_knob("acc_format").applies_to(spec.algorithm);
            for (const Format format : formats_) {
                if (!sums_up || format == spec.d) continue;
                spec.acc_format = format;
                add(spec);
            }
        }
        return std::move(out_);
    }

   private:
    void add(const Spec& spec) {
        for (Spec& structure : structures(spec)) out_.push_back(std::move(structure));
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
