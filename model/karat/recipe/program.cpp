// SPDX-License-Identifier: Apache-2.0
#include "karat/recipe/program.hpp"

#include <algorithm>
#include <numeric>

#include "karat/error.hpp"
#include "karat/recipe/check.hpp"

namespace karat {

namespace {

constexpr std::size_t kMaxOperations = 8192;
constexpr std::size_t kMaxAddends = std::size_t{1} << 17;

[[noreturn]] void refuse(const std::string& path, const std::string& sentence) {
    throw SpecError(path, path + ": " + sentence);
}

std::string numbered(const std::string& label, int index) {
    return index < 0 ? label : label + " " + std::to_string(index);
}

}  // namespace

/// Walks the tree. Every visit of a sum creates an operation, children before parents.
class Unroller {
   public:
    explicit Unroller(Program& program) : program_(program) {}

    void run() {
        const Recipe& recipe = program_.recipe();
        std::vector<int> all(static_cast<std::size_t>(recipe.operands.k));
        std::iota(all.begin(), all.end(), 0);
        used_.assign(all.size(), 0);
        const std::vector<Slot> slots = visit(recipe.result, all, {"result", std::nullopt, -1, nullptr});
        if (slots.size() != 1 || program_.operations_.empty() ||
            program_.operations_.back().result != slots[0]) {
            refuse("result", "it must be a sum that rounds to d, or a chain of such sums");
        }
        const Operation& last = program_.operations_.back();
        if (last.round == nullptr) refuse(last.path + ".round", "the result must be rounded to d");
        if (last.round->format != recipe.operands.d) {
            refuse(last.path + ".round.format", std::string(karat::name_of(last.round->format)) +
                                                    " is not the format of d, " +
                                                    std::string(karat::name_of(recipe.operands.d)));
        }
        for (std::size_t k = 0; k < used_.size(); ++k) {
            if (used_[k] == 1) continue;
            refuse("result", "product " + std::to_string(k) + " is added " + std::to_string(used_[k]) +
                                 " times; each product must be added exactly once");
        }
        if (c_uses_ != 1)
            refuse("result",
                   "c is added " + std::to_string(c_uses_) + " times; it must be added exactly once");
        check_scales();
    }

   private:
    struct Place {
        std::string path;
        std::optional<Slot> acc;
        int index = -1;                     ///< of the part or step; -1 if there is only one
        const OutputRule* round = nullptr;  ///< overrides the sum's own rounding
        int* acc_uses = nullptr;            ///< counts the uses of acc
    };

    std::vector<Slot> visit(const Expression& e, const std::vector<int>& slice, const Place& place) {
        switch (e.kind) {
            case ExpressionKind::product: {
                std::vector<Slot> out;
                for (const int k : slice) {
                    ++used_[static_cast<std::size_t>(k)];
                    out.push_back(static_cast<Slot>(k));
                }
                return out;
            }
            case ExpressionKind::c:
                ++c_uses_;
                return {program_.c_slot()};
            case ExpressionKind::zero:
                return {program_.zero_slot()};
            case ExpressionKind::acc:
                if (!place.acc) refuse(place.path, "acc is only defined inside a chain");
                ++*place.acc_uses;
                return {*place.acc};
            case ExpressionKind::sum:
                return {sum(*e.sum, slice, place)};
            case ExpressionKind::chain:
                return {chain(*e.chain, slice, place)};
        }
        return {};
    }

    static std::vector<std::vector<int>> parts(const Select& select, const std::vector<int>& slice,
                                               const std::string& path, const char* count = "parts") {
        for (const int at : select.list) {
            if (at >= 0 && at < static_cast<int>(slice.size())) continue;
            refuse(path + ".k",
                   std::to_string(at) + " is not a position in a slice of " + std::to_string(slice.size()));
        }
        const int size = static_cast<int>(select.list.empty() ? slice.size() : select.list.size());
        if (size % select.parts != 0) {
            refuse(path + "." + count, std::to_string(select.parts) + " " + count + " do not divide " +
                                           std::to_string(size) + " products evenly");
        }
        if (select.pattern == Pattern::pairs && select.parts > 1 && (size / select.parts) % 2 != 0) {
            refuse(path + ".pattern", "pairs need an even number of products in each part, not " +
                                          std::to_string(size / select.parts));
        }
        return select_parts(select, slice);
    }

