// SPDX-License-Identifier: Apache-2.0
#include "karat/simd/steps/step_tree.hpp"

#include <algorithm>

#include "karat/simd/supported_attributes.hpp"

namespace karat::simd {
namespace {

/// The additions of the kernel (step_kernel.cpp) on the products at positions 0..k-1 and c.
class Order {
   public:
    static constexpr int kC = -1;
    struct Node {
        int leaf = kC;  ///< a position, or kC
        int left = -1;  ///< node of the left operand of an addition
        int right = -1;
    };

    explicit Order(const StepTree& tree) : tree_(tree) {
        int acc = tree.c_place == CPlace::first ? leaf(kC) : -1;
        for (int g = 0; g < tree.groups; ++g) {
            const int sum = group_sum(g);
            acc = acc < 0 ? sum : addition(acc, sum);
        }
        root_ = tree.c_place == CPlace::last ? addition(acc, leaf(kC)) : acc;
    }
    [[nodiscard]] int root() const { return root_; }
    [[nodiscard]] const Node& operator[](int node) const { return nodes_[static_cast<std::size_t>(node)]; }

   private:
    int leaf(int place) { return add({place, -1, -1}); }
    int addition(int left, int right) { return add({kC, left, right}); }
    int add(const Node& node) {
        nodes_.push_back(node);
        return static_cast<int>(nodes_.size()) - 1;
    }
    int group_sum(int g) {
        std::vector<int> level;
        if (tree_.c_place == CPlace::leaf_first && g == 0) level.push_back(leaf(kC));
        for (int j = 0; j < tree_.group; ++j) level.push_back(leaf(g * tree_.group + j));
        if (tree_.c_place == CPlace::leaf_last && g + 1 == tree_.groups) level.push_back(leaf(kC));
        while (level.size() > 1) {
            const std::size_t half = (level.size() + 1) / 2;
            std::vector<int> next;
            for (std::size_t i = 0; i < half; ++i) {
                const std::size_t left = tree_.pairing == Pairing::adjacent ? 2 * i : i;
                const std::size_t right = tree_.pairing == Pairing::adjacent ? 2 * i + 1 : i + half;
                next.push_back(right < level.size() ? addition(level[left], level[right]) : level[left]);
            }
            level = std::move(next);
        }
        return level[0];
    }

    const StepTree& tree_;
    std::vector<Node> nodes_;
    int root_ = 0;
};

/// Matches a program against an order of the kernel, and records the k at each position.
class Match {
   public:
    Match(const Program& program, StepTree& tree) : program_(program), tree_(tree), order_(tree) {}

    bool operator()() {
        tree_.order.assign(program_.c_slot(), 0);
        return is(order_.root(), program_.operations().back().result);
    }

   private:
    [[nodiscard]] bool is(int node, Slot slot) {
        const Order::Node& want = order_[node];
        if (want.left < 0 && want.leaf == Order::kC) return slot == program_.c_slot();
        if (slot < program_.first_result()) return false;
        const std::optional<Step> step = step_of(program_, program_.operation_of(slot));
        if (!step) return false;
        if (want.left < 0) {
            tree_.order[static_cast<std::size_t>(want.leaf)] = step->first;
            return step->kind == Step::Kind::product;
        }
        return step->kind == Step::Kind::addition && is(want.left, step->first) &&
               is(want.right, step->second);
    }

    const Program& program_;
    StepTree& tree_;
    Order order_;
};

bool is_in_order(const StepTree& tree) {
    for (std::size_t p = 0; p < tree.order.size(); ++p) {
        if (tree.order[p] != p) return false;
    }
    return true;
}

/// A sequence of multiply-adds, each of which adds to the result of the previous one.
std::optional<StepTree> sequence(const Program& program) {
    StepTree out;
    out.fused = true;
    out.groups = program.c_slot();
    out.group = 1;
    Slot running = program.c_slot();
    for (const Operation& op : program.operations()) {
        const std::optional<Step> step = step_of(program, op);
        if (!step || step->kind != Step::Kind::multiply_add || step->second != running) return std::nullopt;
        out.order.push_back(step->first);
        running = op.result;
    }
    return out;
}

}  // namespace

std::optional<Step> step_of(const Program& program, const Operation& op) {
    Sum known = bare(*op.sum);
    known.zero_sum = ZeroSum::ieee;
    known.round = op.sum->round;
    if (known != *op.sum || op.round == nullptr ||
        !std::all_of(known.terms.begin(), known.terms.end(), is_exact_addend))
        return std::nullopt;
    std::vector<Slot> numbers;
    std::vector<Slot> products;
    for (const AddendGroup& group : program.groups(op)) {
        const std::span<const Slot> slots = program.addends(group);
        auto& to = group.are_products ? products : numbers;
        to.insert(to.end(), slots.begin(), slots.end());
    }
    if (products.size() == 1 && numbers.empty()) return Step{Step::Kind::product, products[0], 0};
    if (products.size() == 1 && numbers.size() == 1)
        return Step{Step::Kind::multiply_add, products[0], numbers[0]};
    if (products.empty() && numbers.size() == 2) return Step{Step::Kind::addition, numbers[0], numbers[1]};
    return std::nullopt;
}

std::optional<StepTree> step_tree(const Program& program) {
    if (auto fused = sequence(program)) return fused;
    const int k = program.c_slot();
    std::optional<StepTree> out;
    for (int group = 1; group <= k && group + 1 <= kMaxLeaves; ++group) {
        if (k % group != 0) continue;
        for (const Pairing pairing : {Pairing::adjacent, Pairing::half}) {
            for (const CPlace place : {CPlace::first, CPlace::last, CPlace::leaf_first, CPlace::leaf_last}) {
                StepTree tree{.fused = false,
                              .groups = k / group,
                              .group = group,
                              .pairing = pairing,
                              .c_place = place,
                              .order = {}};
                if (!Match(program, tree)()) continue;
                if (is_in_order(tree)) return tree;
                if (!out) out = tree;
            }
        }
    }
    return out;
}

}  // namespace karat::simd
