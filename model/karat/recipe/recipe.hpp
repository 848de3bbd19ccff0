// SPDX-License-Identifier: Apache-2.0
// The recipe language: an arithmetic is a tree of sums. A sum aligns its addends to a grid, adds them
// exactly, and either keeps the fixed-point sum or rounds it to a format. docs/reference/recipes.md describes
// the language; families/ contains the known arithmetics.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "karat/arithmetic/round.hpp"
#include "karat/recipe/spec.hpp"

namespace karat {

/// A shared, immutable child of a node. Equal if the children are equal.
template <class T>
class Child {
   public:
    Child() = default;
    explicit Child(T value) : node_(std::make_shared<const T>(std::move(value))) {}

    [[nodiscard]] explicit operator bool() const { return node_ != nullptr; }
    [[nodiscard]] const T& operator*() const { return *node_; }
    [[nodiscard]] const T* operator->() const { return node_.get(); }
    friend bool operator==(const Child& x, const Child& y) {
        return x.node_ == y.node_ || (x.node_ && y.node_ && *x.node_ == *y.node_);
    }

   private:
    std::shared_ptr<const T> node_;
};

/// The name of a sum or step in a drawing. It is not part of the arithmetic: recipes that differ only in
/// names are equal.
struct Label {
    std::string text;
    friend bool operator==(const Label& /*x*/, const Label& /*y*/) { return true; }
};

/// The k of the enclosing slice that an expression works on. A nonempty `list` selects and orders positions
/// of the slice. `parts` and `pattern` then divide the selected positions. `index` selects one part; kEach
/// stands for every part in turn.
struct Select {
    static constexpr int kEach = -1;
    std::vector<int> list;
    int parts = 1;
    Pattern pattern = Pattern::contiguous;
    int index = kEach;

    friend bool operator==(const Select&, const Select&) = default;
};

struct Sum;
struct Chain;

enum class ExpressionKind : std::uint8_t { product, c, acc, zero, sum, chain };

/// `product`: the exact products of the current slice, one addend each. `c`: the accumulator operand. `acc`:
/// inside a chain, the result of the previous step. `zero`: +0, as the start of a chain.
struct Expression {
    ExpressionKind kind = ExpressionKind::product;
    Child<Sum> sum;
    Child<Chain> chain;

    friend bool operator==(const Expression&, const Expression&) = default;
};

/// The exponent of an addend in the search for e_max. `held`: for a product e_a + e_b, not normalised; for a
/// number its own exponent (a subnormal has the format's minimum); for a fixed-point sum the e_max it was
/// computed with. `leading`: the exponent of the leading bit. `scale`: the exponents of its scale factors
/// alone.
enum class ComparedBy : std::uint8_t { held, leading, scale };
/// Whether a zero addend takes part in e_max. `ignored`: never. For operands: `minus126`, with exponent -126;
/// `format_min`, with the format's minimum exponent (for a product, this is the exponent of each zero
/// operand). For sums: `terms`, if some product below is nonzero and both scale factors are nonzero;
/// `counted`, always.
enum class ZeroPart : std::uint8_t { ignored, minus126, format_min, terms, counted };
/// `own`: each addend is rounded to a multiple of 2^(e_max - F), with its own F. `common`: all addends are
/// rounded to multiples of 2^lsb, where lsb is the largest e - F of the addends that take part.
enum class GridRule : std::uint8_t { own, common };
/// `exact`: signed values are added. `c_sign` (RDNA3): relative to the sign of c, an addend of the opposite
/// sign and magnitude m contributes -m - 1, also for m = 0. If all addends are zero, the sum is +0.
enum class SignFrame : std::uint8_t { exact, c_sign };
/// Which specials (infinities and NaNs) decide a sum. `addends`: those of its addends. `operands`: first
/// those of the operands below it, before any product overflow or inner rounding (step 1 in the papers), then
/// those of its addends.
enum class SpecialsOf : std::uint8_t { addends, operands };

template <>
struct EnumNames<ExpressionKind> {
    static constexpr std::array<std::string_view, 6> names{"product", "c", "acc", "zero", "sum", "chain"};
};
template <>
struct EnumNames<ComparedBy> {
    static constexpr std::array<std::string_view, 3> names{"held", "leading", "scale"};
};
template <>
struct EnumNames<ZeroPart> {
    static constexpr std::array<std::string_view, 5> names{"ignored", "minus126", "format_min", "terms",
                                                           "counted"};
};
template <>
struct EnumNames<GridRule> {
    static constexpr std::array<std::string_view, 2> names{"own", "common"};
};
template <>
struct EnumNames<SignFrame> {
    static constexpr std::array<std::string_view, 2> names{"exact", "c_sign"};
};
template <>
struct EnumNames<SpecialsOf> {
    static constexpr std::array<std::string_view, 2> names{"addends", "operands"};
};

/// An addend of a sum. With Select::kEach it stands for one addend per part, all treated alike.
struct Term {
    Expression of;
    Select select;
    /// Multiplied by the scale factors of its block: products, or sums of products of one block.
    bool scaled = false;
    bool flush = false;  ///< for acc: a subnormal counts as zero (OperandRules::flush_below, flush_sign)
    Width F = Width::exact();
    Rounding rounding = Rounding::RZ;
    std::optional<int> cutoff;  ///< counts as 0 in the sum if its exponent < e_max - cutoff
    ComparedBy compared_by = ComparedBy::held;
    /// With ComparedBy::leading: lower limit of the exponent. A zero takes part with this exponent.
    std::optional<int> least_exponent;
    ZeroPart zero = ZeroPart::ignored;
    /// RDNA4: a negative addend smaller than one unit of the grid counts as 0, not -1, if the unit is above
    /// 2^least_exponent.
    bool drop_tiny_negative = false;

