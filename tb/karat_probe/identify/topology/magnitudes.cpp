// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/topology/magnitudes.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "karat/format/format.hpp"
#include "karat/text/text.hpp"
#include "karat_probe/suites/values.hpp"

namespace karat::probe {
namespace {

constexpr int kLeastDistance = 6;  ///< bits between X and y below which nothing is asked
constexpr int kRoom = 24;          ///< enough for the widths of most sums
constexpr int kAmple = 60;         ///< enough for nearly all

}  // namespace

std::optional<VectorRow> placed_row(Session& session, std::initializer_list<Placed> addends) {
    try {
        return session.row(std::span(addends.begin(), addends.size()));
    } catch (const NotExpressible&) {
        return std::nullopt;
    }
}

Magnitudes::Magnitudes(Target& target)
    : target_(target),
      session_(target),
      places_(session_.positions() - (target.takes_c() ? 0 : 1)),
      products_(target.formats().k) {}

double Magnitudes::x() const { return two(large_); }

/// The largest exponent, in steps of two, whose value every place gives.
template <class Value>
std::optional<int> Magnitudes::largest(int exponent, const Value& value) {
    constexpr int most_steps = 80;
    int wrong = 0;  // a place that does not give the last one will hardly give the next
    for (int n = 0; n < most_steps; ++n, exponent -= 2) {
        if (first_wrong(value(exponent), wrong, wrong + 1)) continue;
        const auto other = first_wrong(value(exponent), 0, places_);
        if (!other) return exponent;
        wrong = *other;
    }
    return std::nullopt;
}

/// The least exponent from `from` on, but not too far from X, whose value all these places give, as they
/// do all larger ones up to X. Any if there are no places.
template <class Value>
std::optional<int> Magnitudes::least(int from, const Value& value, int first, int last) {
    constexpr int most_distance = 160;
    const FormatInfo& d = info(target_.formats().d);
    int low = std::max({from, large_ - most_distance, d.min_exponent() - d.fraction_bits});
    int high = first_wrong(value(low), first, last) ? std::max(low, large_) : low;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (first_wrong(value(middle), first, last))
            low = middle + 1;
        else
            high = middle;
    }
    return first_wrong(value(low), first, last) ? std::nullopt : std::optional(low);
}

/// The first of these places that does not give the value, alone, about as it is.
std::optional<int> Magnitudes::first_wrong(double value, int first, int last) {
    std::vector<VectorRow> rows;
    for (int place = first; place < last; ++place) {
        auto row = placed_row(session_, {{place, value}});
        if (!row) return place;
        rows.push_back(std::move(*row));
    }
    const std::vector<std::uint64_t> answers = target_(rows);
    const auto wrong = std::ranges::find_if_not(answers, [&](std::uint64_t answer) {
        const double given = to_double(answer, target_.formats().d);
        return given >= value / 2 && given <= 2 * value;
    });
    if (wrong == answers.end()) return std::nullopt;
    return first + static_cast<int>(wrong - answers.begin());
}

bool Magnitudes::find() {
    const auto power = [](int e) { return two(e); };
    const auto x = largest(session_.most_common() - 1, power);
    if (!x) return false;
    large_ = *x;
    const FormatInfo& c = info(target_.formats().c);
    const int least_c = c.min_exponent() - c.fraction_bits;
    const int least_product = session_.least_subnormal_product();
    const auto common = least(std::max(least_product, least_c), power, 0, places_);
    if (common && large_ - *common >= kAmple) return all_have(two(*common));
    if (find_one_of_each_place(least_product, least_c)) return true;
    if (common && large_ - *common >= kRoom) return all_have(two(*common));
    return find_one_of_each_kind();
}

std::vector<int> Magnitudes::magnitudes() const {
    std::vector<double> all;
    std::vector<int> out;
    for (const double y : small_) {
        const auto known = std::ranges::find(all, y);
        out.push_back(static_cast<int>(known - all.begin()));
        if (known == all.end()) all.push_back(y);
    }
    return all.size() == 1 ? std::vector<int>{} : out;
}

bool Magnitudes::are_powers() const {
    return std::ranges::all_of(small_, [](double y) { return two(std::ilogb(y)) == y; });
}

bool Magnitudes::all_have(double y) {
    small_.assign(static_cast<std::size_t>(places_), y);
    return true;
}

/// Fails if no place is farther from X than the others, or a place is too close for any width.
bool Magnitudes::find_one_of_each_place(int least_product, int least_c) {
    const auto power = [](int e) { return two(e); };
    std::vector<int> exponents;
    for (int place = 0; place < places_; ++place) {
        const auto each = least(place < products_ ? least_product : least_c, power, place, place + 1);
        if (!each || large_ - *each < kLeastDistance) return false;
        exponents.push_back(*each);
    }
    const auto [low, high] = std::ranges::minmax(exponents);
    if (low == high || large_ - low < kRoom) return false;
    small_.clear();
    for (const int exponent : exponents) small_.push_back(two(exponent));
    return true;
}

/// So near to X that few widths show: a product and c as far from it as each can be, with further bits.
bool Magnitudes::find_one_of_each_kind() {
    const FormatInfo& c = info(target_.formats().c);
    const auto of_product = [](int e) { return 1.5 * two(e); };
    const auto of_c = [&](int e) { return two(e + 1) - two(e - c.fraction_bits); };
    const auto product = least(session_.least_subnormal_product(), of_product, 0, products_);
    const auto other = least(c.min_exponent(), of_c, products_, places_);
    if (!product || !other) return false;
    const bool has_c = places_ > products_;
    all_have(of_product(*product));
    if (has_c) small_.back() = of_c(*other);
    return large_ - (has_c ? std::min(*product, *other) : *product) >= kLeastDistance;
}

}  // namespace karat::probe
