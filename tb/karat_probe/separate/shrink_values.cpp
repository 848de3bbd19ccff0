// SPDX-License-Identifier: Apache-2.0
// shrink(): simpler significands, smaller exponents, the first products.
#include <algorithm>

#include "karat/format/unpack.hpp"
#include "karat_probe/separate/shrinker.hpp"

namespace karat::probe {
namespace {

std::uint64_t one(const FormatInfo& format) {
    if (format.is_integer()) return 1;
    return format.encoding(false, static_cast<std::uint64_t>(format.bias) << format.fraction_bits);
}

}  // namespace

/// Calls `visit(operand, format)` for a reference to each nonzero operand of `row`.
template <class Visit>
void ValueShrinker::each_operand(const Visit& visit) {
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

/// Clears single fraction bits, the lowest first.
template <class With, class Operand>
void ValueShrinker::clear_bits(const With& with, const Operand& operand, const FormatInfo& format) {
    if (format.is_integer() || !is_finite_nonzero(format, operand(row_))) return;
    for (int bit = 0; bit < format.fraction_bits; ++bit) {
        const std::uint64_t weight = std::uint64_t{1} << (bit + format.ignored_low_bits);
        const std::uint64_t cleared = operand(row_) & ~weight;
        if (cleared != operand(row_) && is_finite_nonzero(format, cleared)) accept(with(cleared));
    }
}

void ValueShrinker::simplify_significands() {
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

void ValueShrinker::move_forward() {
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

void ValueShrinker::gather_products() {
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

void ValueShrinker::bring_together() {
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

bool ValueShrinker::finite(std::size_t i) const {
    if (i == k()) return is_finite_nonzero(formats_.c, row_.c);
    return is_finite_nonzero(formats_.a, row_.a[i]) && is_finite_nonzero(formats_.b, row_.b[b_at(i)]);
}

int ValueShrinker::exponent_of(std::size_t i) const {
    if (i == k()) return leading_exponent(formats_.c, row_.c);
    return leading_exponent(formats_.a, row_.a[i]) + leading_exponent(formats_.b, row_.b[b_at(i)]);
}

std::optional<VectorRow> ValueShrinker::all_shifted(int by) const {
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

}  // namespace karat::probe
