// SPDX-License-Identifier: Apache-2.0
// Tiles made for the holes of a coverage.
#pragma once
#include <cstdint>
#include <vector>

#include "karat_coverage/coverage.hpp"
#include "karat_tb/stimulus/operand_formats.hpp"
#include "karat_tb/stimulus/random.hpp"
#include "karat_tb/stimulus/tile_source.hpp"

namespace karat::tb {

/// Operands of one dot-add, owned.
struct DotOperands {
    std::vector<std::uint64_t> a, b, scale_a, scale_b;
    std::uint64_t c = 0;

    [[nodiscard]] Operands view() const { return {a, b, scale_a, scale_b, c}; }
};

/// Some encoding of the class.
[[nodiscard]] std::uint64_t value_of_class(const FormatInfo& f, ValueClass which, Random& random);

/// Random dot-adds of the shape that one bin asks for: which addend holds the largest exponent, how far below
/// it another lies, what cancels.
class HoleAim {
   public:
    HoleAim(const CoverageModel& model, std::uint64_t seed);
    /// One try; whether it hits is for the model to say.
    [[nodiscard]] DotOperands attempt(const Bin& bin);

   private:
    void blank(DotOperands& x);
    void set_product(DotOperands& x, int k, int exponent, bool negative);
    void set_c(DotOperands& x, int exponent, bool negative);
    void set_addend(DotOperands& x, const Bin& bin, int addend, int exponent, bool negative);
    void set_extreme(DotOperands& x, const Bin& bin);
    void align(DotOperands& x, const Bin& bin);
    void cancel(DotOperands& x, const Bin& bin);
    void pile_up(DotOperands& x, const Bin& bin);
    void odd_c(DotOperands& x);
    void fill_site(DotOperands& x, const Bin& bin);
    void around_result(DotOperands& x, const Bin& bin);
    void specials(DotOperands& x, const Bin& bin);
    void zeros(DotOperands& x);
    void set_sum(DotOperands& x, Slot slot, int exponent, bool negative);
    void cancel_link(DotOperands& x, const Site& site, const SiteAddend& link, const SiteAddend& other,
                     int exponent, bool negative);
    void take_back_by_c(DotOperands& x, bool exact);
    [[nodiscard]] int product_of(const SiteAddend& addend);
    [[nodiscard]] int some_k(const Site* site);
    [[nodiscard]] int any_of(const std::vector<int>& ks) { return ks[random_.below(ks.size())]; }
    /// Products below a result, without those of the steps before in its chain; all of them if there are
    /// none.
    [[nodiscard]] const std::vector<int>& products_below(Slot slot) const {
        return below_[slot - program_.first_result()];
    }
    void find_products();
    [[nodiscard]] std::uint64_t pattern(int bits);
    [[nodiscard]] int pick(int least, int most);
    [[nodiscard]] int pick(const ValueBounds& values) { return pick(values.e_low, values.e_high); }

    const CoverageModel& model_;
    const Program& program_;
    const OperandRules& rules_;
    OperandFormats formats_;
    std::vector<std::vector<int>> below_;  ///< of every result
    bool by_scale_ = false;                ///< sums of products are compared by their scale factors alone
    int p_low_, p_high_;                   ///< exponents of unscaled products
    bool full_ = false;                    ///< significands all ones in this try
    Random random_;
};

/// Tiles aimed at the holes of `coverage`, which the caller samples with what it was given (sooner or later:
/// pipelines may lag). All lanes of a tile get the same dot-add, so that one tile closes a hole in every
/// lane. Ends when there is no hole, or after `patience` tries in a row that hit none; the coverage then
/// names what is left. The coverage must outlive the source.
class SteeredSource final : public TileSource {
   public:
    SteeredSource(const Coverage& coverage, const Spec& spec, std::size_t m, std::size_t n,
                  std::uint64_t seed, std::uint64_t patience = 200000);
    [[nodiscard]] std::optional<Tile> next() override;

   private:
    [[nodiscard]] Tile spread(const DotOperands& x) const;

    const Coverage& coverage_;
    std::size_t m_, n_;
    HoleAim aim_;
    std::uint64_t patience_;
    std::uint64_t idle_ = 0;  ///< tries since the coverage last grew
    std::size_t last_holes_;
    std::size_t cursor_ = 0;
};

}  // namespace karat::tb
