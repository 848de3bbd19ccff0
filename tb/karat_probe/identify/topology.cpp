// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/topology.hpp"

#include <algorithm>
#include <cmath>

#include "karat/error.hpp"
#include "karat/recipe/edits/sites.hpp"
#include "karat/text/text.hpp"
#include "karat_probe/identify/step.hpp"
#include "karat_probe/identify/tree_moves.hpp"
#include "karat_probe/suites/session.hpp"
#include "karat_probe/suites/values.hpp"
#include "karat_tb/stimulus/random.hpp"

namespace karat::probe {
namespace {

constexpr int kLeastDistance = 6;  ///< bits between X and y below which nothing is asked
constexpr int kWidth = 30;  ///< bits that a plain shape keeps beside X, if the formats have room for it

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
    for (int place = 0; place < places; ++place) alone_.push_back(*row_of(session, {{place, two(tiny_)}}));
    const std::vector<std::uint64_t> of_alone = target(alone_);
    const auto all = static_cast<std::size_t>(places * (places - 1) / 2 * (places - 2));
    std::vector<VectorRow> rows;
    for (int i = 0; i < places; ++i) {
        for (int j = i + 1; j < places; ++j) {
            for (int y = 0; y < places; ++y) {
                if (y == i || y == j || random.below(all) >= most) continue;
                auto row = row_of(session, {{i, two(large_)}, {j, -two(large_)}, {y, two(tiny_)}});
                if (!row) continue;
                rows.push_back(*row);
                triples_.push_back({std::move(*row), static_cast<std::size_t>(y), false});
            }
        }
    }
    const std::vector<std::uint64_t> answers = target(rows);
    for (std::size_t n = 0; n < triples_.size(); ++n)
        triples_[n].lost = answers[n] != of_alone[triples_[n].y];
}

/// The shape with the same width everywhere.
Recipe Topology::plain(const Recipe& shape) const {
    const int width = std::min(kWidth, large_ - tiny_ - 2);
    const Recipe out = editing::with_terms(bare_tree(shape), {}, [&](Term& term) {
        term.F = {width};
        if (editing::is_sum(term)) term.zero = ZeroPart::terms;
    });
    std::vector<std::string> inner;
    for (const editing::RoundSite& site : editing::find_sites(out).rounds) {
        if (!site.result) inner.push_back(site.path);
    }
    if (inner.empty()) return out;
    return editing::with_rounds(out, inner, [&](OutputRule& rule) {
        rule = {};
        rule.format = Format::fp64;
        rule.fraction = width;
        rule.rounding = Rounding::RZ;
    });
}

double Topology::contradicted(const Recipe& shape, std::size_t most) const {
    const auto evaluator = evaluator_of(plain(shape));
    if (!evaluator) return 1;
    std::vector<std::uint64_t> of_alone;
    for (const VectorRow& row : alone_) of_alone.push_back((*evaluator)(row.operands()));
    std::size_t wrong = 0, looked = 0;
    const std::size_t stride = triples_.size() / most + 1;
    for (std::size_t n = 0; n < triples_.size(); n += stride, ++looked) {
        const Triple& triple = triples_[n];
        const bool lost = (*evaluator)(triple.row.operands()) != of_alone[triple.y];
        wrong += lost != triple.lost ? 1 : 0;
    }
    return static_cast<double>(wrong) / static_cast<double>(looked);
}

}  // namespace karat::probe
