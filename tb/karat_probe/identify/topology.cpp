// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/topology.hpp"

#include <algorithm>
#include <cmath>

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

/// X as large as possible, but such that every place gives it and two of it cancel; y as small as possible,
/// but such that every place gives about its value.
bool Topology::find_magnitudes(Target& target) {
    constexpr int step = 2, most_steps = 80;
    Session session(target);
    const int places = session.positions() - (target.takes_c() ? 0 : 1);
    const Format d = target.formats().d;
    const auto gives = [&](int exponent) {
        std::vector<VectorRow> rows;
        for (int place = 0; place < places; ++place) {
            auto row = row_of(session, {{place, two(exponent)}});
            if (!row) return false;
            rows.push_back(std::move(*row));
        }
        const std::vector<std::uint64_t> answers = target(rows);
        return std::ranges::all_of(answers, [&](std::uint64_t answer) {
            const double value = to_double(answer, d);
            return value >= two(exponent - 1) && value <= two(exponent + 1);
        });
    };
    const int top = session.most_common() - 1;
    large_ = top;
    for (int n = 0; !gives(large_); large_ -= step)
        if (++n == most_steps) return false;
    const int most_distance = 160;
    tiny_ = std::max({session.least_subnormal_product(), large_ - most_distance,
                      info(target.formats().c).min_exponent() - info(target.formats().c).fraction_bits,
                      info(d).min_exponent() - info(d).fraction_bits});
    for (int n = 0; !gives(tiny_); tiny_ += step)
        if (++n == most_steps) return false;
    return large_ - tiny_ >= kLeastDistance;
}

Topology::Topology(Target& target, std::size_t most, std::uint64_t seed) {
    if (target.formats().are_integers() || target.formats().k < 2) return;
    if (!find_magnitudes(target)) return;
    Session session(target);
    tb::Random random(seed);
    const int places = session.positions() - (target.takes_c() ? 0 : 1);
    std::vector<VectorRow> alone;
    for (int place = 0; place < places; ++place) alone.push_back(*row_of(session, {{place, two(tiny_)}}));
    const std::vector<std::uint64_t> of_alone = target(alone);
    const auto all = static_cast<std::size_t>(places * (places - 1) / 2 * (places - 2));
    std::vector<VectorRow> rows;
    std::vector<std::size_t> small;
    const auto slot = [](int place) { return static_cast<Slot>(place); };  // c is the last place
    for (int i = 0; i < places; ++i) {
        for (int j = i + 1; j < places; ++j) {
            for (int y = 0; y < places; ++y) {
                if (y == i || y == j || random.below(all) >= most) continue;
                auto row = row_of(session, {{i, two(large_)}, {j, -two(large_)}, {y, two(tiny_)}});
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
    Losses losses(evaluator->program());
    const std::size_t stride = triples_.size() / most + 1;
    std::size_t looked = 0;
    for (std::size_t n = 0; n < triples_.size(); n += stride, ++looked) {
        const Triple& triple = triples_[n];
        losses.note(triple.places, triple.lost);
    }
    return static_cast<double>(losses.unexplained()) / static_cast<double>(looked);
}

}  // namespace karat::probe
