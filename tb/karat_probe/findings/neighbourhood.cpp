// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/findings/neighbourhood.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "karat/arithmetic/round.hpp"
#include "karat/evaluate/sparse.hpp"
#include "karat_probe/separate/shrink_operand.hpp"
#include "karat_tb/stimulus/operand_formats.hpp"
#include "karat_tb/stimulus/random.hpp"

namespace karat::probe {
namespace {

class Variations {
   public:
    Variations(const VectorRow& row, const OperandRules& rules) : row_(row), rules_(rules), formats_(rules) {
        row_.d.reset();
    }

    std::vector<VectorRow> run(std::size_t most) {
        const VectorRow start = row_;
        std::set<std::vector<std::uint64_t>> seen{operands()};
        std::vector<VectorRow> out;
        for (std::size_t tried = 0; tried < 4 * most && out.size() < most; ++tried) {
            row_ = start;
            for (std::uint64_t changes = 1 + random_.below(3); changes > 0; --changes) change();
            if (seen.insert(operands()).second) out.push_back(row_);
        }
        return out;
    }

   private:
    [[nodiscard]] std::vector<std::uint64_t> operands() const {
        std::vector<std::uint64_t> out{row_.c};
        for (const auto* part : {&row_.a, &row_.b}) out.insert(out.end(), part->begin(), part->end());
        return out;
    }
    [[nodiscard]] std::uint64_t& b_of(std::size_t product) {
        return row_
            .b[rules_.metadata == Metadata::none ? product
                                                 : selected_index(rules_.metadata, row_.metadata, product)];
    }
    /// Products of which an operand is not zero.
    [[nodiscard]] std::vector<std::size_t> products() {
        std::vector<std::size_t> out;
        for (std::size_t i = 0; i < row_.a.size(); ++i) {
            if (row_.a[i] != 0 || b_of(i) != 0) out.push_back(i);
        }
        return out;
    }

    void change() {
        constexpr std::uint64_t structural = 4;  // one in four changes an addend, the others an operand
        if (random_.below(structural) == 0) {
            change_addends();
            return;
        }
        const std::vector<std::size_t> used = products();
        const std::uint64_t which = random_.below(2 * used.size() + 1);
        if (which == 2 * used.size()) {
            vary(row_.c, formats_.c);
        } else if (which % 2 == 0) {
            vary(row_.a[used[which / 2]], formats_.a);
        } else {
            vary(b_of(used[which / 2]), formats_.b);
        }
    }
    void vary(std::uint64_t& x, const FormatInfo& format) {
        const auto bits =
            static_cast<std::uint64_t>(format.is_integer() ? format.bits : format.fraction_bits);
        switch (random_.below(4)) {
            case 0:
                if (!is_finite_nonzero(format, x)) x = replacement(format);
                break;
            case 1:
                x = shifted(format, x, distance());
                break;
            case 2:
                if (bits != 0) x ^= std::uint64_t{1} << (random_.below(bits) + ignored(format));
                break;
            default:
                if (format.has_minus_zero() || x != 0) x = format.negated(x);
        }
    }
    static std::uint64_t one(const FormatInfo& format) {
        return format.is_integer()
                   ? 1
                   : format.encoding(false, static_cast<std::uint64_t>(format.bias) << format.fraction_bits);
    }
    /// Of a zero, an infinity or a NaN.
    [[nodiscard]] std::uint64_t replacement(const FormatInfo& format) {
        if (format.has_infinity() && random_.coin())
            return random_.coin() ? format.encoding(random_.coin(), format.infinity_code())
                                  : encode_nan(format.id, NanEncoding::riscv);
        return random_.coin() && format.has_zero ? 0 : one(format);
    }
    static std::uint64_t ignored(const FormatInfo& format) {
        return static_cast<std::uint64_t>(format.ignored_low_bits);
    }
    /// Mostly a small one.
    [[nodiscard]] int distance() {
        constexpr std::array places{1, 1, 2, 3, 5, 9};
        const int by = places[random_.below(places.size())];
        return random_.coin() ? by : -by;
    }
    void change_addends() {
        const std::vector<std::size_t> used = products();
        switch (random_.below(6)) {
            case 0: {  // all addends together
                const int by = distance();
                for (const std::size_t i : used) row_.a[i] = shifted(formats_.a, row_.a[i], by);
                row_.c = shifted(formats_.c, row_.c, by);
                break;
            }
            case 1:
                if (used.empty() || random_.below(used.size() + 1) == 0)
                    row_.c = 0;
                else
                    copy(kNone, used[random_.below(used.size())]);
                break;
            case 2:
                cancelling_pair();
                break;
            case 3:
                if (rules_.a != rules_.b || used.empty()) break;
                exchange(used[random_.below(used.size())]);
                break;
            default:
                if (used.empty()) break;
                const std::size_t from = used[random_.below(used.size())];
                const std::size_t to = random_.below(row_.a.size());
                if (std::ranges::find(used, to) != used.end()) break;
                copy(from, to);
                if (random_.coin()) copy(kNone, from);
        }
    }
    /// 1 - 1, so that a row of zeros has neighbours that are sums.
    void cancelling_pair() {
        const std::size_t places = row_.a.size();
        const std::size_t first = random_.below(places + 1);
        const std::size_t second = random_.below(places + 1);
        if (first == second || !formats_.c.is_signed) return;
        add_one(first, random_.coin());
        add_one(second, random_.coin());
    }
    void add_one(std::size_t place, bool negative) {
        const auto signed_one = [&](const FormatInfo& format) {
            return negative ? format.negated(one(format)) : one(format);
        };
        if (place == row_.a.size()) {
            row_.c = signed_one(formats_.c);
        } else {
            row_.a[place] = signed_one(formats_.a);
            b_of(place) = one(formats_.b);
        }
    }
    void exchange(std::size_t product) { std::swap(row_.a[product], b_of(product)); }
    void copy(std::size_t from, std::size_t to) {
        row_.a[to] = from == kNone ? 0 : row_.a[from];
        b_of(to) = from == kNone ? 0 : b_of(from);
    }

    static constexpr std::size_t kNone = ~std::size_t{0};
    VectorRow row_;
    const OperandRules& rules_;
    tb::OperandFormats formats_;
    tb::Random random_{1};
};

}  // namespace

std::vector<VectorRow> neighbourhood(const VectorRow& row, const OperandRules& formats, std::size_t most) {
    return Variations(row, formats).run(most);
}

}  // namespace karat::probe
