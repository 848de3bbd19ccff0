// SPDX-License-Identifier: Apache-2.0
// GPS(G) (AMD CDNA1, CDNA2; MMA-Sim section IV): products rounded, groups of G summed pairwise, group sums
// added sequentially. With one group it is the adder tree of rounded operations used in open GPU designs.
//     GPS(4) = chain of round(sum(acc, round(sum(round(sum(p0, p1)), round(sum(p2, p3))))))
#include <algorithm>
#include <memory>
#include <numeric>

#include "karat/recipe/families/parts.hpp"
#include "karat/recipe/program.hpp"

namespace karat::families {
namespace {

constexpr int kLeafC = -1;

/// A node of a binary tree of additions; a leaf is a position in the slice, or kLeafC.
struct Branch {
    int leaf = 0;
    std::shared_ptr<const Branch> left, right;

    void append_products(std::vector<int>& out) const {
        if (left == nullptr) {
            if (leaf != kLeafC) out.push_back(leaf);
            return;
        }
        left->append_products(out);
        right->append_products(out);
    }
    /// The slice that the branch works on, in ascending order.
    [[nodiscard]] std::vector<int> products() const {
        std::vector<int> out;
        append_products(out);
        std::sort(out.begin(), out.end());
        return out;
    }
};
using BranchPtr = std::shared_ptr<const Branch>;

/// Pairs the nodes level by level. `adjacent`: (2i, 2i + 1); `half`: (i, i + half). An unpaired node moves up
/// to the next level at its position.
BranchPtr pair_up(std::vector<BranchPtr> level, Pairing pairing) {
    while (level.size() > 1) {
        const std::size_t half = (level.size() + 1) / 2;
        std::vector<BranchPtr> next(half);
        for (std::size_t i = 0; i < half; ++i) {
            const std::size_t left = pairing == Pairing::adjacent ? 2 * i : i;
            const std::size_t right = pairing == Pairing::adjacent ? 2 * i + 1 : i + half;
            const bool paired = right < level.size();
            next[i] =
                paired ? std::make_shared<const Branch>(Branch{0, level[left], level[right]}) : level[left];
        }
        level = std::move(next);
    }
    return level[0];
}

/// Positions of the elements of `part` in `slice`.
std::vector<int> positions(const std::vector<int>& part, const std::vector<int>& slice) {
    std::vector<int> out;
    for (const int leaf : part) {
        out.push_back(static_cast<int>(std::lower_bound(slice.begin(), slice.end(), leaf) - slice.begin()));
    }
    return out;
}

class TreeWriter {
   public:
    explicit TreeWriter(const Spec& spec) : spec_(spec) {}

    [[nodiscard]] Expression write(const Branch& branch) const {
        if (branch.left == nullptr) return branch.leaf == kLeafC ? operand_c() : of(rounded_product(spec_));
        Sum out = addition({write(*branch.left), write(*branch.right)}, accumulator(spec_), "pair");
        const std::vector<int> slice = branch.products();
        const std::vector<int> left = positions(branch.left->products(), slice);
        const std::vector<int> right = positions(branch.right->products(), slice);
        if (out.terms[0].of == out.terms[1].of && left.size() == right.size()) {
            for (const Pattern pattern : {Pattern::contiguous, Pattern::interleaved}) {
                const int size = static_cast<int>(slice.size());
                if (part_positions(pattern, 0, 2, size) != left ||
                    part_positions(pattern, 1, 2, size) != right)
                    continue;
                out.terms = {each(2, pattern, out.terms[0])};
                return of(std::move(out));
            }
        }
        if (left.size() != slice.size()) out.terms[0].select.list = left;
        if (right.size() != slice.size()) out.terms[1].select.list = right;
        return of(std::move(out));
    }

