// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/diff/matrix.hpp"

#include <algorithm>

#include "karat/evaluate/dot_add.hpp"
#include "karat/instruction/registry.hpp"
#include "karat_probe/target/target.hpp"

namespace karat::probe {
namespace {

/// A group under construction, with the canonical recipes of its classes.
struct Draft {
    FormatGroup group;
    std::vector<Recipe> recipes;
};

/// Instructions with equal recipes, of which the registry has many, are proved equal only once.
class Classifier {
   public:
    void add(const Instruction& instruction) {
        const Recipe recipe = DotAdd(instruction.spec).program().recipe();
        Draft& draft = draft_of(formats_of(recipe.operands));
        const Recipe made = canonical(recipe).recipe;
        const auto found = std::find(draft.recipes.begin(), draft.recipes.end(), made);
        if (found != draft.recipes.end()) {
            const auto index = static_cast<std::size_t>(found - draft.recipes.begin());
            draft.group.classes[index].members.push_back(&instruction);
            return;
        }
        draft.recipes.push_back(made);
        draft.group.classes.push_back({{&instruction}, instruction.spec});
    }
    [[nodiscard]] std::vector<FormatGroup> take() {
        std::vector<FormatGroup> out;
        for (Draft& draft : drafts_) out.push_back(std::move(draft.group));
        return out;
    }

   private:
    Draft& draft_of(const OperandRules& formats) {
        for (Draft& draft : drafts_) {
            if (draft.group.formats == formats) return draft;
        }
        return drafts_.emplace_back(Draft{{formats, {}, {}}, {}});
    }

    std::vector<Draft> drafts_;
};

}  // namespace

std::size_t FormatGroup::instructions() const {
    std::size_t out = 0;
    for (const InstructionClass& each : classes) out += each.members.size();
    return out;
}

DiffSettings matrix_settings() {
    DiffSettings out;
    out.effort.directed = 12000;
    out.effort.steered = 1000;
    out.effort.random = 2000;
    out.witnesses = 4;
    out.rate_count = 0;
    return out;
}

std::vector<FormatGroup> instruction_matrix(const std::function<bool(const Instruction&)>& wanted,
                                            const DiffSettings& settings) {
    Classifier classifier;
    for (const Instruction& instruction : registry()) {
        if (wanted(instruction)) classifier.add(instruction);
    }
    std::vector<FormatGroup> out = classifier.take();
    std::size_t pairs = 0;
    std::size_t compared = 0;
    for (const FormatGroup& group : out) pairs += group.classes.size() * (group.classes.size() - 1) / 2;
    DiffSettings of_pair = settings;
    of_pair.progress = {};
    for (FormatGroup& group : out) {
        for (std::size_t i = 0; i < group.classes.size(); ++i) {
            for (std::size_t j = i + 1; j < group.classes.size(); ++j) {
                if (settings.progress) settings.progress("pairs compared", compared++, pairs);
                Diff found = diff(group.classes[i].spec, group.classes[j].spec, of_pair);
                group.diffs.push_back(
                    {i, j, std::move(found.attributes), std::move(found.witness), found.tried});
            }
        }
    }
    return out;
}

}  // namespace karat::probe
