// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/diff/diff.hpp"

#include <algorithm>

#include "karat/evaluate/dot_add.hpp"
#include "karat/recipe/recipe_path.hpp"
#include "karat_probe/diff/plain_rows.hpp"
#include "karat_probe/diff/simplicity.hpp"
#include "karat_probe/separate/recipe_pair.hpp"

namespace karat::probe {
namespace {

constexpr std::size_t kShrunk = 24;  ///< witnesses of one difference that are simplified

/// The attributes of `voids` in which the two recipes differ; all if there is none.
std::vector<VoidAttribute> that_differ(const std::vector<VoidAttribute>& voids, const Recipe& x,
                                       const Recipe& y) {
    const auto attributes = changed_attributes(x, y);
    if (!attributes) return voids;
    std::vector<VoidAttribute> out;
    for (const VoidAttribute& each : voids) {
        const bool differs =
            std::any_of(attributes->begin(), attributes->end(),
                        [&](const ChangedAttribute& changed) { return changed.path == each.path; });
        const bool known = std::any_of(out.begin(), out.end(), [&](const VoidAttribute& other) {
            return other.path == each.path && other.reason == each.reason;
        });
        if (differs && !known) out.push_back(each);
    }
    return out.empty() ? voids : out;
}

std::vector<VoidAttribute> set_aside(const Recipe& x, const Recipe& y, const Canonical& of_x,
                                     const Canonical& of_y) {
    std::vector<VoidAttribute> all = of_x.changed;
    all.insert(all.end(), of_y.changed.begin(), of_y.changed.end());
    return that_differ(all, x, y);
}

std::string reason_of(const std::vector<VoidAttribute>& attributes) {
    std::string out;
    for (const VoidAttribute& each : attributes) {
        if (out.find(each.reason) == std::string::npos) out += (out.empty() ? "" : "; ") + each.reason;
    }
    return out;
}

class Differ {
   public:
    Differ(const Spec& x, const Spec& y, const DiffSettings& settings)
        : pair_(DotAdd(x).program().recipe(), DotAdd(y).program().recipe()),
          x_(pair_.x().program().recipe()),
          y_(pair_.y().program().recipe()),
          settings_(settings),
          any_nan_(has_any_nan(x_) || has_any_nan(y_)),
          canonical_x_(canonical(x_, any_nan_)),
          canonical_y_(canonical(y_, any_nan_)) {
        for (Change& change : changes_between(x, y)) {
            AttributeDiff attribute;
            attribute.change = std::move(change);
            out_.attributes.push_back(std::move(attribute));
        }
    }

    Diff run() {
        out_.equal = canonical_x_.recipe == canonical_y_.recipe;
        if (out_.equal && !(x_ == y_)) out_.set_aside = set_aside(x_, y_, canonical_x_, canonical_y_);
        if (!out_.equal) {
            const auto found = separate(x_, y_, settings_.effort, settings_.witnesses, &out_.tried);
            out_.witness = simplest(x_, y_, found);
        }
        for (std::size_t i = 0; i < out_.attributes.size(); ++i) {
            if (settings_.progress) settings_.progress("searches ended", i + 1, out_.attributes.size() + 1);
            examine(out_.attributes[i]);
        }
        if (!out_.equal && settings_.rate_count != 0) add_rates();
        return std::move(out_);
    }

   private:
    void examine(AttributeDiff& each) {
        const Recipe& alone = each.change.alone;
        const Recipe& without = each.change.without;
        const Canonical made = canonical(alone, any_nan_);
        const Canonical unmade = canonical(without, any_nan_);
        if (made.recipe == canonical_x_.recipe && unmade.recipe == canonical_y_.recipe) {
            each.effect = Effect::proved_void;
            each.reason = reason_of(set_aside(x_, alone, canonical_x_, made));
            return;
        }
        auto found = separate(x_, alone, settings_.effort, settings_.witnesses, &each.tried);
        each.effect = Effect::shown;
        const auto as_given = [&, other = RecipePair(y_, alone)](const VectorRow& row) {
            return !other.differ(row.operands());
        };
        each.witness = simplest(x_, alone, found, as_given);
        each.as_given = each.witness.has_value();
        if (!each.witness) each.witness = simplest(x_, alone, found);
        if (each.witness) return;
        found = separate(without, y_, settings_.effort, settings_.witnesses, &each.tried);
        each.witness = simplest(without, y_, found);
        each.effect = each.witness ? Effect::masked : Effect::unseen;
    }

    void add_rates() {
        std::vector<Recipe> others{y_};
        for (const AttributeDiff& each : out_.attributes) others.push_back(each.change.alone);
        if (others.size() == 2 && others[1] == y_) others.pop_back();
        auto counted = rates(x_, others, settings_.rate_count, settings_.effort.seed, settings_.progress);
        out_.rates = counted[0];
        for (std::size_t i = 0; i < out_.attributes.size(); ++i) {
            if (out_.attributes[i].effect == Effect::proved_void) continue;
            out_.attributes[i].rates = others.size() == 1 ? counted[0] : std::move(counted[i + 1]);
        }
    }

    RecipePair pair_;
    const Recipe& x_;
    const Recipe& y_;
    const DiffSettings& settings_;
    bool any_nan_;
    Canonical canonical_x_, canonical_y_;
    Diff out_;
};

}  // namespace

std::optional<Witness> simplest(const Recipe& x, const Recipe& y, const std::vector<Witness>& witnesses,
                                const std::function<bool(const VectorRow&)>& also) {
    const RecipePair pair(x, y);
    const auto holds = [&](const VectorRow& row) {
        return pair.differ(row.operands()) && (!also || also(row));
    };
    std::optional<Witness> best;
    std::size_t shrunk = 0;
    for (const Witness& each : witnesses) {
        if (!holds(each.row)) continue;
        if (++shrunk > kShrunk) break;
        const VectorRow row = shrink(each.row, pair.formats(), holds);
        if (best && !(simplicity(row, pair.formats()) < simplicity(best->row, pair.formats()))) continue;
        best = pair.witness(row);
    }
    if (best) best = pair.witness(plain_rows_of(pair.formats()).plainest(best->row, holds));
    return best;
}

std::optional<std::vector<VoidAttribute>> proof_of_equality(const Spec& x, const Spec& y) {
    const RecipePair pair(DotAdd(x).program().recipe(), DotAdd(y).program().recipe());
    const Recipe& of_x = pair.x().program().recipe();
    const Recipe& of_y = pair.y().program().recipe();
    if (of_x == of_y) return std::vector<VoidAttribute>{};
    const bool any_nan = has_any_nan(of_x) || has_any_nan(of_y);
    const Canonical made_x = canonical(of_x, any_nan);
    const Canonical made_y = canonical(of_y, any_nan);
    if (!(made_x.recipe == made_y.recipe)) return std::nullopt;
    return set_aside(of_x, of_y, made_x, made_y);
}

Diff diff(const Spec& x, const Spec& y, const DiffSettings& settings) { return Differ(x, y, settings).run(); }

}  // namespace karat::probe
