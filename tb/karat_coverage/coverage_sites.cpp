// SPDX-License-Identifier: Apache-2.0
#include "karat_coverage/coverage_sites.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace karat {
namespace {

bool carries_on(const Term& term) { return term.of.kind == ExpressionKind::acc; }

/// Names every operation after its place in the tree.
class Namer {
   public:
    explicit Namer(const Program& program) : program_(program), labels_(program.operations().size()) {
        name(program.operations().back().result, "", "sum");
        for (const Operation& op : program.operations()) {
            std::string& label = labels_[number(op.result)];
            if (label.empty()) label = unique(words(op));
        }
    }

    [[nodiscard]] const std::string& label(const Operation& op) const { return labels_[number(op.result)]; }
    /// Index of the operation in its chain. -1 if it is not part of a chain of several steps.
    [[nodiscard]] int step(const Operation& op) const {
        const auto at = steps_.find(op.result);
        return at == steps_.end() ? -1 : at->second;
    }
    [[nodiscard]] const std::string& prefix(const Operation& op) const { return prefixes_.at(op.result); }

   private:
    [[nodiscard]] std::size_t number(Slot slot) const { return slot - program_.first_result(); }
    [[nodiscard]] bool is_result(Slot slot) const { return slot >= program_.first_result(); }

    /// The label of the node, with blanks replaced by underscores.
    static std::string words(const Operation& op) {
        std::string out = op.sum->label.text.empty() ? "sum" : op.sum->label.text;
        std::replace(out.begin(), out.end(), ' ', '_');
        return out;
    }
    std::string unique(const std::string& label) {
        std::string out = label;
        for (int i = 2; !used_.insert(out).second; ++i) out = label + "." + std::to_string(i);
        return out;
    }

    /// The steps of the chain that ends with `last`, in order.
    [[nodiscard]] std::vector<Slot> chain(Slot last) const {
        std::vector<Slot> out{last};
        while (true) {
            const Operation& op = program_.operation_of(out.front());
            const Slot before = accumulator(op);
            if (before == 0 || program_.operation_of(before).sum != op.sum) return out;
            out.insert(out.begin(), before);
        }
    }
    /// The slot of the result that an operation reads as acc. 0 if its acc is not a result.
    [[nodiscard]] Slot accumulator(const Operation& op) const {
        for (const AddendGroup& group : program_.groups(op)) {
            const Slot slot = program_.addends(group)[0];
            if (carries_on(*group.term) && is_result(slot)) return slot;
        }
        return 0;
    }

    void name(Slot last, const std::string& prefix, const std::string& own) {
        const std::vector<Slot> steps = chain(last);
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const std::string here = steps.size() == 1 ? prefix : prefix + "op" + std::to_string(i) + ".";
            labels_[number(steps[i])] = unique(here + own);
            if (steps.size() > 1) steps_[steps[i]] = static_cast<int>(i);
            prefixes_[steps[i]] = prefix;
        }
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const bool outermost = own == "sum";
            const std::string here = steps.size() == 1 ? prefix : prefix + "op" + std::to_string(i) + ".";
            name_addends(program_.operation_of(steps[i]), outermost ? here : labels_[number(steps[i])] + ".",
                         i == 0);
        }
    }

    void name_addends(const Operation& op, const std::string& prefix, bool first_step) {
        std::map<std::string, int> siblings;
        std::vector<std::pair<Slot, std::string>> children;
        for (const AddendGroup& group : program_.groups(op)) {
            for (const Slot slot : program_.addends(group)) {
                if (!is_result(slot) || (carries_on(*group.term) && !first_step)) continue;
                if (!labels_[number(slot)].empty()) continue;
                children.emplace_back(slot, words(program_.operation_of(slot)));
                ++siblings[children.back().second];
            }
        }
        std::map<std::string, int> counted;
        for (const auto& [slot, own] : children) {
            name(slot, prefix, siblings[own] == 1 ? own : own + std::to_string(counted[own]++));
        }
    }

    const Program& program_;
    std::vector<std::string> labels_;
    std::set<std::string> used_;
    std::map<Slot, int> steps_;
    std::map<Slot, std::string> prefixes_;
};

class SiteBuilder {
   public:
    SiteBuilder(const Program& program, const Bounds& bounds)
        : program_(program), bounds_(bounds), names_(program) {}

    std::vector<Site> build() {
        for (const Operation& op : program_.operations()) sites_.push_back(site(op));
        sites_.back().is_final = true;
        sites_.back().counts_residue = !program_.operands().are_integers();
        return std::move(sites_);
    }

   private:
    Site site(const Operation& op) {
        Site out;
        out.label = names_.label(op);
        out.operation = &op;
        out.bounds = &bounds_.sum(sites_.size());
        out.is_chained = names_.step(op) >= 0;
        out.has_floor = op.sum->floor.has_value();
        int widest = 0;
        bool of_a_grid = false;
        for (std::size_t g = 0; g < op.groups; ++g) {
            const AddendGroup& group = program_.groups(op)[g];
            const Term& term = *group.term;
            if (!term.F.is_exact()) widest = std::max(widest, term.F.bits);
            out.has_floor |= out.bounds->groups[g].zero_takes_part && term.zero != ZeroPart::terms;
            for (const Slot slot : program_.addends(group)) {
                out.addends.push_back(addend(op, group, slot, g, *out.bounds));
                of_a_grid |=
                    slot >= program_.first_result() && sites_[slot - program_.first_result()].on_fixed_grid;
            }
        }
        out.on_fixed_grid = widest > 0;
        if (widest > 0) out.F = widest;
        out.counts_residue = op.round != nullptr && (out.on_fixed_grid || of_a_grid);
        return out;
    }

    SiteAddend addend(const Operation& op, const AddendGroup& group, Slot slot, std::size_t g,
                      const SumBounds& bounds) {
        SiteAddend out;
        out.slot = slot;
        out.group = g;
        out.term = group.term;
        out.is_operand = slot <= program_.c_slot();
        const ValueBounds& v = bounds.groups[g].value;
        const bool held = group.term->compared_by == ComparedBy::held && !group.scaled_sum;
        const bool known = program_.is_product(slot) || program_.is_number(slot) ||
                           bounds_.sum(slot - program_.first_result()).fixed;
        out.fraction = !v.nonzero      ? 0
                       : held && known ? bounds_.value(slot).relative_fraction
                                       : v.e_high - v.low;
        out.label = unique(label(op, group, slot));
        return out;
    }

    [[nodiscard]] std::string label(const Operation& op, const AddendGroup& group, Slot slot) const {
        if (program_.is_product(slot)) return "k" + std::to_string(slot);
        if (slot == program_.c_slot()) return "c";
        if (group.term->of.kind == ExpressionKind::acc) {
            return names_.prefix(op) + "link" + std::to_string(std::max(0, names_.step(op)));
        }
        return slot == program_.zero_slot() ? "zero" : names_.label(program_.operation_of(slot));
    }
    std::string unique(const std::string& label) {
        std::string out = label;
        for (int i = 2; !used_.insert(out).second; ++i) out = label + "." + std::to_string(i);
        return out;
    }

    const Program& program_;
    const Bounds& bounds_;
    Namer names_;
    std::vector<Site> sites_;
    std::set<std::string> used_;
};

}  // namespace

std::vector<Site> coverage_sites(const Program& program, const Bounds& bounds) {
    return SiteBuilder(program, bounds).build();
}

}  // namespace karat
