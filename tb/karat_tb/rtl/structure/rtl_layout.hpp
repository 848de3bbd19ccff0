// SPDX-License-Identifier: Apache-2.0
// Widths of the RTL of a recipe, from its bounds: how numbers are read, on which scale exponents travel, how
// wide sums are.
#pragma once
#include <optional>
#include <vector>

#include "karat/recipe/bounds/bounds.hpp"

namespace karat::tb {

/// How a sum is built. `single`: one exact addend, rounded. `pair`: two exact addends, rounded at once: what
/// falls off the window is one sticky bit. `fixed`: every addend exact, on a grid that never moves. `moving`:
/// aligned to the largest exponent.
enum class SumForm { single, pair, fixed, moving };

/// How karat_read takes a number. Its exponent is the field that the cell makes (biased, or from the last
/// place of the least subnormal if it converts) plus `origin`.
struct ReadLayout {
    Format format = Format::fp32;
    bool convert = false;
    int least = 0;        ///< LEAST of the cell
    int flush_below = 0;  ///< FLUSH_BELOW of the cell
    int fraction = 0;     ///< fraction bits of the significand; one integer bit
    int origin = 0;
    int e_low = 0, e_high = 0;  ///< of nonzero values
    int zero_exponent = 0;      ///< a zero is held with
};

/// A factor of a product: an operand, times its scale factor if products have one.
struct FactorLayout {
    ReadLayout operand;
    std::optional<ReadLayout> scale;
    int base = 0;        ///< exponent of field 0
    int scale_base = 0;  ///< the scale's share of it
    int ew = 1;
    int sig = 1;                          ///< bits of the significand
    int fraction = 0;                     ///< of them
    int e_low = 0, e_high = 0;            ///< with zeros, if these take part
    std::optional<int> zero, scale_zero;  ///< exponent that a zero gets; without: as it is held
    [[nodiscard]] int word() const { return 4 + ew + sig; }
};

/// Addends of a sum as it sees them.
struct GroupLayout {
    int base = 0;        ///< exponent of field 0, which also says "takes no part"
    int low = 0;         ///< least exponent, zeros that take part included
    int ib = 1, fb = 0;  ///< integer and fraction bits of the significand
    int F = 0;           ///< fraction bits kept (moving)
    bool tied = false;   ///< kept sums, whose exponents are on this scale already
    [[nodiscard]] int bits() const { return ib + fb; }
};

struct SumLayout {
    SumForm form = SumForm::moving;
    std::vector<GroupLayout> groups;
    int base =
        0;  ///< exponent of field 0: of e_max, of the grid's unit if that is common; pair: of a leading bit
    int ew = 1;
    int least = 0, most = 0;  ///< e_max (or unit) of a sum that is not zero
    int floor = 0;            ///< field of the floor, if it is above 0
    int grid = 0;             ///< unit = 2^(e_max - grid); fixed: the unit's exponent is -grid
    int addend = 0;           ///< bits of an aligned addend with its sign
    int bits = 1;             ///< of |sum|
    /// The exponent of the unit where the exponent's field is 0.
    [[nodiscard]] int unit() const { return form == SumForm::fixed ? -grid : base - grid; }
};

/// All of a program.
class RtlLayout {
   public:
    RtlLayout(const Program& program, const Bounds& bounds);

    [[nodiscard]] const FactorLayout& a() const { return a_; }
    [[nodiscard]] const FactorLayout& b() const { return b_; }
    [[nodiscard]] const SumLayout& sum(std::size_t operation) const { return sums_[operation]; }
    /// How a group reads the number in a slot.
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

/// Bits that count 0..most.
[[nodiscard]] int bits_for(int most);

}  // namespace karat::tb
