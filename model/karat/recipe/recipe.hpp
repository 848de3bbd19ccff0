// SPDX-License-Identifier: Apache-2.0
// The language: an arithmetic is a tree of sums. A sum aligns its addends to a grid, adds them exactly, and
// keeps the fixed-point sum or rounds it to a format. docs/recipes.md explains the language; families/ holds
// the known arithmetics.
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

/// What a sum or a step is called in a drawing. No part of the arithmetic: names never make two recipes
/// differ.
struct Label {
    std::string text;
    friend bool operator==(const Label& /*x*/, const Label& /*y*/) { return true; }
};

/// Which k of the enclosing slice an expression works on. `list`, if not empty, picks and orders positions of
/// the slice; `parts` and `pattern` then divide what is left. `index` takes one of the parts; kEach takes
/// every part in turn.
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
/// inside a chain, what the previous step left. `zero`: +0, as the start of a chain.
struct Expression {
    ExpressionKind kind = ExpressionKind::product;
    Child<Sum> sum;
    Child<Chain> chain;

    friend bool operator==(const Expression&, const Expression&) = default;
};

/// The exponent an addend is compared by. `held`: of a product e_a + e_b, not normalised; of a number its own
/// (a subnormal has the format's least); of a fixed-point sum the e_max it was made with. `leading`: of the
/// leading bit. `scale`: its scale factors' alone.
enum class ComparedBy : std::uint8_t { held, leading, scale };
/// Whether a zero addend takes part in the maximum. `ignored`: never. `minus126`, `format_min`: operands,
/// with that exponent (for a product: of each zero operand). `terms`: sums, if some product below is not zero
/// and both scale factors are not; `counted`: always.
enum class ZeroPart : std::uint8_t { ignored, minus126, format_min, terms, counted };
/// `own`: each addend becomes a multiple of 2^(e_max - F). `common`: all become multiples of 2^lsb, the
/// largest e - F of those that take part.
enum class GridRule : std::uint8_t { own, common };
/// `exact`: signed values are added. `c_sign` (RDNA3): relative to the sign of c an opposing addend of
/// magnitude m adds -m - 1, also for m = 0; all addends zero give +0.
enum class SignFrame : std::uint8_t { exact, c_sign };
/// Which specials decide a sum. `addends`: those of its addends. `operands`: first those of the operands
/// below it, before any product overflow or inner rounding (the papers' step 1), then those of its addends.
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

/// An addend of a sum; with Select::kEach one for every part, all treated alike.
struct Term {
    Expression of;
    Select select;
    bool scaled = false;  ///< times its block's scale factors: products, or sums of products of one block
    bool flush = false;   ///< acc: a subnormal counts as +0 (OperandRules::flush_below)
    Width F = Width::exact();
    Rounding rounding = Rounding::RZ;
    std::optional<int> cutoff;  ///< counts as 0 in the sum where its exponent < e_max - cutoff
    ComparedBy compared_by = ComparedBy::held;
    std::optional<int>
        least_exponent;  ///< with compared_by leading: never below this; a zero takes part with it
    ZeroPart zero = ZeroPart::ignored;
    bool drop_tiny_negative =
        false;  ///< RDNA4: negative and below one unit of the grid, and above its least: 0, not -1

    friend bool operator==(const Term&, const Term&) = default;
};

struct Sum {
    std::vector<Term> terms;
    GridRule grid = GridRule::own;
    std::optional<int> floor;  ///< least e_max
    Sticky sticky = Sticky::none;
    SignFrame frame = SignFrame::exact;
    ZeroSum zero_sum = ZeroSum::positive;
    SpecialsOf specials = SpecialsOf::addends;
    std::optional<OutputRule> round;  ///< without: the value is the fixed-point sum
    Label label;

    friend bool operator==(const Sum&, const Sum&) = default;
};

/// `step`, once for each slice of k, in order; `acc` is what the step before left, `start` (on its own part
/// of k) before the first.
struct Chain {
    Select slices;
    Expression start;
    Select start_select;
    Child<Sum> step;
    std::optional<OutputRule> last;  ///< rounding of the last step, where it differs

    friend bool operator==(const Chain&, const Chain&) = default;
};

/// Formats and counts of a dot-add, and how its operands are read before any sum.
struct OperandRules {
    Format a = Format::fp16;
    Format b = Format::fp16;
    Format c = Format::fp32;
    Format d = Format::fp32;
    int k = 16;
    std::optional<Format> convert;    ///< a and b are converted to it, exactly
    std::optional<Format> convert_c;  ///< c is converted to it, exactly
    std::optional<Format> scale;
    int scale_block = 1;  ///< consecutive k that share a scale factor; divides k
    bool flush_a = false;
    bool flush_b = false;
    bool flush_c = false;
    FlushBelow flush_below = FlushBelow::format;
    ProductOverflow product_overflow = ProductOverflow::none;
    bool flush_products = false;
    ProductZeroSign zero_product_sign = ProductZeroSign::signed_;

    friend bool operator==(const OperandRules&, const OperandRules&) = default;
};

/// An arithmetic, completely. Plain data; `check` (check.hpp) says whether it is possible.
struct Recipe {
    OperandRules operands;
    Expression result;  ///< a sum that rounds to d, or a chain of such

    friend bool operator==(const Recipe&, const Recipe&) = default;
};

}  // namespace karat
