// SPDX-License-Identifier: Apache-2.0
// A recipe unrolled into a list of sums in evaluation order. Sums refer to their inputs by slot number. The
// evaluator, trace, bounds, coverage, RTL generator and vector engine all use it.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "karat/recipe/recipe.hpp"

namespace karat {

/// Index of a value: 0..k-1 are the products, k is the operand c, k + 1 is the constant +0. The results of
/// the operations follow in order.
using Slot = std::uint16_t;

/// Addends that a sum treats alike: one entry of `Sum::terms`, unrolled.
struct AddendGroup {
    const Term* term = nullptr;
    std::uint32_t first = 0;  ///< index in Program::addends; for scaled sums also in Program::blocks
    std::uint32_t count = 0;
    bool scaled_sum = false;    ///< scale factors are applied here (products are scaled when computed)
    bool are_products = false;  ///< every addend is a product
    bool consecutive = false;   ///< products in consecutive slots
    bool plain = false;         ///< the same, with ComparedBy::held
};

/// One evaluation of a sum.
struct Operation {
    const Sum* sum = nullptr;
    /// Rounding of this evaluation (Chain::last may differ from sum->round). Null: the result stays a
    /// fixed-point sum.
    const OutputRule* round = nullptr;
    std::uint32_t first_group = 0;
    std::uint32_t groups = 0;
    /// With SpecialsOf::operands: index of the operands below this sum in Program::operand_slots.
    std::uint32_t first_operand = 0;
    std::uint32_t operands = 0;
    Slot result = 0;
    std::string path;   ///< path of the node in the recipe: "result.sum[1].of"
    std::string title;  ///< its label, with the number of the step or part if there are several
};

/// How the sum of an operation, before it is rounded, differs from that of another program.
enum class SumChange : std::uint8_t {
    none,
    alignment,  ///< only where bits are dropped: the same sum if both keep every bit
    other,
};

/// How an operation differs from that of another program.
struct OperationChange {
    SumChange sum = SumChange::none;
    bool rounding = false;  ///< or the sign of a zero
    bool meaning = false;   ///< operations above may treat the same value differently: the sign of a zero

    [[nodiscard]] bool any() const { return sum != SumChange::none || rounding || meaning; }
    friend bool operator==(const OperationChange&, const OperationChange&) = default;
};

/// Where a program differs from another that has operands of the same formats.
struct ProgramDifference {
    bool products = false;   ///< they, or c, may differ
    std::size_t shared = 0;  ///< operations at the beginning that both evaluate alike
    /// By operation. Empty if the operations do not add the same slots, so that none after the shared ones
    /// can be compared.
    std::vector<OperationChange> changes;
    friend bool operator==(const ProgramDifference&, const ProgramDifference&) = default;
};

/// The operations of a recipe in evaluation order. Owns a copy of the recipe; its pointers refer to this
/// copy.
class Program {
   public:
    /// Throws SpecError with the path of the node if the recipe is invalid.
    explicit Program(const Recipe& recipe);
    /// The same, made from the program of a recipe that differs in attributes only: much quicker. Made anew
    /// if the trees differ. The operations have no names. Throws as the constructor does.
    [[nodiscard]] static Program like(const Program& other, const Recipe& recipe);

    /// Nothing if the operands have other formats, or if products are scaled in one of them only.
    [[nodiscard]] std::optional<ProgramDifference> difference_from(const Program& other) const;

    [[nodiscard]] const Recipe& recipe() const { return *recipe_; }
    [[nodiscard]] const OperandRules& operands() const { return recipe_->operands; }
    [[nodiscard]] std::span<const Operation> operations() const { return operations_; }
    [[nodiscard]] std::span<const AddendGroup> groups(const Operation& op) const {
        return std::span(groups_).subspan(op.first_group, op.groups);
    }
    /// Those of all operations.
    [[nodiscard]] std::size_t group_count() const { return groups_.size(); }
    [[nodiscard]] std::span<const Slot> addends(const AddendGroup& group) const {
        return std::span(addends_).subspan(group.first, group.count);
    }
    [[nodiscard]] std::span<const std::uint16_t> blocks(const AddendGroup& group) const {
        return std::span(blocks_).subspan(group.first, group.count);
    }
    [[nodiscard]] std::span<const Slot> operand_slots(const Operation& op) const {
        return std::span(operand_slots_).subspan(op.first_operand, op.operands);
    }

    [[nodiscard]] Slot c_slot() const { return static_cast<Slot>(operands().k); }
    [[nodiscard]] Slot zero_slot() const { return static_cast<Slot>(operands().k + 1); }
    [[nodiscard]] Slot first_result() const { return static_cast<Slot>(operands().k + 2); }
    [[nodiscard]] std::size_t slots() const { return first_result() + operations_.size(); }
    [[nodiscard]] bool is_product(Slot slot) const { return slot < c_slot(); }
    /// The operation whose result `slot` is. Precondition: slot >= first_result().
    [[nodiscard]] const Operation& operation_of(Slot slot) const {
        return operations_[slot - first_result()];
    }
    /// Index of the operation that adds a value. Not of +0, which several may add, nor of d.
    [[nodiscard]] std::size_t user_of(Slot slot) const { return users_[slot]; }
    /// Format of a number: c (after conversion), +0 or a rounded result. Precondition: is_number(slot).
    [[nodiscard]] Format format_of(Slot slot) const;
    [[nodiscard]] bool is_number(Slot slot) const;
    /// "a3*b3", "c", or the title of the operation.
    [[nodiscard]] std::string name_of(Slot slot) const;

    /// How a zero product takes part in e_max, and whether products include their scale factors. Both are the
    /// same for all terms of products.
    [[nodiscard]] ZeroPart zero_product() const { return zero_product_; }
    [[nodiscard]] bool scales_products() const { return scales_products_; }

   private:
    friend class Unroller;
    friend class Retarget;
    Program() = default;
    [[nodiscard]] bool same_products(const Program& other) const;
    [[nodiscard]] bool same_addends(const Program& other, std::size_t n) const;
    [[nodiscard]] OperationChange change_of(const Program& other, std::size_t n) const;
    [[nodiscard]] bool same_flushes(const Program& other) const;
    std::shared_ptr<const Recipe> recipe_;
    std::vector<Operation> operations_;
    std::vector<AddendGroup> groups_;
    std::vector<Slot> addends_;
    std::vector<std::uint16_t> blocks_;
    std::vector<Slot> operand_slots_;
    std::vector<std::uint16_t> users_;  ///< by slot
    ZeroPart zero_product_ = ZeroPart::ignored;
    bool scales_products_ = false;
    std::optional<Format> zero_format_;  ///< format of the steps of chains that start at +0
};

/// Positions of part `i` if `size` positions are divided into `parts` parts by `pattern`.
/// Precondition: `parts` divides `size`.
[[nodiscard]] std::vector<int> part_positions(Pattern pattern, int i, int parts, int size);
/// The parts of `slice` that `select` selects, in order; one part unless `select.index` is kEach.
[[nodiscard]] std::vector<std::vector<int>> select_parts(const Select& select, std::span<const int> slice);

}  // namespace karat
