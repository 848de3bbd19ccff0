// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/challenge/detections.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "karat_probe/target/formats.hpp"

namespace karat::probe {

Detections::Detections(const Evaluator& guess, const std::vector<Neighbour>& neighbours,
                       const DetectionEffort& effort, std::uint64_t seed, Budget& budget)
    : guess_(guess),
      effort_(effort),
      budget_(budget),
      sources_(ChallengeRows::kSources + 1),
      telling_(guess, neighbours, seed,
               [this](std::size_t neighbour) {
                   return std::ranges::any_of(sources_.back().undetected, [&](const Neighbouring& each) {
                       return each.neighbour == neighbour;
                   });
               }),
      can_tell_(!formats_of(guess.program().operands()).are_integers() && !neighbours.empty()),
      begin_(budget.now()),
      until_(std::min(budget.end, begin_ + effort.most)) {
    if (effort.rows == 0) return;
    Source all;
    for (std::size_t i = 0; i < neighbours.size(); ++i)
        if (!neighbours[i].equal) all.undetected.push_back({{guess, neighbours[i].evaluator}, i, times_});
    std::ranges::fill(sources_, all);
}

bool Detections::ended() {
    constexpr int most_in_vain = 5000;
    return asked_ >= effort_.most_asked || drawn_ >= effort_.rows || in_vain_ >= most_in_vain ||
           budget_.now() >= until_;
}

bool Detections::falls_behind() {
    const auto share = [](auto part, auto whole) {
        return static_cast<double>(part) / static_cast<double>(whole);
    };
    const double spent = std::max(share(drawn_, effort_.rows),
                                  share((budget_.now() - begin_).count(), (until_ - begin_).count()));
    return share(asked_, effort_.most_asked) < spent;
}

void Detections::detect_more_often() {
    for (Source& source : sources_) {
        for (Neighbouring& each : source.detected) each.left = 0;
        std::ranges::move(source.detected, std::back_inserter(source.undetected));
        source.detected.clear();
        for (Neighbouring& each : source.undetected) each.left += times_;
    }
    times_ *= 2;
}

SourcedRow Detections::drawn(ChallengeRows& every) {
    constexpr std::uint64_t telling_every = 2;
    if (++drawn_ % telling_every == 0 && can_tell_) return {telling_.next(), sources_.size() - 1};
    return every.next_of_source();
}

bool Detections::tells(Source& source, const Operands& in, std::uint64_t d, BaseValues& base_values) {
    bool any = false;
    budget_.evaluations += source.undetected.size() + 1;
    for (std::size_t i = 0; i < source.undetected.size();) {
        Neighbouring& each = source.undetected[i];
        const bool differs = each.continued(in, base_values) != d;
        any = any || differs;
        if (!differs || --each.left != 0) {
            ++i;
            continue;
        }
        source.detected.push_back(std::move(each));
        each = std::move(source.undetected.back());
        source.undetected.pop_back();
    }
    return any;
}

ChosenRows Detections::next(ChallengeRows& every) {
    constexpr std::size_t at_a_time = 20;
    constexpr std::uint64_t turn = 500;  // rows
    ChosenRows out;
    while (out.chosen.size() < at_a_time && !ended()) {
        SourcedRow drawn_row = drawn(every);
        if (drawn_ % turn == 0 && falls_behind()) detect_more_often();
        ++in_vain_;
        const Operands in = drawn_row.row.operands();
        BaseValues base_values;
        const std::uint64_t d = Continued(guess_, guess_)(in, base_values);
        if (!tells(sources_[drawn_row.source], in, d, base_values)) continue;
        out.chosen.push_back(std::move(drawn_row.row));
        out.expected.push_back(d);
        ++asked_;
        in_vain_ = 0;
    }
    return out;
}

}  // namespace karat::probe
