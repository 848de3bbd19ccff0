// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/seeds.hpp"

#include <algorithm>
#include <optional>

#include "karat/error.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/knobs/knobs.hpp"
#include "karat/recipe/knobs/validate.hpp"
#include "karat/recipe/own_recipe.hpp"
#include "karat/recipe/program.hpp"

namespace karat::probe {
namespace {

std::vector<int> divisors(int size) {
    std::vector<int> out;
    for (int i = 1; i <= size; ++i) {
        if (size % i == 0) out.push_back(i);
    }
    return out;
}

class Guesses {
   public:
    explicit Guesses(const OperandRules& formats) : formats_(formats) {}

    void knobs() {
        for (std::size_t i = 0; i < EnumNames<Algorithm>::names.size(); ++i) {
            const auto algorithm = static_cast<Algorithm>(i);
            if (algorithm == Algorithm::recipe) continue;
            Spec spec;
            take_operands(spec, formats_);
            spec.algorithm = algorithm;
            if (formats_.are_integers()) {
                spec.overflow = Overflow::wrap;
                add(spec);
                continue;
            }
            spec.output_rounding = Rounding::RNE;
            if (spec.is_fused()) chains(spec);
            else if (algorithm == Algorithm::gps) trees(spec);
            else add(spec);
        }
    }
    [[nodiscard]] std::vector<Recipe> take() { return std::move(out_); }

   private:
    void chains(Spec spec) {
        for (const int terms : divisors(formats_.k)) {
            for (int p = 0; p < 3; ++p) {
                if (p > 0 && (terms == 1 || terms == formats_.k)) continue;
                for (const CPlace place : {CPlace::fused, CPlace::late}) {
                    spec.terms = terms;
                    spec.chain_pattern = static_cast<Pattern>(p);
                    spec.c_place = place;
                    groups(spec, terms);
                }
            }
        }
    }
    void groups(Spec spec, int terms) {
        if (spec.algorithm != Algorithm::gfda && spec.algorithm != Algorithm::gfdrda) return add(spec);
        for (const int group : divisors(terms)) {
            for (int p = 0; p < 3; ++p) {
                if (p > 0 && (group == 1 || group == terms)) continue;
                spec.group = group;
                spec.group_pattern = static_cast<Pattern>(p);
                add(spec);
            }
        }
    }
    void trees(Spec spec) {
        for (const int group : divisors(formats_.k)) {
            for (const Pairing pairing : {Pairing::adjacent, Pairing::half}) {
                for (const CPlace place : {CPlace::first, CPlace::last, CPlace::leaf_first, CPlace::leaf_last}) {
                    for (int p = 0; p < 3; ++p) {
                        spec.group = group;
                        spec.pairing = pairing;
                        spec.c_place = place;
                        spec.group_pattern = static_cast<Pattern>(p);
                        add(spec);
                    }
                }
            }
        }
    }
    void add(const Spec& spec) {
        try {
            validate(spec);
        } catch (const SpecError&) {
            return;
        }
        Recipe recipe = expand(spec);
        if (std::find(out_.begin(), out_.end(), recipe) == out_.end()) out_.push_back(std::move(recipe));
    }

    const OperandRules& formats_;
    std::vector<Recipe> out_;
};

}  // namespace

std::vector<Recipe> first_guesses(const OperandRules& formats) {
    Guesses out(formats);
    out.knobs();
    return out.take();
}

}  // namespace karat::probe
