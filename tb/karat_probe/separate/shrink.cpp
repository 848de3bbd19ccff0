// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>
#include <utility>

#include "karat/evaluate/sparse.hpp"
#include "karat/format/unpack.hpp"
#include "karat_probe/separate/separate.hpp"
#include "karat_probe/separate/shrink_operand.hpp"
#include "karat_tb/stimulus/operand_formats.hpp"

namespace karat::probe {
namespace {

constexpr std::uint64_t kFirstElements = 0b0100;  ///< metadata: 2:4 elements 0 and 1, 1:2 element 0

/// Changes one thing at a time, and keeps the change if `holds` is still true.
class Shrinker {
   public:
    Shrinker(VectorRow row, const OperandRules& rules, const std::function<bool(const VectorRow&)>& holds)
        : row_(std::move(row)), rules_(rules), formats_(rules), holds_(holds) {}

    VectorRow run() {
        drop_metadata();
        drop_scales();
        drop_addends();
        for (int round = 0; round < kRounds; ++round) {
            const VectorRow before = row_;
            simplify_significands();
            move_forward();
            gather_products();
            bring_together();
            drop_addends();
            if (same(before, row_)) break;
        }
        return row_;
    }

   private:
    static constexpr int kRounds = 4;
    static constexpr std::size_t kMostRefused = 2000;  ///< far more than a large dot-add usually takes

    [[nodiscard]] static bool same(const VectorRow& x, const VectorRow& y) {
        return x.a == y.a && x.b == y.b && x.c == y.c && x.scale_a == y.scale_a && x.scale_b == y.scale_b &&
               x.metadata == y.metadata;
    }
    /// Refused candidates are remembered, because `holds` may ask a slow design.
    bool accept(VectorRow candidate) {
        if (same(candidate, row_) || refused_.size() >= kMostRefused) return false;
        std::vector<std::uint64_t> key = all_of(candidate);
        if (refused_.contains(key)) return false;
        if (!holds_(candidate)) {
            refused_.insert(std::move(key));
            return false;
        }
        row_ = std::move(candidate);
        return true;
    }
    [[nodiscard]] static std::vector<std::uint64_t> all_of(const VectorRow& row) {
        std::vector<std::uint64_t> out{row.c};
        for (const auto* part : {&row.a, &row.b, &row.scale_a, &row.scale_b, &row.metadata})
            out.insert(out.end(), part->begin(), part->end());
        return out;
    }

    [[nodiscard]] std::size_t k() const { return static_cast<std::size_t>(rules_.k); }
    /// Where the operand of product i is in b.
    [[nodiscard]] std::size_t b_at(std::size_t i) const {
        return rules_.metadata == Metadata::none ? i : selected_index(rules_.metadata, row_.metadata, i);
    }

    void drop_metadata() {
        if (rules_.metadata == Metadata::none) return;
        VectorRow plain = row_;
        std::fill(plain.metadata.begin(), plain.metadata.end(), kFirstElements);
        plain.b.assign(plain.b.size(), 0);
        VectorRow tidy = row_;
        tidy.b.assign(tidy.b.size(), 0);
        for (std::size_t i = 0; i < k(); ++i) {
            plain.b[selected_index(rules_.metadata, plain.metadata, i)] = row_.b[b_at(i)];
            tidy.b[b_at(i)] = row_.b[b_at(i)];
        }
        if (!accept(std::move(plain))) accept(std::move(tidy));
    }

    void drop_scales() {
        if (!rules_.scale) return;
        const FormatInfo& scale = info(*rules_.scale);
        const std::uint64_t one = static_cast<std::uint64_t>(scale.bias) << scale.fraction_bits;
        VectorRow plain = row_;
        std::fill(plain.scale_a.begin(), plain.scale_a.end(), one);
        std::fill(plain.scale_b.begin(), plain.scale_b.end(), one);
        if (accept(std::move(plain))) return;
        for (const auto factors : {&VectorRow::scale_a, &VectorRow::scale_b}) {
            for (std::size_t i = 0; i < (row_.*factors).size(); ++i) {
                const auto with = [&](std::uint64_t factor) {
                    VectorRow out = row_;
                    (out.*factors)[i] = factor;
                    return out;
                };
                if (accept(with(one))) continue;
                for (const std::uint64_t simpler : simpler_significands(scale, (row_.*factors)[i])) {
                    if (accept(with(simpler))) break;
                }
            }
        }
    }