    Slot chain(const Chain& chain, const std::vector<int>& slice, const Place& place) {
        const std::string start_path = place.path + ".start";
        const auto start_parts = parts(chain.start_select, slice, start_path);
        std::vector<Slot> start;
        for (const auto& part : start_parts) {
            const bool nested =
                chain.start.kind == ExpressionKind::sum || chain.start.kind == ExpressionKind::chain;
            const Place at{nested ? start_path + ".of" : start_path, place.acc, -1, nullptr, place.acc_uses};
            if (chain.start.kind == ExpressionKind::product || !start.empty())
                refuse(start_path, "it must be a single value");
            start = visit(chain.start, part, at);
        }
        if (start.empty()) refuse(start_path, "it must be a single value");
        Slot acc = start[0];
        if (chain.start.kind == ExpressionKind::zero) note_zero(*chain.step, start_path);
        const auto slices = parts(chain.slices, slice, place.path, "slices");
        for (std::size_t i = 0; i < slices.size(); ++i) {
            const bool last = i + 1 == slices.size();
            int acc_uses = 0;
            Place step{place.path + ".chain", acc, slices.size() == 1 ? place.index : static_cast<int>(i),
                       last && chain.last ? &*chain.last : nullptr, &acc_uses};
            if (last && place.round != nullptr) step.round = place.round;
            acc = sum(*chain.step, slices[i], step);
            if (acc_uses != 1) {
                refuse(step.path, "acc is added " + std::to_string(acc_uses) +
                                      " times; each step must add it exactly once");
            }
        }
        return acc;
    }

    /// The +0 at the start of a chain has the format that its steps round to.
    void note_zero(const Sum& step, const std::string& path) {
        const Format format = step.round ? step.round->format : program_.operands().d;
        if (program_.zero_format_ && *program_.zero_format_ != format) {
            refuse(path, "all chains that start at zero must round to the same format");
        }
        program_.zero_format_ = format;
    }

    Slot sum(const Sum& sum, const std::vector<int>& slice, const Place& place) {
        std::vector<AddendGroup> groups;
        std::vector<std::vector<Slot>> addends;
        std::vector<std::vector<std::uint16_t>> blocks;
        for (std::size_t t = 0; t < sum.terms.size(); ++t) {
            const std::string path = place.path + ".sum[" + std::to_string(t) + "]";
            term(sum.terms[t], slice, {path, place.acc, place.index, nullptr, place.acc_uses}, groups,
                 addends, blocks);
        }
        Operation op;
        op.sum = &sum;
        op.round = place.round != nullptr ? place.round : sum.round ? &*sum.round : nullptr;
        op.path = place.path;
        // a sum of a single product gets the number of that product
        const bool one_product =
            addends.size() == 1 && addends[0].size() == 1 && program_.is_product(addends[0][0]);
        op.title = numbered(sum.label.text.empty() ? "sum" : sum.label.text,
                            one_product ? addends[0][0] : place.index);
        op.first_group = static_cast<std::uint32_t>(program_.groups_.size());
        op.groups = static_cast<std::uint32_t>(groups.size());
        for (std::size_t g = 0; g < groups.size(); ++g) {
            groups[g].first = static_cast<std::uint32_t>(program_.addends_.size());
            program_.addends_.insert(program_.addends_.end(), addends[g].begin(), addends[g].end());
            blocks[g].resize(addends[g].size());
            program_.blocks_.insert(program_.blocks_.end(), blocks[g].begin(), blocks[g].end());
            program_.groups_.push_back(groups[g]);
        }
        op.result = static_cast<Slot>(program_.slots());
        program_.users_.resize(op.result + std::size_t{1});
        for (const auto& slots : addends) {
            for (const Slot slot : slots)
                program_.users_[slot] = static_cast<std::uint16_t>(program_.operations_.size());
        }
        program_.operations_.push_back(op);
        if (program_.operations_.size() > kMaxOperations || program_.addends_.size() > kMaxAddends) {
            refuse(place.path, "the recipe unrolls to more than " + std::to_string(kMaxOperations) +
                                   " sums or " + std::to_string(kMaxAddends) + " addends");
        }
        note_operands(program_.operations_.back());
        return op.result;
    }

    void term(const Term& term, const std::vector<int>& slice, const Place& place,
              std::vector<AddendGroup>& groups, std::vector<std::vector<Slot>>& addends,
              std::vector<std::vector<std::uint16_t>>& blocks) {
        AddendGroup group;
        group.term = &term;
        group.are_products = term.of.kind == ExpressionKind::product;
        group.scaled_sum = term.scaled && !group.are_products;
        std::vector<Slot> slots;
        std::vector<std::uint16_t> block;
        const auto all = parts(term.select, slice, place.path);
        for (std::size_t i = 0; i < all.size(); ++i) {
            const bool own = term.of.kind == ExpressionKind::sum || term.of.kind == ExpressionKind::chain;
            const std::string path = own ? place.path + ".of" : place.path;
            const auto made = visit(term.of, all[i],
                                    {path, place.acc, all.size() == 1 ? place.index : static_cast<int>(i),
                                     nullptr, place.acc_uses});
            slots.insert(slots.end(), made.begin(), made.end());
            if (term.flush && !program_.is_number(made.at(0))) {
                refuse(place.path + ".flush",
                       "acc is a fixed-point sum here; only a floating-point number can be flushed");
            }
            if (term.of.kind == ExpressionKind::acc && term.zero != ZeroPart::ignored &&
                !program_.is_number(made.at(0))) {
                refuse(place.path + ".zero", "acc is a fixed-point sum here; use ignored");
            }
            if (!group.scaled_sum) continue;
            if (program_.is_number(made.at(0))) {
                refuse(place.path + ".scaled",
                       "this sum is rounded; scale factors apply only to products and to "
                       "fixed-point sums of products");
            }
            scaled_sum_ = place.path + ".scaled";
            block.push_back(block_of(all[i], place.path));
        }
        if (group.are_products) note_products(term, place.path);
        group.count = static_cast<std::uint32_t>(slots.size());
        group.consecutive = group.are_products;
        for (std::size_t i = 1; i < slots.size(); ++i)
            group.consecutive = group.consecutive && slots[i] == slots[i - 1] + 1;
        group.plain = group.consecutive && term.compared_by == ComparedBy::held;
        groups.push_back(group);
        addends.push_back(std::move(slots));
        blocks.push_back(std::move(block));
    }

