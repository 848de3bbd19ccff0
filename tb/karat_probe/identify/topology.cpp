// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/topology.hpp"

#include <algorithm>

#include "karat/error.hpp"
#include "karat/text/text.hpp"
#include "karat_probe/identify/losses.hpp"
#include "karat_probe/identify/step.hpp"
#include "karat_probe/suites/session.hpp"
#include "karat_probe/suites/values.hpp"
#include "karat_tb/stimulus/random.hpp"

namespace karat::probe {
namespace {

constexpr int kLeastDistance = 6;  ///< bits between X and y below which nothing is asked

/// The row, or nothing if the formats have no such values.
std::optional<VectorRow> row_of(Session& session, std::initializer_list<Placed> addends) {
    try {
        return session.row(std::span(addends.begin(), addends.size()));
    } catch (const NotExpressible&) {
        return std::nullopt;
    }
}

}  // namespace

/// Of X and y.
class Topology::Magnitudes {
   public:
    explicit Magnitudes(Target& target)
        : target_(target),
          session_(target),
          places_(session_.positions() - (target.takes_c() ? 0 : 1)),
          products_(target.formats().k) {}

    /// X as large as possible, but such that every place gives it and two of it cancel; y as small as
    /// possible, but such that every place gives about its value. False if they are too close.
    bool find() {
        const auto power = [](int e) { return two(e); };
        const auto x = found(session_.most_common() - 1, -2, power, 0, places_);
        if (!x) return false;
        large_ = *x;
        const FormatInfo& c = info(target_.formats().c);
        const int least_c = c.min_exponent() - c.fraction_bits;
        const int from = std::max(session_.least_subnormal_product(), least_c);
        const auto common = least(from, 2, power, 0, places_);
        if (!common || large_ - *common < kRoom) return find_one_of_each_kind();
        of_products_ = of_c_ = two(*common);
        return true;
    }
    [[nodiscard]] double x() const { return two(large_); }
    [[nodiscard]] double y(int place) const { return place == products_ ? of_c_ : of_products_; }
    [[nodiscard]] bool own_for_c() const { return of_c_ != of_products_; }
    [[nodiscard]] int places() const { return places_; }
    [[nodiscard]] Session& session() { return session_; }

   private:
    static constexpr int kRoom = 24;  ///< enough for the widths of most sums

    /// So near to X that few widths show: a product and c as far from it as each can be, with further bits.
    bool find_one_of_each_kind() {
        const FormatInfo& c = info(target_.formats().c);
        const auto of_product = [](int e) { return 1.5 * two(e); };
        const auto of_c = [&](int e) { return two(e + 1) - two(e - c.fraction_bits); };
        const auto product = least(session_.least_subnormal_product(), 1, of_product, 0, products_);
        const auto other = least(c.min_exponent(), 1, of_c, products_, places_);
        if (!product || !other) return false;
        of_products_ = of_product(*product);
        of_c_ = of_c(*other);
        const bool has_c = places_ > products_;
        return large_ - (has_c ? std::min(*product, *other) : *product) >= kLeastDistance;
    }
    /// The least exponent from `from` on, but not too far from X, whose value all these places give. Any if
    /// there are no places.
    template <class Value>
    std::optional<int> least(int from, int step, const Value& value, int first, int last) {
        constexpr int most_distance = 160;
        const FormatInfo& d = info(target_.formats().d);
        return found(std::max({from, large_ - most_distance, d.min_exponent() - d.fraction_bits}), step,
                     value, first, last);
    }
    /// The first exponent whose value all these places give.
    template <class Value>
    std::optional<int> found(int exponent, int step, const Value& value, int first, int last) {
        constexpr int most_steps = 80;
        for (int n = 0; n < most_steps; ++n, exponent += step)
            if (all_give(value(exponent), first, last)) return exponent;
        return std::nullopt;
    }
    bool all_give(double value, int first, int last) {
        std::vector<VectorRow> rows;
        for (int place = first; place < last; ++place) {
            auto row = row_of(session_, {{place, value}});
            if (!row) return false;
            rows.push_back(std::move(*row));
        }
        const std::vector<std::uint64_t> answers = target_(rows);
        return std::ranges::all_of(answers, [&](std::uint64_t answer) {
            const double given = to_double(answer, target_.formats().d);
            return given >= value / 2 && given <= 2 * value;
        });
    }

    Target& target_;
    Session session_;
    int places_, products_;
    int large_ = 0;
    double of_products_ = 0, of_c_ = 0;
};

Topology::Topology(Target& target, std::size_t most, std::uint64_t seed) {
    if (target.formats().are_integers() || target.formats().k < 2) return;
    Magnitudes magnitudes(target);
    if (!magnitudes.find()) return;
    own_for_c_ = magnitudes.own_for_c();
    Session& session = magnitudes.session();
    tb::Random random(seed);
    const int places = magnitudes.places();
    const double x = magnitudes.x();
    std::vector<VectorRow> alone;
    alone.reserve(static_cast<std::size_t>(places));
    for (int place = 0; place < places; ++place)
        alone.push_back(*row_of(session, {{place, magnitudes.y(place)}}));
    const std::vector<std::uint64_t> of_alone = target(alone);
    const auto count = static_cast<std::size_t>(places);
    const std::size_t all = count * (count - 1) / 2 * (count - 2);
    std::vector<VectorRow> rows;
    std::vector<std::size_t> small;
    const auto slot = [](int place) { return static_cast<Slot>(place); };  // c is the last place
    for (int i = 0; i < places; ++i) {
        for (int j = i + 1; j < places; ++j) {
            for (int y = 0; y < places; ++y) {
                if (y == i || y == j || random.below(all) >= most) continue;
                auto row = row_of(session, {{i, x}, {j, -x}, {y, magnitudes.y(y)}});
                if (!row) continue;
                rows.push_back(std::move(*row));
                triples_.push_back({{slot(i), slot(j), slot(y)}, false});
                small.push_back(static_cast<std::size_t>(y));
            }
        }
    }
    const std::vector<std::uint64_t> answers = target(rows);
    for (std::size_t n = 0; n < triples_.size(); ++n) triples_[n].lost = answers[n] != of_alone[small[n]];
}

double Topology::contradicted(const Recipe& shape, std::size_t most) const {
    const auto evaluator = evaluator_of(shape);
    if (!evaluator) return 1;
    Losses losses(evaluator->program(), own_for_c_);
    const std::size_t stride = triples_.size() / most + 1;
    std::size_t looked = 0;
    for (std::size_t n = 0; n < triples_.size(); n += stride, ++looked) {
        const Triple& triple = triples_[n];
        losses.note(triple.places, triple.lost);
    }
    return static_cast<double>(losses.unexplained()) / static_cast<double>(looked);
}

}  // namespace karat::probe