    /// Addends with a nonzero operand: products, and k for c.
    [[nodiscard]] std::vector<std::size_t> nonzero() const {
        std::vector<std::size_t> out;
        for (std::size_t i = 0; i < k(); ++i) {
            if (row_.a[i] != 0 || row_.b[b_at(i)] != 0) out.push_back(i);
        }
        if (row_.c != 0) out.push_back(k());
        return out;
    }
    [[nodiscard]] VectorRow without(std::size_t first, std::size_t last,
                                    const std::vector<std::size_t>& addends) const {
        VectorRow out = row_;
        for (std::size_t i = first; i < last; ++i) {
            if (addends[i] == k()) {
                out.c = 0;
            } else {
                out.a[addends[i]] = 0;
                out.b[b_at(addends[i])] = 0;
            }
        }
        return out;
    }
    /// Delta debugging: drops halves, then quarters, down to single addends, until none can go.
    void drop_addends() {
        std::size_t part = nonzero().size();
        while (part != 0) {
            const std::vector<std::size_t> addends = nonzero();
            part = std::min(part, addends.size());
            bool dropped = false;
            for (std::size_t first = 0; part != 0 && first < addends.size(); first += part)
                dropped |= accept(without(first, std::min(first + part, addends.size()), addends));
            if (!dropped || part > 1) part /= 2;
        }
        drop_operands();
    }
    /// One operand of a product that is zero anyway.
    void drop_operands() {
        for (std::size_t i = 0; i < k(); ++i) {
            for (const bool of_a : {true, false}) {
                VectorRow out = row_;
                (of_a ? out.a[i] : out.b[b_at(i)]) = 0;
                accept(std::move(out));
            }
        }
    }

    /// Calls `visit(operand, format)` for a reference to each nonzero operand of `row`.
    template <class Visit>
    void each_operand(const Visit& visit) {
        for (const std::size_t i : nonzero()) {
            if (i == k()) {
                visit([](VectorRow& row) -> std::uint64_t& { return row.c; }, formats_.c);
                continue;
            }
            const std::size_t at = b_at(i);
            visit([i](VectorRow& row) -> std::uint64_t& { return row.a[i]; }, formats_.a);
            visit([at](VectorRow& row) -> std::uint64_t& { return row.b[at]; }, formats_.b);
        }
    }

