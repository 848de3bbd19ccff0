// SPDX-License-Identifier: Apache-2.0
// The places of an evaluation at which a unit can go wrong. A fault sets one or a few of them. A hook that is
// not set changes nothing.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "karat/arithmetic/addend.hpp"
#include "karat/arithmetic/round.hpp"
#include "karat/evaluate/products.hpp"
#include "karat/recipe/program.hpp"

namespace karat::tb {

using Value = Addend<BigInt>;

/// The encodings of one dot-add, as Operands.
struct Words {
    std::vector<std::uint64_t> a, b, scale_a, scale_b, metadata;
    std::uint64_t c = 0;

    explicit Words(const Operands& in)
        : a(in.a.begin(), in.a.end()),
          b(in.b.begin(), in.b.end()),
          scale_a(in.scale_a.begin(), in.scale_a.end()),
          scale_b(in.scale_b.begin(), in.scale_b.end()),
          metadata(in.metadata.begin(), in.metadata.end()),
          c(in.c) {}
    [[nodiscard]] Operands operands() const { return {a, b, scale_a, scale_b, c, metadata}; }
};

enum class Matrix : std::uint8_t { a, b, c };

/// A number as it is read. `matrix` is c for results of inner sums as well: a chain reads its running sum as
/// it reads c.
struct ReadSite {
    Matrix matrix;
    std::size_t k;  ///< 0 for c
    const FormatInfo& format;
    std::uint64_t encoding;
    bool is_result = false;  ///< of an inner sum
};

/// The scale factors of a block.
struct ScaleSite {
    const FormatInfo& format;
    std::uint64_t encoding_a;
    std::uint64_t encoding_b;
};

/// A product, and its operands as multiplied.
struct ProductSite {
    const Operands& in;
    std::size_t k;
    Unpacked a, b;
    const FormatInfo& format_a;  ///< as multiplied
    const FormatInfo& format_b;
    int fraction_a;  ///< fraction bits of the significands
    int fraction_b;
};

/// An addend of a sum.
struct AddendSite {
    Slot slot;
    const Term* term;
    bool is_product;
    bool is_number;  ///< c, +0 or a rounded result
    std::size_t group;
};

/// Where an addend is placed: rounded to a multiple of 2^lsb, in units of 2^grid.
struct Placement {
    int e_max;
    int lsb;
    int grid;
    Rounding rounding;
    bool dropped;  ///< counts as 0
};

/// The addends of one sum after alignment, in units of 2^lsb.
struct Aligned {
    std::span<const AddendSite> sites;
    std::vector<BigInt> values;
    int lsb;
    int e_max;
    std::span<const Value> addends;  ///< before alignment
};

/// One rounding. Its steps fill in the members from top to bottom.
struct RoundState {
    const OutputRule* rule;
    BigInt magnitude;  ///< of the sum, nonzero, in units of 2^lsb
    int lsb;
    bool negative;
    bool sticky;               ///< the sum recorded lost bits
    int e_max;                 ///< of the sum; kNoExponent if no addend takes part
    int top = 0;               ///< exponent of the leading bit
    bool field_wraps = false;  ///< the exponent has no limits, and only the bits of its field are kept
    // After normalisation.
    int exponent = 0;  ///< of the bit before the fraction: top, or the least exponent of the format
    int drop = 0;      ///< bits below the last one that is kept
    std::uint64_t kept = 0;
    bool guard = false;
    bool rest = false;
    bool up = false;  ///< the rounding adds one
    // After rounding.
    std::uint64_t code = 0;  ///< exponent field and fraction, not limited to their width
    bool normal = false;
    bool overflow = false;
};

/// Hooks are called from several threads at once and hold no state.
struct Hooks {
    /// Sum and rounding hooks act in this sum only: its number in the order of evaluation, where all steps
    /// and parts of a sum have the same number.
    std::optional<int> node;
    /// A zero addend bypasses the adder: in a sum of two addends the hooks act only if neither is zero.
    /// Numbers that the sum reads are then read correctly as well.
    bool unless_zero = false;
    /// Where hooks of several faults act on the same value, those of the lower number act first.
    int order = 0;

    // Operands and products.
    std::function<void(Words&)> words;
    std::function<void(const ReadSite&, Unpacked&)> read;  ///< before flush and conversion
    std::function<void(const ScaleSite&, Unpacked& a, Unpacked& b)> factors;
    std::function<void(const ProductSite&, Value&)> product;  ///< before scale factors and limits
    std::function<void(const ProductSite&, Value&)> limited;  ///< after them

    // A sum, in the order of its steps.
    std::function<void(const AddendSite&, Value&)> addend;
    std::function<void(SpecialsSeen&)> specials;  ///< called if there are any
    /// The exponents that enter e_max.
    std::function<void(std::span<const AddendSite>, std::span<const Value>, std::vector<int>&)> compared;
    std::function<void(std::span<const AddendSite>, const std::vector<int>&, int& e_max)> e_max;
    /// The value as well: e_max is known.
    std::function<void(const AddendSite&, Value&, Placement&)> placement;
    std::function<void(const AddendSite&, const Value&, const Placement&, BigInt&)> aligned;
    std::function<void(const Aligned&, BigInt& total)> total;
    /// `lost`: of each addend, whether it lost bits. Only if the sum has a sticky bit.
    std::function<void(std::span<const AddendSite>, const std::vector<bool>& lost, bool& sticky)> sticky;

    // A rounding, in the order of its steps.
    std::function<void(std::span<const AddendSite>, std::span<const Value>, bool& negative)> zero_sign;
    std::function<void(RoundState&)> normalised;  ///< `top` is known
    std::function<void(RoundState&)> rounding;    ///< `guard`, `rest` and `up` are known
    std::function<void(RoundState&)> rounded;     ///< `kept` is rounded
    /// `code` and `overflow` are known. For an integer, `code` is the result, and no other hook is called.
    std::function<void(RoundState&)> encoded;

    /// The encoding of d is known.
    std::function<void(const Operands&, std::uint64_t& d)> result;
};

/// The hooks of both: where both set one, that of `first` is called first. `node` is that of `first`.
[[nodiscard]] Hooks merged(Hooks first, const Hooks& second);

}  // namespace karat::tb
