// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/findings/hidden_choice.hpp"

#include <algorithm>
#include <utility>

#include "karat/error.hpp"
#include "karat_probe/findings/fault_names.hpp"

namespace karat::probe {
namespace {

constexpr std::size_t kFirstRows = 40;  ///< mismatches by which most edits are ruled out

using Model = std::function<std::uint64_t(const Operands&)>;

Model model_of(const Recipe& recipe, const std::vector<std::string>& keys) {
    try {
        return with_faults(recipe, keys);
    } catch (const SpecError&) {  // not every proposed edit is valid
        return {};
    }
}

class HiddenSearch {
   public:
    HiddenSearch(const Recipe& recipe, std::vector<std::string> keys, const UnitAnswers& answers,
                 const std::vector<std::size_t>& rows)
        : recipe_(recipe), keys_(std::move(keys)), answers_(answers), rows_(rows), golden_(recipe) {}

    std::optional<IntentChoice> run() {
        const Model before = model_of(recipe_, keys_);
        std::optional<IntentChoice> best;
        for (Edit& edit : proposed_edits(recipe_, EditReach::near)) {
            const Model model = model_of(edit.recipe, keys_);
            if (!model || !may_explain(model)) continue;
            IntentChoice now;
            for (const std::size_t i : rows_) {
                const UnitAnswer& one = answers_.wrong[i];
                const std::uint64_t d = model(one.row.operands());
                if (golden_.agrees(d, *one.row.d))
                    now.rows.push_back(i);
                else if (d != before(one.row.operands()))
                    ++now.missed;
            }
            now.gained = now.rows.size();
            if (!now.is_substantial()) continue;
            if (best && now.gained <= best->gained) continue;
            now.spoilt = spoilt_by(model, before);
            if (!now.is_sound()) continue;
            now.without = recipe_;
            now.only = edit.recipe;
            now.edit = std::move(edit);
            best = std::move(now);
        }
        return best;
    }

   private:
    [[nodiscard]] bool may_explain(const Model& model) const {
        const std::size_t stride = rows_.size() / kFirstRows + 1;
        for (std::size_t i = 0; i < rows_.size(); i += stride) {
            const UnitAnswer& one = answers_.wrong[rows_[i]];
            if (golden_.agrees(model(one.row.operands()), *one.row.d)) return true;
        }
        return false;
    }
    /// Answers, right or wrong, that the fault alone explains, and the fault with the edit does not.
    [[nodiscard]] std::size_t spoilt_by(const Model& model, const Model& before) const {
        std::size_t spoilt = 0;
        for (const auto* list : {&answers_.wrong, &answers_.right}) {
            for (const UnitAnswer& one : *list) {
                const Operands in = one.row.operands();
                if (golden_.agrees(before(in), *one.row.d) && !golden_.agrees(model(in), *one.row.d))
                    ++spoilt;
            }
        }
        return spoilt;
    }

    const Recipe& recipe_;
    std::vector<std::string> keys_;
    const UnitAnswers& answers_;
    const std::vector<std::size_t>& rows_;
    Agreement golden_;
};

}  // namespace

std::optional<IntentChoice> hidden_choice(const Recipe& recipe, const std::vector<std::string>& keys,
                                          const UnitAnswers& answers, const std::vector<std::size_t>& rows) {
    if (rows.size() < Balance::kFewest || !with_faults(recipe, keys)) return std::nullopt;
    return HiddenSearch(recipe, keys, answers, rows).run();
}

}  // namespace karat::probe