    friend bool operator==(const Term&, const Term&) = default;
};

struct Sum {
    std::vector<Term> terms;
    GridRule grid = GridRule::own;
    std::optional<int> floor;  ///< minimum e_max
    Sticky sticky = Sticky::none;
    SignFrame frame = SignFrame::exact;
    ZeroSum zero_sum = ZeroSum::positive;
    SpecialsOf specials = SpecialsOf::addends;
    std::optional<OutputRule> round;  ///< if unset, the value is the fixed-point sum
    Label label;

    friend bool operator==(const Sum&, const Sum&) = default;
};

/// Evaluates `step` once for each slice of k, in order. `acc` is the result of the previous step. In the
/// first step it is `start`, which works on its own part of k.
struct Chain {
    Select slices;
    Expression start;
    Select start_select;
    Child<Sum> step;
    std::optional<OutputRule> last;  ///< rounding of the last step, if different

    friend bool operator==(const Chain&, const Chain&) = default;
};

/// Formats and counts of a dot-add, and how its operands are read before the first sum.
struct OperandRules {
    Format a = Format::fp16;
    Format b = Format::fp16;
    Format c = Format::fp32;
    Format d = Format::fp32;
    int k = 16;                       ///< products; with metadata, a column of B has 2k elements
    std::optional<Format> convert;    ///< a and b are converted to this format, exactly
    std::optional<Format> convert_c;  ///< c is converted to this format, exactly
    std::optional<Format> scale;
    int scale_block = 1;  ///< consecutive k that share a scale factor; divides k
    bool flush_a = false;
    bool flush_b = false;
    bool flush_c = false;
    FlushBelow flush_below = FlushBelow::format;
    FlushSign flush_sign = FlushSign::positive;
    Metadata metadata = Metadata::none;
    Multiplier multiplier = Multiplier::product;
    ProductOverflow product_overflow = ProductOverflow::none;
    bool flush_products = false;
    ProductZeroSign zero_product_sign = ProductZeroSign::signed_;

    /// Elements of a column of B.
    [[nodiscard]] int k_of_b() const { return metadata == Metadata::none ? k : 2 * k; }
    /// Scale factors of one row of A or column of B; 0 without them.
    [[nodiscard]] int scale_count() const { return scale ? k / scale_block : 0; }
    /// Elements of metadata of a row of A.
    [[nodiscard]] int metadata_count() const {
        return metadata == Metadata::none ? 0 : metadata == Metadata::one_of_two ? k : k / 2;
    }
    /// Whether the arithmetic is that of integers. `check` then admits integers only, added exactly.
    [[nodiscard]] bool are_integers() const { return info(d).is_integer(); }
    friend bool operator==(const OperandRules&, const OperandRules&) = default;
};

/// A complete arithmetic. Plain data; `check` (check.hpp) validates it.
struct Recipe {
    OperandRules operands;
    Expression result;  ///< a sum rounded to d, or a chain of such sums

    friend bool operator==(const Recipe&, const Recipe&) = default;
};

}  // namespace karat
