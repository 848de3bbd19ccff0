// SPDX-License-Identifier: Apache-2.0
// Writes the cells of a lane in one walk over the operations of a program. Internal to rtl_lane*.cpp.
#pragma once
#include <algorithm>
#include <array>
#include <charconv>
#include <map>

#include "karat/error.hpp"
#include "karat/evaluate/nan_by_cause.hpp"
#include "karat_tb/rtl/structure/rtl_netlist.hpp"
#include "karat_tb/rtl/structure/rtl_structure.hpp"

namespace karat::tb::lane {

using Parameters = std::vector<std::pair<std::string, std::string>>;

inline std::string text(int value) { return std::to_string(value); }
inline std::string flag(bool value) { return value ? "1'b1" : "1'b0"; }
/// A sized constant; the value is taken modulo 2^width.
inline std::string constant(int width, long value) {
    const long values = 1L << std::min(width, 62);
    return text(width) + "'d" + std::to_string(((value % values) + values) % values);
}
/// The same constant as an element of a concatenation.
inline WireExpression constant_part(int width, long value) {
    return {{{0, 0, width, constant(width, value)}}, {}};
}
inline std::string encoding(int width, std::uint64_t value) {
    std::array<char, 16> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value, 16);
    return text(width) + "'h" + std::string(digits.data(), end.ptr);
}
inline std::string rounding_of(Rounding rounding) {
    return "karat_rtl_pkg::" + std::string(name_of(rounding));
}
inline WireExpression literal(std::string value) { return {{}, std::move(value)}; }

/// Levels of gates in a tree over n inputs.
inline int tree(int n) { return bits_for(std::max(n - 1, 0)); }

/// The wires of a value. Each flag is one bit.
struct Value {
    WireExpression encoding;              ///< for a number
    WireExpression sign, zero, nan, inf;  ///< inf: from an infinite operand
    WireExpression overflow;              ///< empty: the value cannot overflow
    WireExpression magnitude, exponent;   ///< for a kept sum; exponent empty if it is constant
    bool known = false;                   ///< the flags have been created
};

/// The addends of a group on the scale of their sum, concatenated, one element per addend.
struct Seen {
    WireExpression sign, exponent, sig;
};

/// Sign and magnitude of a sum, its exponent, and a flag for bits lost in the alignment.
struct Total {
    WireExpression sign, magnitude, exponent, lost;
};

/// The special result of a sum: NaN, infinity, and the infinity's sign.
struct Verdict {
    WireExpression nan, inf, sign;
    [[nodiscard]] bool any() const { return !nan.parts.empty(); }
};

class LaneWriter {
   public:
    LaneWriter(const Program& program, const Bounds& bounds);
    [[nodiscard]] int depth() const { return net_.depth(); }
    [[nodiscard]] LaneText write(int stages, const std::string& name);