    /// Checks that some product is scaled, and that none is scaled more than once.
    void check_scales() const {
        if (!program_.operands().scale) return;
        if (scaled_sum_.empty() && !program_.scales_products_)
            refuse("operands.scale", "no addend is scaled; set scaled on at least one");
        if (!scaled_sum_.empty() && program_.scales_products_)
            refuse(scaled_sum_, "its products are already scaled");
        for (const Operation& op : program_.operations_) {
            for (const AddendGroup& group : program_.groups(op)) {
                if (group.scaled_sum) check_scaled_once(program_.operation_of(program_.addends(group)[0]));
            }
        }
    }
    void check_scaled_once(const Operation& op) const {
        for (const AddendGroup& group : program_.groups(op)) {
            if (group.scaled_sum) refuse(scaled_sum_, "the sum below it is already scaled");
            for (const Slot slot : program_.addends(group)) {
                if (slot >= program_.first_result()) check_scaled_once(program_.operation_of(slot));
            }
        }
    }

    [[nodiscard]] std::uint16_t block_of(const std::vector<int>& part, const std::string& path) const {
        const OperandRules& operands = program_.operands();
        const int block = part.at(0) / operands.scale_block;
        for (const int k : part) {
            if (k / operands.scale_block != block) {
                refuse(path + ".scaled", "the products of one sum span several blocks of " +
                                             std::to_string(operands.scale_block) +
                                             " k with different scale factors");
            }
        }
        return static_cast<std::uint16_t>(block);
    }

    /// A product is computed only once, so all terms of products must have the same rules.
    void note_products(const Term& term, const std::string& path) {
        const bool first = !seen_products_;
        seen_products_ = true;
        if (first) {
            program_.zero_product_ = term.zero;
            program_.scales_products_ = term.scaled;
            return;
        }
        if (program_.zero_product_ != term.zero)
            refuse(path + ".zero", "it must be the same for all products");
        if (program_.scales_products_ != term.scaled)
            refuse(path + ".scaled", "it must be the same for all products");
    }

    /// Notes the operands below an operation, through fixed-point sums and inner roundings: products, c, and
    /// numbers computed before the step.
    void note_operands(Operation& op) {
        op.first_operand = static_cast<std::uint32_t>(program_.operand_slots_.size());
        if (op.sum->specials == SpecialsOf::operands) collect(op);
        op.operands = static_cast<std::uint32_t>(program_.operand_slots_.size()) - op.first_operand;
    }
    void collect(const Operation& op) {
        for (const AddendGroup& group : program_.groups(op)) {
            const bool leaf = group.term->of.kind != ExpressionKind::sum;
            for (std::uint32_t i = 0; i < group.count; ++i) {
                const Slot slot = program_.addends_[group.first + i];
                if (leaf || slot < program_.first_result()) {
                    program_.operand_slots_.push_back(slot);
                } else {
                    collect(program_.operation_of(slot));
                }
            }
        }
    }

    Program& program_;
    std::vector<int> used_;
    int c_uses_ = 0;
    std::string scaled_sum_;  ///< path of the last scaled sum
    bool seen_products_ = false;
};

Program::Program(const Recipe& recipe) : recipe_(std::make_shared<const Recipe>(recipe)) {
    check(*recipe_);
    Unroller(*this).run();
}

bool Program::is_number(Slot slot) const {
    return slot >= c_slot() && (slot < first_result() || operation_of(slot).round != nullptr);
}

Format Program::format_of(Slot slot) const {
    if (slot == c_slot()) return operands().convert_c.value_or(operands().c);
    if (slot == zero_slot()) return zero_format_.value_or(operands().d);
    return operation_of(slot).round->format;
}

std::string Program::name_of(Slot slot) const {
    if (is_product(slot)) return "a" + std::to_string(slot) + "*b" + std::to_string(slot);
    if (slot == c_slot()) return "c";
    if (slot == zero_slot()) return "+0";
    return operation_of(slot).title;
}

}  // namespace karat
