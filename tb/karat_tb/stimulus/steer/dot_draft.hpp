// SPDX-License-Identifier: Apache-2.0
// The operands of one dot-add under construction.
#pragma once
#include <cstdint>
#include <vector>

#include "karat_coverage/coverage_model.hpp"
#include "karat_tb/stimulus/operand_formats.hpp"
#include "karat_tb/stimulus/random.hpp"

namespace karat::tb {

/// Operands of one dot-add, owned.
struct DotOperands {
    std::vector<std::uint64_t> a, b, scale_a, scale_b;
    std::uint64_t c = 0;

    [[nodiscard]] Operands view() const { return {a, b, scale_a, scale_b, c}; }
};

/// A random encoding of the class.
[[nodiscard]] std::uint64_t value_of_class(const FormatInfo& f, ValueClass which, Random& random);

/// Sets operands so that an addend of a recipe has a given exponent and sign. Significands are drawn at
/// random.
class DotDraft {
   public:
    DotDraft(const CoverageModel& coverage_model, std::uint64_t seed);

    /// Starts again: zero operands, and scale factors of 1 or, in a third of the drafts, small ones.
    void blank();
    /// Sets product k to about 2^exponent, scale factors included.
    void set_product(int k, int exponent, bool negative);
    void set_c(int exponent, bool negative);
    /// Sets an addend of the bin's site to about 2^exponent, through the operands that it depends on.
    void set_addend(const Bin& bin, int addend, int exponent, bool negative);
    /// Sets a sum to about 2^exponent, through one or several of its products, or through c if c is among its
    /// addends or it has no products.
    void set_sum(Slot slot, int exponent, bool negative);

    /// The product that the addend is, or one that it sums. Any product if there is none.
    [[nodiscard]] int product_of(const SiteAddend& addend);
    /// A product of the site; any product without a site.
    [[nodiscard]] int some_k(const Site* site);
    /// Products below a result, without those of the previous steps of its chain; all of them if there are
    /// none.
    [[nodiscard]] const std::vector<int>& products_below(Slot slot) const {
        return below_[slot - program.first_result()];
    }
    /// A number from least to most, more often near zero or at an end.
    [[nodiscard]] int pick(int least, int most);
    [[nodiscard]] int pick(const ValueBounds& values) { return pick(values.e_low, values.e_high); }

    const CoverageModel& model;
    const Program& program;
    const OperandRules& rules;
    OperandFormats formats;
    int p_low, p_high;  ///< exponents of unscaled products
    bool full = false;  ///< significands are all ones
    Random random;
    DotOperands x;

   private:
    void find_products();
    [[nodiscard]] int any_of(const std::vector<int>& ks) { return ks[random.below(ks.size())]; }
    [[nodiscard]] std::uint64_t pattern(int bits);

    std::vector<std::vector<int>> below_;  ///< of every result
    bool by_scale_ = false;                ///< sums of products are compared by their scale factors alone
};

}  // namespace karat::tb