   private:
    [[nodiscard]] bool scales_sums() const { return rules_.scale && !program_.scales_products(); }
    [[nodiscard]] std::string header(int stages, const std::string& name) const;
    [[nodiscard]] static WireExpression part(Wire wire, int index, int width);
    Wire assign(const std::string& name, int width, const std::string& expression,
                const std::vector<WireExpression>& inputs, int delay = 1, bool early = false);
    [[nodiscard]] std::string prefix() const { return "s" + text(static_cast<int>(current_)); }
    [[nodiscard]] std::string named(const std::string& what) const { return prefix() + "_" + what; }
    [[nodiscard]] std::string named(std::size_t group, const std::string& what) const {
        return prefix() + static_cast<char>('a' + static_cast<int>(group % 26)) + "_" + what;
    }
    void products(const AddendGroup& group, const GroupLayout& seen, int ew, const std::string& name,
                  Seen& out);
    /// Unpacks a number. `zero`: the exponent field given to a zero; if absent, a zero keeps the exponent
    /// that it is held with.
    Seen read(Slot slot, bool flush, const std::string& name, int ew, int base, std::optional<int> zero);
    Seen read_integer(Slot slot, const std::string& name, int ew, int base);
    void number(const AddendGroup& group, Slot slot, const GroupLayout& seen, int ew, const std::string& name,
                Seen& out);
    /// Normalises a significand whose top bit has the exponent `top`. `exponent` gets that of the leading
    /// bit.
    WireExpression lead(const WireExpression& top, const WireExpression& sig, const Term& term,
                        const GroupLayout& seen, int width, int ew, const std::string& name,
                        WireExpression& exponent);
    [[nodiscard]] static WireExpression flag_or_0(const WireExpression& x);
    /// A nested fixed-point sum as an addend.
    void kept(const AddendGroup& group, std::size_t index, const GroupLayout& seen, int ew,
              const std::string& name, Seen& out);
    [[nodiscard]] int net_fraction(const AddendGroup& group, const SumLayout& inner) const;
    [[nodiscard]] static std::string cast(int ew, int from, int add);
    /// Truncates an exponent to `ew` bits; exponents count modulo 2^ew.
    [[nodiscard]] static WireExpression at_most(int ew, const WireExpression& exponent);
    /// The exponent of a nested sum; 0 if the sum is zero and takes no part in the maximum.
    WireExpression takes_part(const AddendGroup& group, Slot slot, int ew, const std::string& name,
                              const WireExpression& exponent);
    /// Whether any product in the tree below a sum is nonzero.
    WireExpression terms(Slot slot);
    void collect_products(const Operation& op, WireExpression& zeros);
    /// Whether any addend of a sum takes part in its maximum. None does if all are zeros that do not count.
    WireExpression any_part(Slot slot);
    WireExpression one_part(const AddendGroup& group, Slot slot);
    WireExpression scaled(const AddendGroup& group, std::size_t index, const GroupLayout& seen, int ew,
                          const std::string& name, WireExpression& exponent);
    Seen see(std::size_t g);
    void lead_products(const AddendGroup& group, const GroupLayout& seen, int ew, const std::string& name,
                       Seen& all);
    [[nodiscard]] bool can_be_special(Slot slot) const;
    Verdict verdict(std::span<const Slot> slots, bool overflow, const std::string& name);
    /// `first` if it is a NaN or an infinity, else `second`.
    Verdict after(const Verdict& first, const Verdict& second, const std::string& name);
    Verdict specials(const Operation& op, const std::string& name);
    /// True for products, c and +0, and for fixed-point sums of these: special only if an operand is special.
    [[nodiscard]] bool follows_operands(Slot slot) const;
    /// Creates the flags of a fixed-point sum on first use.
    void specials_of(Slot slot);
    /// Collects the zero flags and signs of the addends that determine the sign of an exact zero sum.
    void facts(const Operation& op, WireExpression& zeros, WireExpression& signs);
    WireExpression zero_sign(const Operation& op);
    [[nodiscard]] const Operation& current() const { return program_.operations()[current_]; }
    void operation(std::size_t index);
    [[nodiscard]] std::vector<std::string> widths_of(const Operation& op, const SumLayout& sum) const;
    Total sign_and_magnitude(const WireExpression& sum, int bits);
    Total add_up(const WireExpression& addends, int n, const SumLayout& sum);
    Total add_fixed(const std::vector<Seen>& groups, const SumLayout& sum);
    Total add_moving(const std::vector<Seen>& groups, const SumLayout& sum);
    /// The sign of c, to which the addends are relative (SignFrame::c_sign).
    [[nodiscard]] WireExpression frame_of(const std::vector<Seen>& groups) const;
    /// Converts the total back from the frame of c's sign. If all addends are zero, the sum is 0.
    void unframe(Total& total, const WireExpression& frame);
    Total add_pair(const std::vector<Seen>& groups, const SumLayout& sum);
    /// Addend i of two, which are in one group or in two. `what`: 0 sign, 1 exponent, 2 significand.
    [[nodiscard]] static WireExpression pick(const std::vector<Seen>& groups, std::size_t i, int what);
    /// The products and numbers that decide a sum's NaN, in order.
    [[nodiscard]] std::vector<Slot> nan_sources(const Operation& op) const;
    void note_source(Slot slot, std::vector<Slot>& out) const;
    void note_addends(const Operation& op, std::vector<Slot>& out) const;
    /// A NaN of format `from` as a quiet NaN of format `to`. Its fraction field starts at bit `fraction_at`
    /// of `wire`.
    WireExpression quieted(Format to, Format from, const WireExpression& sign, Wire wire, int fraction_at);
    WireExpression quieted_operand(const FactorLayout& factor, Wire word, Format to);
    WireExpression quieted_number(Slot slot, Format to);
    WireExpression chosen(const WireExpression& condition, const WireExpression& then,
                          const WireExpression& otherwise);
    WireExpression first_number_nan(const OutputRule& rule, const std::vector<Slot>& sources,
                                    WireExpression otherwise);
    WireExpression rdna_nan(const OutputRule& rule, const std::vector<Slot>& sources,
                            const WireExpression& standard);
    struct Factors {
        bool a = false, b = false;
    };
    /// The first NaN of the products' operands `of`; of one product a comes before b.
    WireExpression operand_nan(const OutputRule& rule, const std::vector<Slot>& sources, Factors of,
                               WireExpression otherwise);
    /// The encoding of a NaN result.
    WireExpression nan_code(const Operation& op, const OutputRule& rule);
    void round_to_integer(const Operation& op, const Total& total);
    void round(const Operation& op, const SumLayout& sum, const Total& total);
    [[nodiscard]] static Parameters encode_parameters(const OutputRule& rule, int norm, int exp_bits);

    const Program& program_;
    const OperandRules& rules_;
    const Bounds& bounds_;
    RtlLayout layout_;
    Netlist net_;
    std::vector<Wire> a_, b_, scale_a_, scale_b_;
    Wire c_ = 0;
    std::vector<Value> values_;
    std::map<Slot, WireExpression> scaled_nan_, scaled_inf_, inf_sign_;
    std::size_t current_ = 0;
    SumForm form_ = SumForm::moving;
    int serial_ = 0;
};

}  // namespace karat::tb::lane
