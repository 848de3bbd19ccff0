// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/topology/topology.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "karat/text/text.hpp"
#include "karat_probe/identify/judging/step.hpp"
#include "karat_probe/identify/topology/losses.hpp"
#include "karat_probe/identify/topology/magnitudes.hpp"
#include "karat_probe/suites/session.hpp"
#include "karat_probe/suites/values.hpp"
#include "karat_tb/stimulus/random.hpp"

namespace karat::probe {

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
        if (const auto row = placed_row(magnitudes_.session(), {{i, x}, {j, -x}}))
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
        auto row = placed_row(magnitudes_.session(), {{i, x}, {j, -x}, {y, small}});
        auto alone = placed_row(magnitudes_.session(), {{y, small}});
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