    void simplify_significands() {
        each_operand([&](const auto& operand, const FormatInfo& format) {
            const auto with = [&](std::uint64_t code) {
                VectorRow out = row_;
                operand(out) = code;
                return out;
            };
            if (operand(row_) == 0 || operand(row_) == one(format) || accept(with(one(format)))) return;
            const std::vector<std::uint64_t> all = simpler_significands(format, operand(row_));
            // bisection, since each has more bits of the significand than the one before
            std::size_t low = 0;
            for (std::size_t high = all.size(); low < high;) {
                const std::size_t middle = low == 0 ? 0 : (low + high) / 2;
                if (accept(with(all[middle]))) {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            clear_bits(with, operand, format);
            accept(with(last_bit(format, operand(row_))));
        });
    }
    [[nodiscard]] static std::uint64_t one(const FormatInfo& format) {
        if (format.is_integer()) return 1;
        return format.encoding(false, static_cast<std::uint64_t>(format.bias) << format.fraction_bits);
    }
    /// Clears single fraction bits, the lowest first.
    template <class With, class Operand>
    void clear_bits(const With& with, const Operand& operand, const FormatInfo& format) {
        if (format.is_integer() || !is_finite_nonzero(format, operand(row_))) return;
        for (int bit = 0; bit < format.fraction_bits; ++bit) {
            const std::uint64_t weight = std::uint64_t{1} << (bit + format.ignored_low_bits);
            const std::uint64_t cleared = operand(row_) & ~weight;
            if (cleared != operand(row_) && is_finite_nonzero(format, cleared)) accept(with(cleared));
        }
    }

    /// Exchanges each product with the first zero one.
    void move_forward() {
        for (const std::size_t from : nonzero()) {
            for (std::size_t to = 0; from != k() && to < from; ++to) {
                if (row_.a[to] != 0 || row_.b[b_at(to)] != 0) continue;
                VectorRow out = row_;
                std::swap(out.a[from], out.a[to]);
                std::swap(out.b[b_at(from)], out.b[b_at(to)]);
                if (accept(std::move(out)) || to > kPlaces) break;
            }
        }
    }
    static constexpr std::size_t kPlaces = 3;  ///< places tried for each product

    /// Moves the exponent of b, and its sign, into a: b becomes 1 if it is a power of two.
    void gather_products() {
        for (const std::size_t i : nonzero()) {
            if (i == k() || !is_finite_nonzero(formats_.a, row_.a[i]) ||
                !is_finite_nonzero(formats_.b, row_.b[b_at(i)]))
                continue;
            const int exponent = leading_exponent(formats_.b, row_.b[b_at(i)]);
            VectorRow out = row_;
            out.a[i] = shifted(formats_.a, row_.a[i], exponent);
            out.b[b_at(i)] = shifted(formats_.b, row_.b[b_at(i)], -exponent);
            const bool moved = exponent == 0 || out.a[i] != row_.a[i];
            if (!moved) continue;
            const Unpacked b = unpack(out.b[b_at(i)], formats_.b);
            if (b.negative) {
                out.a[i] = formats_.a.negated(out.a[i]);
                out.b[b_at(i)] = formats_.b.negated(out.b[b_at(i)]);
            }
            accept(std::move(out));
        }
    }

    /// Shifts all addends together towards 1, then each operand towards 1 by itself.
    void bring_together() {
        if (rules_.are_integers()) return;
        int top = -10000;
        for (const std::size_t i : nonzero()) {
            if (finite(i)) top = std::max(top, exponent_of(i));
        }
        for (int by = -top; by != 0; by /= 2) {
            if (auto out = all_shifted(by); out && accept(std::move(*out))) break;
        }
        each_operand([&](const auto& operand, const FormatInfo& format) {
            if (!is_finite_nonzero(format, operand(row_))) return;
            for (int by = -leading_exponent(format, operand(row_)); by != 0; by /= 2) {
                VectorRow out = row_;
                operand(out) = shifted(format, operand(row_), by);
                if (accept(std::move(out))) break;
            }
        });
    }
    [[nodiscard]] bool finite(std::size_t i) const {
        if (i == k()) return is_finite_nonzero(formats_.c, row_.c);
        return is_finite_nonzero(formats_.a, row_.a[i]) && is_finite_nonzero(formats_.b, row_.b[b_at(i)]);
    }
    [[nodiscard]] int exponent_of(std::size_t i) const {
        if (i == k()) return leading_exponent(formats_.c, row_.c);
        return leading_exponent(formats_.a, row_.a[i]) + leading_exponent(formats_.b, row_.b[b_at(i)]);
    }
    /// Every addend times 2^by, or nothing if a format cannot represent it.
    [[nodiscard]] std::optional<VectorRow> all_shifted(int by) const {
        VectorRow out = row_;
        for (const std::size_t i : nonzero()) {
            if (!finite(i)) continue;
            if (i == k()) {
                out.c = shifted(formats_.c, row_.c, by);
                if (out.c == row_.c) return std::nullopt;
                continue;
            }
            const std::size_t at = b_at(i);
            out.a[i] = shifted(formats_.a, row_.a[i], by);
            if (out.a[i] == row_.a[i]) out.b[at] = shifted(formats_.b, row_.b[at], by);
            if (out.a[i] == row_.a[i] && out.b[at] == row_.b[at]) return std::nullopt;
        }
        return out;
    }

    VectorRow row_;
    const OperandRules& rules_;
    tb::OperandFormats formats_;
    const std::function<bool(const VectorRow&)>& holds_;
    std::set<std::vector<std::uint64_t>> refused_;
};

}  // namespace

VectorRow shrink(VectorRow row, const OperandRules& formats,
                 const std::function<bool(const VectorRow&)>& holds) {
    row.d.reset();
    return Shrinker(std::move(row), formats, holds).run();
}

}  // namespace karat::probe
