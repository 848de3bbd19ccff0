// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/detections.hpp"

#include <algorithm>
#include <utility>

#include "karat_probe/target/formats.hpp"

namespace karat::probe {

Detections::Detections(const Evaluator& guess, const std::vector<Neighbour>& neighbours,
                       const DetectionEffort& effort, std::uint64_t seed, Budget& budget)
    : guess_(guess),
      neighbours_(neighbours),
      effort_(effort),
      budget_(budget),
      sources_(ChallengeRows::kSources + 1),
      telling_(guess, neighbours, seed,
               [this](std::size_t neighbour) {
                   return std::ranges::any_of(sources_.back(), [&](const Undetected& undetected) {
                       return undetected.neighbour == neighbour;
                   });
               }),
      can_tell_(!formats_of(guess.program().operands()).are_integers() && !neighbours.empty()),
      until_(std::min(budget.end, budget.now() + effort.most)) {
    if (effort.times == 0) return;
    Source all;
    for (std::size_t i = 0; i < neighbours.size(); ++i)
        if (!neighbours[i].equal) all.push_back({{guess, neighbours[i].evaluator}, i, effort.times});
    std::ranges::fill(sources_, all);
}

bool Detections::ended() {
    constexpr int most_in_vain = 5000;
    return effort_.times == 0 || asked_ >= effort_.most_asked || in_vain_ >= most_in_vain ||
           budget_.now() >= until_;
}

SourcedRow Detections::drawn(ChallengeRows& every) {
    constexpr std::uint64_t telling_every = 2;
    if (can_tell_ && ++drawn_ % telling_every == 0) return {telling_.next(), sources_.size() - 1};
    return every.next_of_source();
}

bool Detections::tells(Source& source, const Operands& in, std::uint64_t d, BaseValues& base_values) {
    bool any = false;
    budget_.evaluations += source.size() + 1;
    for (Undetected& undetected : source) {
        if (undetected.continued(in, base_values) == d) continue;
        --undetected.left;
        any = true;
    }
    if (any) std::erase_if(source, [](const Undetected& undetected) { return undetected.left == 0; });
    return any;
}

ChosenRows Detections::next(ChallengeRows& every) {
    constexpr std::size_t at_a_time = 20;
    ChosenRows out;
    while (out.chosen.size() < at_a_time && !ended()) {
        SourcedRow drawn_row = drawn(every);
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
