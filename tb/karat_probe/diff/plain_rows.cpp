// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/diff/plain_rows.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "karat_probe/diff/simplicity.hpp"
#include "karat_probe/separate/row_draft.hpp"
#include "karat_tb/stimulus/operand_formats.hpp"

namespace karat::probe {
namespace {

struct Addend {
    int place;  ///< product, or k for c
    bool negative = false;
    int bit = 0;  ///< the fraction bit that is set, 1 for the highest; 0 for none
    int exponent = 0;
};

class Rows {
   public:
    explicit Rows(const OperandRules& rules) : rules_(rules), formats_(rules) {}

    std::vector<VectorRow> make() {
        constexpr int farthest = 60;
        for (int below = 0; below <= farthest; ++below) {
            two(-below);
            three(-below);
        }
        return std::move(out_);
    }

   private:
    static constexpr int kMostBits = 12;

    void two(int exponent) {
        const int c = rules_.k;
        for (const auto& [large, small] : {std::pair(0, c), {c, 0}, {0, 1}}) {
            if (large == small || std::max(large, small) > c || (small == 1 && c == 1)) continue;
            for (int bits = 0; bits < 8; ++bits) {
                const bool negative = (bits & 1) != 0;
                const bool small_negative = (bits & 2) != 0;
                const int half = (bits & 4) != 0 ? 1 : 0;
                for (int bit = 0; bit <= (half == 0 ? kMostBits : 1); ++bit)
                    add({{large, negative, half, 0}, {small, small_negative, bit, exponent}});
            }
        }
    }
    /// 1 - 1, and what is left.
    void three(int exponent) {
        const int c = rules_.k;
        if (c < 2) return;
        for (const int small : {0, c}) {
            const int other = small == c ? 0 : c;
            for (int bits = 0; bits < 8; ++bits) {
                const bool negative = (bits & 1) != 0;
                add({{other, negative, 0, 0},
                     {1, !negative, 0, 0},
                     {small, (bits & 2) != 0, (bits & 4) != 0 ? 1 : 0, exponent}});
            }
        }
    }

    [[nodiscard]] static bool has(const FormatInfo& f, int exponent, int bit) {
        return exponent >= f.min_exponent() && exponent <= f.max_exponent() && bit <= f.fraction_bits;
    }
    [[nodiscard]] static std::uint64_t code(const FormatInfo& f, const Addend& x, int exponent) {
        return number(f, x.negative, exponent,
                      x.bit == 0 ? 0 : std::uint64_t{1} << (f.fraction_bits - x.bit));
    }
    /// The row with these addends, if the formats have them.
    void add(const std::vector<Addend>& addends) {
        VectorRow row = zeros();
        for (const Addend& x : addends) {
            if (x.place == rules_.k) {
                if (!has(formats_.c, x.exponent, x.bit)) return;
                row.c = code(formats_.c, x, x.exponent);
                continue;
            }
            const auto i = static_cast<std::size_t>(x.place);
            const int of_a = std::max(x.exponent, formats_.a.min_exponent());
            if (!has(formats_.a, of_a, x.bit) || !has(formats_.b, x.exponent - of_a, 0)) return;
            row.a[i] = code(formats_.a, x, of_a);
            row.b[i] = number(formats_.b, false, x.exponent - of_a);
        }
        out_.push_back(std::move(row));
    }
    [[nodiscard]] VectorRow zeros() const {
        VectorRow row;
        const auto k = static_cast<std::size_t>(rules_.k);
        row.a.assign(k, 0);
        row.b.assign(k, 0);
        if (!rules_.scale) return row;
        const std::size_t blocks = k / static_cast<std::size_t>(rules_.scale_block);
        row.scale_a.assign(blocks, number(info(*rules_.scale), false, 0));
        row.scale_b = row.scale_a;
        return row;
    }

    const OperandRules& rules_;
    tb::OperandFormats formats_;
    std::vector<VectorRow> out_;
};

}  // namespace

PlainRows::PlainRows(const OperandRules& formats) : formats_(formats) {
    if (formats.are_integers() || formats.metadata != Metadata::none) return;
    std::vector<VectorRow> rows = Rows(formats).make();
    std::vector<std::pair<Simplicity, std::size_t>> order;
    order.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) order.emplace_back(simplicity(rows[i], formats), i);
    std::ranges::sort(order);
    rows_.reserve(rows.size());
    how_simple_.reserve(rows.size());
    for (const auto& [how_simple, i] : order) {
        rows_.push_back(std::move(rows[i]));
        how_simple_.push_back(how_simple);
    }
}

const PlainRows& plain_rows_of(const OperandRules& formats) {
    thread_local std::optional<PlainRows> last;
    if (!last || !(last->formats() == formats)) last.emplace(formats);
    return *last;
}

VectorRow PlainRows::plainest(VectorRow row, const std::function<bool(const VectorRow&)>& holds) const {
    const Simplicity given = simplicity(row, formats_);
    for (std::size_t i = 0; i < rows_.size() && how_simple_[i] < given; ++i)
        if (holds(rows_[i])) return rows_[i];
    return row;
}

}  // namespace karat::probe
