// SPDX-License-Identifier: Apache-2.0
// Widths of the RTL of a recipe, computed from its bounds: how numbers are unpacked, the bases of exponents,
// and the widths of sums.
#pragma once
#include <optional>
#include <vector>

#include "karat/recipe/bounds/bounds.hpp"

namespace karat::tb {

/// The structure of a sum. `single`: one exact addend, rounded. `pair`: two exact addends, rounded once; bits
/// below the window become one sticky bit. `fixed`: all addends are exact, on a fixed grid. `moving`: the
/// addends are aligned to the largest exponent.
enum class SumForm { single, pair, fixed, moving };

/// How karat_read unpacks a number. The exponent is the cell's exponent field plus `origin`. The field is the
/// biased exponent; with `convert` it counts from the last bit of the least subnormal.
struct ReadLayout {
    Format format = Format::fp32;
    bool convert = false;
    int least = 0;        ///< parameter LEAST of the cell
    int flush_below = 0;  ///< parameter FLUSH_BELOW of the cell
    bool flush_keeps_sign = false;
    int fraction = 0;  ///< fraction bits of the significand, which has one integer bit
    int origin = 0;
    int e_low = 0, e_high = 0;  ///< exponents of nonzero values
    int zero_exponent = 0;      ///< exponent that a zero is held with
};

/// A factor of a product: an operand, multiplied by its scale factor if products are scaled.
struct FactorLayout {
    ReadLayout operand;
    std::optional<ReadLayout> scale;
    int base = 0;        ///< exponent of field 0
    int scale_base = 0;  ///< the share of the scale factor in `base`
    int ew = 1;
    int sig = 1;                          ///< bits of the significand
    int fraction = 0;                     ///< fraction bits among them
    int e_low = 0, e_high = 0;            ///< exponents, including those of zeros that take part
    std::optional<int> zero, scale_zero;  ///< exponent given to a zero; none: as held
    [[nodiscard]] int word() const { return 4 + ew + sig; }
};

/// A group of addends on the scale of their sum.
struct GroupLayout {
    int base = 0;        ///< exponent of field 0, which also means "takes no part"
    int low = 0;         ///< least exponent, including zeros that take part
    int ib = 1, fb = 0;  ///< integer and fraction bits of the significand
    int F = 0;           ///< fraction bits kept (moving)
    bool tied = false;   ///< nested sums whose exponents already have this base
    [[nodiscard]] int bits() const { return ib + fb; }
};

struct SumLayout {
    SumForm form = SumForm::moving;
    std::vector<GroupLayout> groups;
    int base = 0;  ///< exponent of field 0, for e_max; common grid: for the unit; pair: for a leading bit
    int ew = 1;
    int least = 0, most = 0;  ///< e_max, or exponent of a common unit, of a nonzero sum
    int floor = 0;            ///< exponent field of the floor; 0: not needed
    int grid = 0;             ///< unit = 2^(e_max - grid); fixed: the unit's exponent is -grid
    int addend = 0;           ///< bits of an aligned addend, including the sign
    int bits = 1;             ///< of |sum|
    /// The exponent of the unit for exponent field 0.
    [[nodiscard]] int unit() const { return form == SumForm::fixed ? -grid : base - grid; }
};

/// The layout of a whole program.
class RtlLayout {
   public:
    RtlLayout(const Program& program, const Bounds& bounds);

    [[nodiscard]] const FactorLayout& a() const { return a_; }
    [[nodiscard]] const FactorLayout& b() const { return b_; }
    [[nodiscard]] const SumLayout& sum(std::size_t operation) const { return sums_[operation]; }
    /// How the number in a slot is unpacked; `flush`: as an accumulator whose subnormals are flushed.
    [[nodiscard]] ReadLayout read(Slot slot, bool flush) const;
    [[nodiscard]] ReadLayout scale() const;

   private:
    [[nodiscard]] FactorLayout factor(Format format, bool flush) const;
    [[nodiscard]] SumForm form_of(std::size_t operation) const;
    [[nodiscard]] GroupLayout group(std::size_t operation, std::size_t index);
    void size_moving(std::size_t operation);
    void size_fixed(std::size_t operation);
    void place_base(std::size_t operation);
    void tie_bases();
    void finish(std::size_t operation);

    const Program& program_;
    const Bounds& bounds_;
    FactorLayout a_, b_;
    std::vector<SumLayout> sums_;
};

/// Bits needed for the values 0..most; at least 1.
[[nodiscard]] int bits_for(int most);

}  // namespace karat::tb
