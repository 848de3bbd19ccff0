// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/seeds.hpp"

#include <algorithm>
#include <optional>

#include "karat/error.hpp"
#include "karat/recipe/edits/sites.hpp"
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
            if (spec.is_fused())
                chains(spec);
            else if (algorithm == Algorithm::gps)
                trees(spec);
            else
                add(spec);
        }
    }
    /// The same trees with every rounding but the last to another format.
    void inner_formats() {
        if (formats_.are_integers()) return;
        const std::vector<FirstGuess> plain = out_;
        for (const FirstGuess& guess : plain) {
            const editing::Sites sites = editing::find_sites(guess.recipe);
            editing::Paths inner;
            for (const editing::RoundSite& site : sites.rounds) {
                if (!site.result) inner.push_back(site.path);
            }
            if (inner.empty()) continue;
            for (const Format format : {Format::fp64, Format::fp32, Format::tf32, Format::fp16, Format::bf16,
                                        Format::e5m2, Format::e4m3}) {
                if (format == formats_.d) continue;
                Recipe changed = editing::with_rounds(guess.recipe, inner, [&](OutputRule& rule) {
                    rule.format = format;
                    rule.fraction = info(format).fraction_bits;
                });
                try {
                    (void)Program(changed);
                } catch (const SpecError&) {
                    continue;
                }
                out_.push_back({100 + static_cast<int>(format), std::move(changed)});
            }
        }
    }
    [[nodiscard]] std::vector<FirstGuess> take() { return std::move(out_); }

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
                for (const CPlace place :
                     {CPlace::first, CPlace::last, CPlace::leaf_first, CPlace::leaf_last}) {
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
        const auto same = [&](const FirstGuess& other) { return other.recipe == recipe; };
        if (std::none_of(out_.begin(), out_.end(), same))
            out_.push_back({static_cast<int>(spec.algorithm), std::move(recipe)});
    }

    const OperandRules& formats_;
    std::vector<FirstGuess> out_;
};

}  // namespace

std::vector<FirstGuess> first_guesses(const OperandRules& formats) {
    Guesses out(formats);
    out.knobs();
    out.inner_formats();
    return out.take();
}

}  // namespace karat::probe