   private:
    const Spec& spec_;
};

/// The sum of one group by a binary tree, optionally with c as an extra first or last leaf.
Expression group_sum(const Spec& spec, bool c_leads, bool c_ends) {
    std::vector<BranchPtr> leaves;
    const auto leaf = [&](int at) {
        leaves.push_back(std::make_shared<const Branch>(Branch{at, nullptr, nullptr}));
    };
    if (c_leads) leaf(kLeafC);
    for (int i = 0; i < spec.group_or_default(); ++i) leaf(i);
    if (c_ends) leaf(kLeafC);
    return TreeWriter(spec).write(*pair_up(std::move(leaves), spec.pairing));
}

/// Sequential addition of group sums.
class Sequence {
   public:
    explicit Sequence(const Spec& spec) : spec_(spec), groups_(spec.k / spec.group_or_default()) {}

    /// All groups added to c.
    [[nodiscard]] Expression from_c() const {
        Chain chain = chain_from(operand_c());
        chain.slices = each_group();
        return {ExpressionKind::chain, {}, Child<Chain>(std::move(chain))};
    }
    /// Groups 1..last-1 added to `start`, which works on group 0. If last is 1, it is `start` itself.
    [[nodiscard]] Term from_first_group(Expression start, int last) const {
        if (last == 1) {
            Term out = exactly(std::move(start));
            if (groups_ > 1) out.select = one_group(0);
            return out;
        }
        Chain chain = chain_from(std::move(start));
        chain.start_select = one_group(0);
        for (int g = 1; g < last; ++g) {
            const auto part = part_positions(spec_.group_pattern, g, groups_, spec_.k);
            chain.slices.list.insert(chain.slices.list.end(), part.begin(), part.end());
        }
        chain.slices.parts = last - 1;
        return exactly({ExpressionKind::chain, {}, Child<Chain>(std::move(chain))});
    }
    [[nodiscard]] Select one_group(int g) const {
        Select out = each_group();
        out.index = g;
        return out;
    }
    [[nodiscard]] int groups() const { return groups_; }

   private:
    [[nodiscard]] Select each_group() const {
        Select out;
        out.parts = groups_;
        out.pattern = groups_ == 1 ? Pattern::contiguous : spec_.group_pattern;
        return out;
    }
    [[nodiscard]] Chain chain_from(Expression start) const {
        Chain out;
        out.start = std::move(start);
        out.step =
            Child<Sum>(addition({acc(), group_sum(spec_, false, false)}, accumulator(spec_), "group sum"));
        return out;
    }

    const Spec& spec_;
    int groups_;
};

/// A rounded sum of terms that already select their parts of k.
Expression add_terms(const Spec& spec, std::vector<Term> terms, std::string label) {
    Sum out = addition({}, accumulator(spec), std::move(label));
    out.terms = std::move(terms);
    return of(std::move(out));
}

Expression running_sum(const Spec& spec) {
    const Sequence sequence(spec);
    const int groups = sequence.groups();
    const Expression plain = group_sum(spec, false, false);
    switch (spec.c_place_or_default()) {
        case CPlace::last:
            return add_terms(spec, {sequence.from_first_group(plain, groups), exactly(operand_c())},
                             "addition of c");
        case CPlace::leaf_first:
            return sequence.from_first_group(group_sum(spec, true, false), groups).of;
        case CPlace::leaf_last: {
            if (groups == 1) return group_sum(spec, false, true);
            Term last = exactly(group_sum(spec, false, true));
            last.select = sequence.one_group(groups - 1);
            return add_terms(spec, {sequence.from_first_group(plain, groups - 1), last}, "group sum");
        }
        default:
            return sequence.from_c();
    }
}

}  // namespace

Expression gps(const Spec& spec) { return converted_to_d(spec, running_sum(spec)); }

Spec gps_spec(Format input, int k, int group) {
    Spec spec;
    spec.algorithm = Algorithm::gps;
    spec.a = spec.b = input;
    spec.k = k;
    spec.group = group;
    spec.output_rounding = Rounding::RNE;
    spec.nan = NanEncoding::any;
    return spec;
}

}  // namespace karat::families
