// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/suites/carried_rounding.hpp"

#include <algorithm>
#include <vector>

#include "karat_probe/suites/values.hpp"

namespace karat::probe::mma_sim {
namespace {

constexpr double kC = 1.75;

/// Positions of products that meet c, and each other, in the last sum. Where the order is not known, the last
/// two products: no later sum of a chain can align their sum once more.
std::vector<int> last_to_meet_c(const Session& session) {
    if (!session.settled.tree) {
        if (session.k() < 2) return {0};
        return {session.k() - 1, session.k() - 2};
    }
    const Counts counts = counts_of(*session.settled.tree);
    const std::vector<int>& of_c = counts[static_cast<std::size_t>(session.c())];
    const int least = *std::min_element(of_c.begin(), of_c.begin() + session.k());
    std::vector<int> out;
    for (int p = 0; p < session.k(); ++p) {
        const bool is_last = of_c[static_cast<std::size_t>(p)] == least;
        if (is_last && (out.empty() || meet_in_one(counts, session.c(), out.front(), p))) out.push_back(p);
    }
    return out;
}

/// Products at some of these positions that add up to this. Empty if the positions are too few.
Placement products_of(double sum, const std::vector<int>& positions, double one) {
    constexpr double largest = 1.75;
    if (positions.size() == 1 && sum == 2.25) return {{positions.front(), 1.5 * one, 1.5}};
    Placement out;
    for (const int position : positions) {
        if (sum == 0) break;
        const double value = std::min(sum, largest);
        out.push_back({position, value * one});
        sum -= value;
    }
    return sum == 0 ? out : Placement{};
}

/// One sum, and the small sum of the same summands with other signs.
class Level {
   public:
    /// x is a product at `place_of_x`, or else a part of c.
    Level(Session& session, Finding& finding, Placement products, std::optional<int> place_of_x, double sum,
          double one)
        : session_(session),
          finding_(finding),
          products_(std::move(products)),
          place_of_x_(place_of_x),
          sum_(sum),
          one_(one) {
        double rest = kC * one_;
        for (const Placed& product : products_) {
            signs_.push_back(rest > 0 ? -1.0 : 1.0);
            rest += signs_.back() * product.value * product.b.value_or(1);
        }
    }
    [[nodiscard]] bool expressible(double x) {
        return session_.expressible(large(1, x)) && session_.expressible(small(1, -x));
    }
    /// What the large sum has beyond `sum`; with everything negated if `sign` is -1.
    double beyond(double sign, double x) {
        return sign * session_.ask(finding_, large(sign, x)) - sum_ * one_;
    }
    /// Whether x makes a difference of x in the small sum. One combination of signs is enough: what is
    /// dropped makes none, or that of a bit above it.
    bool is_kept(double x) {
        for (const double sign : {1.0, -1.0}) {
            const double without = session_.ask(finding_, small(sign, 0));
            for (const double part : {x, -x})
                if (sign * (session_.ask(finding_, small(sign, part)) - without) == part) return true;
        }
        return false;
    }

   private:
    [[nodiscard]] Placement large(double sign, double x) const {
        Placement out{{session_.c(), sign * (place_of_x_ ? kC * one_ : kC * one_ + x)}};
        for (Placed product : products_) {
            product.value *= sign;
            out.push_back(product);
        }
        if (place_of_x_) out.push_back({*place_of_x_, sign * x});
        return out;
    }
    [[nodiscard]] Placement small(double sign, double x) const {
        Placement out = large(sign, x);
        for (std::size_t i = 0; i < signs_.size(); ++i) out[i + 1].value *= signs_[i];
        return out;
    }
    Session& session_;
    Finding& finding_;
    Placement products_;
    std::optional<int> place_of_x_;
    double sum_, one_;
    std::vector<double> signs_;
};

/// The least x that the large sum keeps exactly, at least a quarter of which can be asked.
std::optional<double> unit_of(Level& level, double one) {
    constexpr int first = 3;  // an eighth: 1.75 + 1.5 units stay below 2
    for (int below = first;; ++below) {
        const double x = one * two(-below);
        if (!level.expressible(x)) return std::nullopt;
        if (level.beyond(1, x) == x) continue;
        const double unit = 2 * x;
        return below > first && level.expressible(unit / 4) ? std::optional(unit) : std::nullopt;
    }
}

}  // namespace

Carried carried_rounding(Session& session, Finding& finding, double one) {
    std::vector<int> positions = last_to_meet_c(session);
    const int last = positions.back();
    Carried out;
    for (const bool in_c : {true, false}) {
        if (!in_c) positions.pop_back();
        for (const double sum : {4.0, 8.0, 16.0}) {
            Placement products = products_of(sum - kC, positions, one);
            if (products.empty()) break;
            Level level(session, finding, std::move(products), in_c ? std::nullopt : std::optional(last), sum,
                        one);
            const auto unit = unit_of(level, one);
            if (!unit) continue;
            const auto kind = level.is_kept(*unit / 4) ? Carried::Kind::seen : Carried::Kind::hidden;
            if (out.kind == Carried::Kind::seen && kind == Carried::Kind::hidden) continue;
            out = {kind, std::nullopt, sum * one, *unit};
            if (kind == Carried::Kind::hidden) continue;
            out.responses = responses_in(*unit, [&](double sign, double x) { return level.beyond(sign, x); });
            if (out.responses && rounding_with(*out.responses)) return out;
        }
    }
    return out;
}

}  // namespace karat::probe::mma_sim
