// SPDX-License-Identifier: Apache-2.0
// Writes the cells of a lane: one walk over the operations of a program. Inside rtl_lane*.cpp only.
#pragma once
#include <algorithm>
#include <array>
#include <charconv>
#include <map>

#include "karat/error.hpp"
#include "karat/evaluate/nan.hpp"
#include "karat_tb/rtl/structure/rtl_netlist.hpp"
#include "karat_tb/rtl/structure/rtl_structure.hpp"

namespace karat::tb::lane {

using Parameters = std::vector<std::pair<std::string, std::string>>;

inline std::string text(int value) { return std::to_string(value); }
inline std::string flag(bool value) { return value ? "1'b1" : "1'b0"; }
/// Modulo 2^width.
inline std::string constant(int width, long value) {
    const long values = 1L << std::min(width, 62);
    return text(width) + "'d" + std::to_string(((value % values) + values) % values);
}
/// The same as an element of a concatenation.
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

/// Gates that are one after the other in a tree over n.
inline int tree(int n) { return bits_for(std::max(n - 1, 0)); }

/// The wires of a value, one bit of each flag a value.
struct Value {
    WireExpression encoding;              ///< of a number
    WireExpression sign, zero, nan, inf;  ///< inf: of the operands
    WireExpression overflow;              ///< empty: it cannot
    WireExpression magnitude, exponent;   ///< of a kept sum; exponent empty where it is constant
    bool known = false;                   ///< the flags are there
};

/// Addends as their sum sees them, each an element.
struct Seen {
    WireExpression sign, exponent, sig;
};

/// Sign and magnitude of a sum, its exponent, and whether bits were lost.
struct Total {
    WireExpression sign, magnitude, exponent, lost;
};

/// What specials make of a sum.
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
    /// Reads a number. `zero`: exponent field of a zero; without, as it is held.
    Seen read(Slot slot, bool flush, const std::string& name, int ew, int base, std::optional<int> zero);
    void number(const AddendGroup& group, Slot slot, const GroupLayout& seen, int ew, const std::string& name,
                Seen& out);
    /// Normalised: `top` is the exponent of the top bit.
    WireExpression lead(const WireExpression& top, const WireExpression& sig, const Term& term,
                        const GroupLayout& seen, int width, int ew, const std::string& name,
                        WireExpression& exponent);
    [[nodiscard]] static WireExpression flag_or_0(const WireExpression& x);
    /// A fixed-point sum below, as an addend.
    void kept(const AddendGroup& group, std::size_t index, const GroupLayout& seen, int ew,
              const std::string& name, Seen& out);
    [[nodiscard]] int net_fraction(const AddendGroup& group, const SumLayout& inner) const;
    [[nodiscard]] static std::string cast(int ew, int from, int add);
    /// The low bits of an exponent, where it has more than `ew`: they count modulo 2^ew.
    [[nodiscard]] static WireExpression at_most(int ew, const WireExpression& exponent);
    /// The exponent of a sum that may be zero: 0 if it takes no part then.
    WireExpression takes_part(const AddendGroup& group, Slot slot, int ew, const std::string& name,
                              const WireExpression& exponent);
    /// Whether a product below a sum is not zero.
    WireExpression terms(Slot slot);
    void collect_products(const Operation& op, WireExpression& zeros);
    /// Whether some addend of a sum takes part in its maximum, as it does not where all are zeros that do not
    /// count.
    WireExpression any_part(Slot slot);
    WireExpression one_part(const AddendGroup& group, Slot slot);
    WireExpression scaled(const AddendGroup& group, std::size_t index, const GroupLayout& seen, int ew,
                          const std::string& name, WireExpression& exponent);
    Seen see(std::size_t g);
    void lead_products(const AddendGroup& group, const GroupLayout& seen, int ew, const std::string& name,
                       Seen& all);
    [[nodiscard]] bool can_be_special(Slot slot) const;
    Verdict verdict(std::span<const Slot> slots, bool overflow, const std::string& name);
    /// `first` decides, then `second`.
    Verdict after(const Verdict& first, const Verdict& second, const std::string& name);
    Verdict specials(const Operation& op, const std::string& name);
    /// A fixed-point sum of nothing but products and c: special only if these are.
    [[nodiscard]] bool follows_operands(Slot slot) const;
    /// The flags of a fixed-point sum, made when somebody asks.
    void specials_of(Slot slot);
    /// Zeros and signs of what an exact zero sum is made of.
    void facts(const Operation& op, WireExpression& zeros, WireExpression& signs);
    WireExpression zero_sign(const Operation& op);
    [[nodiscard]] const Operation& current() const { return program_.operations()[current_]; }
    void operation(std::size_t index);
    [[nodiscard]] std::vector<std::string> widths_of(const Operation& op, const SumLayout& sum) const;
    Total sign_and_magnitude(const WireExpression& sum, int bits);
    Total add_up(const WireExpression& addends, int n, const SumLayout& sum);
    Total add_fixed(const std::vector<Seen>& groups, const SumLayout& sum);
    Total add_moving(const std::vector<Seen>& groups, const SumLayout& sum);
    /// The sign of c, which the addends are relative to.
    [[nodiscard]] WireExpression frame_of(const std::vector<Seen>& groups) const;
    /// Back from the frame of c's sign; zeros only give 0.
    void unframe(Total& total, const WireExpression& frame);
    Total add_pair(const std::vector<Seen>& groups, const SumLayout& sum);
    /// Addend i of two, in one group or two.
    [[nodiscard]] static WireExpression pick(const std::vector<Seen>& groups, std::size_t i, int what);
    /// The products and numbers that decide a sum's NaN, in order.
    [[nodiscard]] std::vector<Slot> nan_sources(const Operation& op) const;
    void note_source(Slot slot, std::vector<Slot>& out) const;
    void note_addends(const Operation& op, std::vector<Slot>& out) const;
    /// A NaN of format `from` whose fraction field is `wire` from `fraction_at` on, as one of format `to`.
    WireExpression quieted(Format to, Format from, const WireExpression& sign, Wire wire, int fraction_at);
    WireExpression quieted_operand(const FactorLayout& factor, Wire word, Format to);
    WireExpression quieted_number(Slot slot, Format to);
    WireExpression chosen(const WireExpression& condition, const WireExpression& then,
                          const WireExpression& otherwise);
    WireExpression first_number_nan(const OutputRule& rule, const std::vector<Slot>& sources,
                                    WireExpression otherwise);
    WireExpression rdna_nan(const OutputRule& rule, const std::vector<Slot>& sources,
                            const WireExpression& standard);
    WireExpression x86_nan(const OutputRule& rule, const std::vector<Slot>& sources,
                           const WireExpression& standard);
    /// What a NaN result is encoded as.
    WireExpression nan_code(const Operation& op, const OutputRule& rule);
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
