// SPDX-License-Identifier: Apache-2.0
// Which mismatches of a run are kept with their operands.
#pragma once
#include <map>
#include <unordered_map>
#include <vector>

#include "karat/compare/difference_kind.hpp"
#include "karat/compare/lane_mismatch.hpp"
#include "karat_tb/stimulus/operand_class.hpp"

namespace karat::tb {

/// A lane whose answer is wrong.
struct Mismatch : LaneMismatch {
    OperandClass operand_class = OperandClass::uniform_bits;
    DifferenceKind kind = DifferenceKind::far_off;
    std::uint64_t cycle = 0;  ///< in which the answer was taken; 0: unknown
};

/// At most `most` mismatches, shared fairly among the groups of one operand class and one kind of difference.
/// So a frequent fault does not hide a rare one. Once `most` are kept, a mismatch of a small group replaces
/// the latest one of the largest group. The first mismatch of the run always stays. Equal dot-adds with equal
/// answers are kept once.
class KeptMismatches {
   public:
    explicit KeptMismatches(std::size_t most) : most_(most) {}

    /// Keeps a copy of the operands if there is room for the mismatch. `seen.a` to `seen.metadata` are empty.
    void add(const Mismatch& seen, const Operands& in);
    /// In the order of the run until a mismatch is replaced; the new one takes the place of the old one.
    [[nodiscard]] const std::vector<Mismatch>& all() const { return all_; }
    /// How many mismatches of the run a kept one stands for: those of its group, shared among the kept ones.
    [[nodiscard]] double weight(const Mismatch& kept) const;
    /// Pointers to all of them in the order of the run: by tile, row and column.
    [[nodiscard]] std::vector<const Mismatch*> in_order() const;

   private:
    using Group = std::pair<OperandClass, DifferenceKind>;
    [[nodiscard]] bool known(std::uint64_t hash, const Mismatch& seen, const Operands& in) const;
    void forget(std::size_t place);
    [[nodiscard]] std::map<Group, std::vector<std::size_t>>::iterator largest();

    std::size_t most_;
    std::size_t largest_ = 0;  // size of the largest group
    std::vector<Mismatch> all_;
    std::map<Group, std::uint64_t> seen_;                        // all mismatches of a group
    std::map<Group, std::vector<std::size_t>> groups_;           // places in all_, oldest first
    std::unordered_multimap<std::uint64_t, std::size_t> known_;  // places by hash of operands and answer
};

}  // namespace karat::tb
