// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/topology.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

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
    /// possible, but such that every place gives about its value. Where that is close to X, because a few
    /// places have few exponents, each place has its own y. False if all are too close.
    bool find() {
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
    [[nodiscard]] double x() const { return two(large_); }
    [[nodiscard]] double y(int place) const { return small_[static_cast<std::size_t>(place)]; }
    /// Numbers of the magnitudes of y, by place, or nothing if there is one.
    [[nodiscard]] std::vector<int> magnitudes() const {
        std::vector<double> all;
        std::vector<int> out;
        for (const double y : small_) {
            const auto known = std::ranges::find(all, y);
            out.push_back(static_cast<int>(known - all.begin()));
            if (known == all.end()) all.push_back(y);
        }
        return all.size() == 1 ? std::vector<int>{} : out;
    }
    [[nodiscard]] int places() const { return places_; }
    [[nodiscard]] Session& session() { return session_; }
    /// Whether each y is a power of two, which is lost whole or not at all.
    [[nodiscard]] bool are_powers() const {
        return std::ranges::all_of(small_, [](double y) { return two(std::ilogb(y)) == y; });
    }

   private:
    static constexpr int kRoom = 24;   ///< enough for the widths of most sums
    static constexpr int kAmple = 60;  ///< enough for nearly all

    bool all_have(double y) {
        small_.assign(static_cast<std::size_t>(places_), y);
        return true;
    }
    /// Fails if no place is farther from X than the others, or a place is too close for any width.
    bool find_one_of_each_place(int least_product, int least_c) {
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
    bool find_one_of_each_kind() {
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
    /// The largest exponent, in steps of two, whose value every place gives.
    template <class Value>
    std::optional<int> largest(int exponent, const Value& value) {
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
    std::optional<int> least(int from, const Value& value, int first, int last) {
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
    std::optional<int> first_wrong(double value, int first, int last) {
        std::vector<VectorRow> rows;
        for (int place = first; place < last; ++place) {
            auto row = row_of(session_, {{place, value}});
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

    Target& target_;
    Session session_;
    int places_, products_;
    int large_ = 0;
    std::vector<double> small_;  ///< y, by place
};

/// What is left of X and -X. In most units nothing; relative to the sign of c (RDNA3), a unit of their grid.
class Topology::Residues {
   public:
    Residues(Target& target, Magnitudes& magnitudes) : target_(target), magnitudes_(magnitudes) {
        const int last = magnitudes.places() - 1;
        for (const auto& [i, j] : {std::pair{0, 1}, {0, last}, {last - 1, last}, {1, last / 2 + 1}}) {
            if (i < j && asked(i, j) != 0) any_ = true;
        }
    }
    /// Of X in place i and -X in place j. Asks if any pair leaves something.
    [[nodiscard]] double of(int i, int j) { return any_ ? asked(i, j) : 0; }

   private:
    double asked(int i, int j) {
        const auto [known, is_new] = known_.try_emplace({i, j}, 0);
        if (!is_new) return known->second;
        const double x = magnitudes_.x();
        if (const auto row = row_of(magnitudes_.session(), {{i, x}, {j, -x}}))
            known->second = to_double(target_(*row), target_.formats().d);
        return known->second;
    }

    Target& target_;
    Magnitudes& magnitudes_;
    bool any_ = false;
    std::map<std::pair<int, int>, double> known_;
};

/// The triples that are asked, with the answers that their y give alone.
class Topology::Asked {
   public:
    Asked(Target& target, Magnitudes& magnitudes)
        : target_(target),
          magnitudes_(magnitudes),
          residues_(target, magnitudes),
          powers_(magnitudes.are_powers()) {}

    /// X in place i, -X in place j.
    void add(int i, int j, int y) {
        const double x = magnitudes_.x();
        const double residue = residues_.of(i, j);
        // lost in the grid of X, but d shows it beside what is left
        constexpr double beside = 4;
        const double small = residue == 0 ? magnitudes_.y(y) : std::abs(residue) / beside;
        auto row = row_of(magnitudes_.session(), {{i, x}, {j, -x}, {y, small}});
        auto alone = row_of(magnitudes_.session(), {{y, small}});
        if (!row || !alone) return;
        const auto [known, is_new] = alone_.try_emplace({y, small}, alone_rows_.size());
        if (is_new) alone_rows_.push_back(std::move(*alone));
        rows_.push_back(std::move(*row));
        const auto slot = [](int place) { return static_cast<Slot>(place); };  // c is the last place
        asked_.push_back({{{slot(i), slot(j), slot(y)}, false}, small, residue, known->second});
    }
    [[nodiscard]] std::vector<Triple> answered() {
        const std::vector<std::uint64_t> alone = target_(alone_rows_);
        const std::vector<std::uint64_t> answers = target_(rows_);
        std::vector<Triple> out;
        for (std::size_t n = 0; n < asked_.size(); ++n) {
            One& one = asked_[n];
            const std::uint64_t own = alone[one.alone];
            if (one.residue != 0 && !is_about(own, one.y)) continue;  // it would not show
            one.triple.lost = one.residue != 0
                                  ? value(answers[n]) == one.residue
                                  : answers[n] != own && !(powers_ && is_about(answers[n], one.y));
            out.push_back(one.triple);
        }
        return out;
    }

   private:
    struct One {
        Triple triple;
        double y = 0, residue = 0;
        std::size_t alone = 0;  ///< the row that asks for y alone
    };
    [[nodiscard]] double value(std::uint64_t answer) const { return to_double(answer, target_.formats().d); }
    /// Whether it is y but for a little, such as a unit of a grid far below.
    [[nodiscard]] bool is_about(std::uint64_t answer, double y) const {
        const double ratio = value(answer) / y;
        return ratio > 0.5 && ratio < 2;
    }

    Target& target_;
    Magnitudes& magnitudes_;
    Residues residues_;
    bool powers_;
    std::vector<One> asked_;
    std::vector<VectorRow> rows_, alone_rows_;
    std::map<std::pair<int, double>, std::size_t> alone_;  ///< by place and y
};

Topology::Topology(Target& target, std::size_t most, std::uint64_t seed) {
    if (target.formats().are_integers() || target.formats().k < 2) return;
    Magnitudes magnitudes(target);
    if (!magnitudes.find()) return;
    magnitudes_ = magnitudes.magnitudes();
    tb::Random random(seed);
    const int places = magnitudes.places();
    const auto count = static_cast<std::size_t>(places);
    const std::size_t all = count * (count - 1) / 2 * (count - 2);
    Asked asked(target, magnitudes);
    for (int i = 0; i < places; ++i) {
        for (int j = i + 1; j < places; ++j) {
            for (int y = 0; y < places; ++y) {
                if (y == i || y == j || random.below(all) >= most) continue;
                // with -X before X, or as c, the zeros of the other sign would leave units, too
                j == target.formats().k ? asked.add(j, i, y) : asked.add(i, j, y);
            }
        }
    }
    triples_ = asked.answered();
}

double Topology::contradicted(const Recipe& shape, std::size_t most) const {
    const auto evaluator = evaluator_of(shape);
    if (!evaluator) return 1;
    Losses losses(evaluator->program(), magnitudes_);
    const std::size_t stride = triples_.size() / most + 1;
    std::size_t looked = 0;
    for (std::size_t n = 0; n < triples_.size(); n += stride, ++looked) {
        const Triple& triple = triples_[n];
        losses.note(triple.places, triple.lost);
    }
    const auto share = [](std::size_t of, std::size_t all) {
        return all == 0 ? 0 : static_cast<double>(of) / static_cast<double>(all);
    };
    return share(losses.unexplained(), looked) + share(losses.unlike(), magnitudes_.size());
}

}  // namespace karat::probe
