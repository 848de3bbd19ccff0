// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/moves/knob_translations.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "karat/recipe/knobs/knobs.hpp"

namespace karat::probe {
namespace {

class Translations {
   public:
    explicit Translations(const Spec& spec) : spec_(spec) {}

    std::vector<KnobMove> run() {
        switch (spec_.algorithm) {
            case Algorithm::fda:
                sums_apart(with(Algorithm::fdrda));
                break;
            case Algorithm::gfda:
                from_gfda();
                break;
            case Algorithm::fdrda:
                together(with(Algorithm::fda));
                groups_apart(with(Algorithm::gfdrda));
                break;
            case Algorithm::gfdrda:
                to_gfda();
                break;
            default:
                break;
        }
        return std::move(out_);
    }

   private:
    [[nodiscard]] Spec with(Algorithm algorithm) const {
        Spec out = spec_;
        out.algorithm = algorithm;
        const Spec defaults;
        for (const Knob& knob : knobs()) {
            if (knob.applies_to(spec_.algorithm) && !knob.applies_to(algorithm))
                knob.set(out, knob.get(defaults), knob.key);
        }
        return out;
    }
    /// The sum of products gets an alignment of its own: the old one stays with the products, or goes with
    /// the sum.
    void sums_apart(Spec spec) {
        spec.F_c = spec_.F_c_or_default();
        spec.c_rounding = spec_.c_rounding_or_default();
        Spec moved = spec;
        moved.F_sum = std::exchange(moved.F, Width::exact());
        moved.sum_rounding = spec.align_rounding;
        add("alignment of the sum", moved);
        add_cutoffs("alignment of the sum", moved);
        each_width([&](Width F, Rounding rounding) {
            spec.F_sum = F;
            spec.sum_rounding = rounding;
            add("alignment of the sum", spec, F, rounding);
        });
    }
    /// gfda aligns group sums with c; gfdrda aligns them among themselves, and their sum with c.
    void from_gfda() {
        Spec spec = with(Algorithm::gfdrda);
        spec.F = spec_.F_inner;
        spec.align_rounding = spec_.inner_rounding;
        spec.F_c = spec_.F_c_or_default();
        spec.c_rounding = spec_.c_rounding_or_default();
        Spec moved = spec;
        moved.F_sum = spec_.F;
        moved.sum_rounding = spec_.align_rounding;
        add("alignment of the groups", moved);
        add_cutoffs("alignment of the groups", moved);
        each_width([&](Width F, Rounding rounding) {
            moved.F_group = F;
            moved.group_rounding = rounding;
            add("alignment of the groups", moved, F, rounding);
        });
        spec.F_group = spec_.F;
        spec.group_rounding = spec_.align_rounding;
        add_cutoffs("alignment of the sum", spec);
        if (spec_.F.is_exact()) return;
        for (int more = -1; more <= 2; ++more) {  // one width for two is one of them, or between them
            spec.F_group = {std::max(1, spec_.F.bits + more)};
            each_width([&](Width F, Rounding rounding) {
                spec.F_sum = F;
                spec.sum_rounding = rounding;
                const std::string beside = text(spec.F_group) + " of the groups";
                add("alignment of the sum, " + beside, spec, F, rounding);
            });
        }
    }
    void groups_apart(Spec spec) {
        each_width([&](Width F, Rounding rounding) {
            spec.F_group = F;
            spec.group_rounding = rounding;
            add("alignment of the groups", spec, F, rounding);
        });
    }
    /// The products are aligned with c: with the width of the products, or of their sum.
    void together(Spec spec) {
        add("one alignment", spec);
        spec.F = spec_.F_sum;
        spec.align_rounding = spec_.sum_rounding;
        add("one alignment", std::move(spec));
    }
    void to_gfda() {
        Spec spec = with(Algorithm::gfda);
        spec.F_inner = spec_.F;
        spec.inner_rounding = spec_.align_rounding;
        for (const bool of_groups : {true, false}) {
            spec.F = of_groups ? spec_.F_group : spec_.F_sum;
            spec.align_rounding = of_groups ? spec_.group_rounding : spec_.sum_rounding;
            add("one alignment", spec);
        }
    }

    template <class Body>
    static void each_width(const Body& body) {
        constexpr int widest = 48;
        body(Width::exact(), Rounding::RZ);
        for (int bits = 1; bits <= widest; ++bits) {
            for (std::size_t i = 0; i < EnumNames<Rounding>::names.size(); ++i)
                body(Width{bits}, static_cast<Rounding>(i));
        }
    }
    void add_cutoffs(const std::string& what, Spec spec) {
        constexpr int farthest = 40;
        for (int bits = 0; bits <= farthest; ++bits) {
            spec.c_cutoff = bits;
            add(what + ", c_cutoff " + std::to_string(bits), spec);
        }
    }
    static std::string text(Width F) { return F.is_exact() ? "exact" : std::to_string(F.bits); }
    void add(const std::string& what, const Spec& spec, Width F, Rounding rounding) {
        add(what + " " + text(F) + " " + std::string(name_of(rounding)), spec);
    }
    void add(const std::string& what, Spec spec) {
        out_.push_back({"algorithm=" + std::string(name_of(spec.algorithm)) + " " + what, std::move(spec)});
    }

    const Spec& spec_;
    std::vector<KnobMove> out_;
};

}  // namespace

std::vector<KnobMove> translations(const Spec& spec) { return Translations(spec).run(); }

}  // namespace karat::probe
