// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/check/traffic.hpp"

#include <algorithm>

namespace karat::tb {
namespace {

constexpr std::uint64_t kFewestBulkTiles = 32, kMostBulkTiles = 4096;  // of a round
constexpr std::uint64_t kBulkSegments = 4;
/// A phase that waits for something in the design gives up then. Below the patience of a check.
constexpr std::uint64_t kMostCycles = 1024;
/// The same while the design still accepts tiles: enough for 1024 of them, one in four cycles.
constexpr std::uint64_t kMostCyclesToFill = 4096;
constexpr std::uint64_t kMostInVain =
    128;  // cycles in which a tile is offered to a design that gives no answer

bool is_bulk(TrafficKind kind) { return kind == TrafficKind::full || kind == TrafficKind::pauses; }

bool counts_held_tiles(const Segment& segment) {
    return std::ranges::any_of(segment.phases, [](const Phase& x) { return x.until == Until::held; });
}

}  // namespace

Traffic::Traffic(std::uint64_t seed, TrafficKinds kinds, ProtocolCoverage* coverage)
    : random_(seed ^ 0x70617573ULL), kinds_(kinds), coverage_(coverage) {
    next_segment();
    begin_phase();
}

bool Traffic::chance(int sixteenths) {
    if (sixteenths == kInTurn) return always_takes_;
    if (sixteenths == kNever || sixteenths == kAlways) return sixteenths == kAlways;
    return random_.below(16) < static_cast<std::uint64_t>(sixteenths);
}

/// The most tiles that the design held, or should hold.
std::size_t Traffic::depth() const {
    return std::max({deepest_, coverage_ == nullptr ? 0 : coverage_->declared(), std::size_t{1}});
}

void Traffic::plan_round() {
    for (const Segment& one : segments()) {
        if (!kinds_.test(static_cast<std::size_t>(one.kind))) continue;
        const std::uint64_t times = is_bulk(one.kind) ? kBulkSegments / 2 : 1;
        plan_.insert(plan_.end(), times, one.kind);
    }
    for (std::size_t i = plan_.size(); i > 1; --i)
        std::swap(plan_[i - 1], plan_[static_cast<std::size_t>(random_.below(i))]);
    ++round_;
}

void Traffic::next_segment() {
    if (plan_.empty()) plan_round();
    segment_ = &segment(plan_.back());
    plan_.pop_back();
    repeats_ = segment_->repeats;
    if (counts_held_tiles(*segment_) && repeats_ > 1)
        repeats_ = std::clamp(static_cast<int>(depth() / 4), repeats_, 16);
    phase_ = 0;
}

void Traffic::next_phase() {
    if (coverage_ != nullptr && segment_->phases[phase_].until == Until::refused && !is_full())
        coverage_->never_refused();
    if (++phase_ == segment_->phases.size()) {
        phase_ = 0;
        if (coverage_ != nullptr) coverage_->tried(segment_->kind, held_target_);
        if (--repeats_ == 0) next_segment();
    }
    begin_phase();
}

void Traffic::begin_phase() {
    const Phase& phase = segment_->phases[phase_];
    if (phase_ == 0) {
        std::uint64_t& turn = turns_[static_cast<std::size_t>(segment_->kind)];
        held_target_ = static_cast<std::size_t>(turn % depth()) + 1;
        always_takes_ = ((turn / depth() + turn % depth()) & 1U) != 0;  // the other in the next pass
        ++turn;
    }
    // one more than ever, twice, since no other kind may have filled the design
    if (phase.until == Until::full) held_target_ = depth() + (tries_to_exceed_++ < 2 ? 1 : 0);
    length_ = static_cast<std::uint64_t>(random_.between(phase.low, phase.high));
    if (is_bulk(segment_->kind))
        length_ = std::min(kFewestBulkTiles << std::min<std::uint64_t>(round_ - 1, 32), kMostBulkTiles) /
                  kBulkSegments;
    if (!chance(phase.odds)) length_ = 0;
    cycles_ = accepted_ = refused_ = offered_in_vain_ = 0;
}

/// Whether a phase that waits for the design does so in vain.
bool Traffic::gives_up() const {
    const Phase& phase = segment_->phases[phase_];
    if (phase.until == Until::waiting) return cycles_ >= kMostCycles || (in_flight_ == 0 && !drive_.valid);
    const std::uint64_t busy = refusals_.busy();
    if (cycles_ >= kMostCyclesToFill || offered_in_vain_ >= busy + kMostInVain || refused_ >= busy + 32)
        return true;
    return phase.until != Until::refused && accepted_ >= 2 * held_target_ + 4;
}

bool Traffic::phase_is_over() const {
    const Phase& phase = segment_->phases[phase_];
    if (length_ == 0 || (phase.does == Phase::Does::fillers && !any_accepted_)) return true;
    switch (phase.until) {
        case Until::cycles:
            return cycles_ >= length_;
        case Until::accepted:
            return accepted_ >= length_;
        case Until::empty:
            return in_flight_ == 0 && offering_ == Offering::nothing;
        case Until::held:
        case Until::full:
            return in_flight_ >= held_target_ || gives_up();
        case Until::refused:
            return is_full() || gives_up();
        case Until::waiting:
            return waiting_ || gives_up();
    }
    return true;
}

/// There are no more tiles: the answers to the last ones are taken.
Traffic::Drive Traffic::wind_down() {
    Drive out;
    out.ready = in_flight_ == 0 || random_.below(8) != 0;
    return out;
}

Traffic::Drive Traffic::next(bool has_tile) {
    if (!has_tile && offering_ == Offering::nothing && !in_reset_or_filled()) return drive_ = wind_down();
    while (phase_is_over()) next_phase();
    const Phase& phase = segment_->phases[phase_];
    drive_ = {};
    drive_.ready = chance(phase.take);
    if (phase.does == Phase::Does::reset) {
        drive_.reset = true;
        return drive_;
    }
    const bool filler = phase.does == Phase::Does::fillers;
    if (offering_ == Offering::nothing && has_tile && (any_accepted_ || !filler) && chance(phase.offer))
        offering_ = filler ? Offering::filler : Offering::tile;
    drive_.valid = offering_ != Offering::nothing;
    drive_.filler = offering_ == Offering::filler;
    return drive_;
}

Traffic::Events Traffic::saw(bool ready_out, bool valid_out, std::uint32_t events) {
    if (coverage_ != nullptr)
        coverage_->sample({drive_.reset, drive_.valid, ready_out, valid_out, drive_.ready, events},
                          in_flight_);
    ++cycles_;
    if (drive_.reset) {
        refusals_.reset();
        offering_ = Offering::nothing;
        in_flight_ = fillers_ = 0;
        waiting_ = false;
        return {};
    }
    Events out;
    waiting_ = valid_out && !drive_.ready;
    refusals_.cycle(drive_.valid, drive_.valid && ready_out, drive_.ready, valid_out && drive_.ready);
    refused_ = waiting_ && drive_.valid && !ready_out ? refused_ + 1 : 0;
    offered_in_vain_ = drive_.valid && !ready_out ? offered_in_vain_ + 1 : 0;
    if (drive_.valid && ready_out) {
        ++accepted_;
        ++in_flight_;
        any_accepted_ = true;
        out.accepted = !drive_.filler;
        fillers_ += drive_.filler ? 1 : 0;
        offering_ = Offering::nothing;
    }
    if (valid_out && drive_.ready) {
        out.answered = fillers_ == 0;
        if (fillers_ != 0) --fillers_;
        if (in_flight_ != 0) --in_flight_;
    }
    if (in_flight_ > deepest_) {
        deepest_ = in_flight_;
        tries_to_exceed_ = 0;
    }
    return out;
}

}  // namespace karat::tb
