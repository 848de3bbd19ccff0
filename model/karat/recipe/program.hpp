// SPDX-License-Identifier: Apache-2.0
// A recipe unrolled: a list of sums in the order of their evaluation, each reading values by number.
// Evaluator, trace, bounds, coverage, RTL and vector engine all work from it.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "karat/recipe/recipe.hpp"

namespace karat {

/// Number of a value: 0..k-1 the products, k the operand c, k + 1 the constant +0, then the results of the
/// operations in order.
using Slot = std::uint16_t;

/// Addends that a sum treats alike: one entry of `Sum::terms`, unrolled.
struct AddendGroup {
    const Term* term = nullptr;
    std::uint32_t first = 0;  ///< in Program::addends, and in Program::blocks for scaled sums
    std::uint32_t count = 0;
    bool scaled_sum =
        false;  ///< scale factors are applied here (to products they are applied as these are made)
    bool are_products = false;  ///< every addend is a product
    bool plain = false;         ///< products in consecutive slots, compared by the exponent they have
};

/// One sum, evaluated.
struct Operation {
    const Sum* sum = nullptr;
    const OutputRule* round = nullptr;  ///< of this evaluation (Chain::last may differ from sum->round);
                                        ///< null: stays a fixed-point sum
    std::uint32_t first_group = 0;
    std::uint32_t groups = 0;
    std::uint32_t first_operand =
        0;  ///< SpecialsOf::operands: products and c below, in Program::operand_slots
    std::uint32_t operands = 0;
    Slot result = 0;
    std::string path;   ///< of the node in the recipe, "result.sum[1].of"
    std::string title;  ///< its label, with the number of the step and the part where there are several
};

/// What a recipe with these operands does, step by step. Refers to the recipe it was made from, which it
/// owns.
class Program {
   public:
    /// Throws SpecError, naming the node by its path, for a recipe that is not possible.
    explicit Program(const Recipe& recipe);

    [[nodiscard]] const Recipe& recipe() const { return *recipe_; }
    [[nodiscard]] const OperandRules& operands() const { return recipe_->operands; }
    [[nodiscard]] std::span<const Operation> operations() const { return operations_; }
    [[nodiscard]] std::span<const AddendGroup> groups(const Operation& op) const {
        return std::span(groups_).subspan(op.first_group, op.groups);
    }
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
    /// Format of a number: of c (converted), of +0, of a rounded result. Not for products and fixed-point
    /// sums.
    [[nodiscard]] Format format_of(Slot slot) const;
    [[nodiscard]] bool is_number(Slot slot) const;
    /// "a3*b3", "c", or the title of the operation.
    [[nodiscard]] std::string name_of(Slot slot) const;

    /// How a zero product takes part, and whether products carry their scale factors: the same for every term
    /// of products.
    [[nodiscard]] ZeroPart zero_product() const { return zero_product_; }
    [[nodiscard]] bool scales_products() const { return scales_products_; }

   private:
    friend class Unroller;
    std::shared_ptr<const Recipe> recipe_;
    std::vector<Operation> operations_;
    std::vector<AddendGroup> groups_;
    std::vector<Slot> addends_;
    std::vector<std::uint16_t> blocks_;
    std::vector<Slot> operand_slots_;
    ZeroPart zero_product_ = ZeroPart::ignored;
    bool scales_products_ = false;
    std::optional<Format> zero_format_;  ///< of the steps of chains that start at +0
};

/// Positions of part `i` of `parts`, by `pattern`, among `size` positions. `parts` divides `size`.
[[nodiscard]] std::vector<int> part_positions(Pattern pattern, int i, int parts, int size);
/// The parts of `slice` that `select` names, in order; one part unless `select.index` is kEach.
[[nodiscard]] std::vector<std::vector<int>> select_parts(const Select& select, std::span<const int> slice);

}  // namespace karat
