// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/check/flag_board.hpp"

#include <algorithm>

namespace karat::tb {

FlagBoard::FlagBoard(const FlagPort& port, std::size_t m, std::size_t n)
    : port_(port), n_(n), since_reset_(port.elements(m * n)), differ_(port.elements(m * n)) {}

void FlagBoard::reset() {
    std::ranges::fill(since_reset_, 0U);
    std::ranges::fill(differ_, 0U);
}

std::uint64_t FlagBoard::mismatches(std::uint32_t mode) const {
    const auto at = by_mode_.find(mode);
    return at == by_mode_.end() ? 0 : at->second;
}

std::uint64_t FlagBoard::compared(std::uint32_t mode) const {
    const auto at = compared_by_mode_.find(mode);
    return at == compared_by_mode_.end() ? 0 : at->second;
}

void FlagBoard::compare(const DotAdd& dot, const Tile& tile, std::span<const std::uint32_t> got) {
    if (observer_) observer_(got);
    const std::vector<std::uint32_t> own =
        raised_flags(dot, tile, n_, {.rule = port_.rule, .compared = port_.compared});
    const std::size_t elements = since_reset_.size();
    std::vector<std::uint32_t> expected(elements);
    for (std::size_t lane = 0; lane < own.size(); ++lane) expected[port_.per_lane ? lane : 0] |= own[lane];
    for (std::size_t i = 0; i < elements; ++i) {
        if (port_.sticky) expected[i] = since_reset_[i] |= expected[i];
        const auto seen = static_cast<std::uint32_t>(get_element(got, i, kFlagBits));
        note(dot, tile, i, expected[i] & port_.compared, seen & port_.compared);
        keep(tile, own, i, expected[i] & port_.compared, seen & port_.compared);
    }
    ++tiles_;
}

void FlagBoard::keep(const Tile& tile, std::span<const std::uint32_t> own, std::size_t element,
                     std::uint32_t expected, std::uint32_t got) {
    const std::uint32_t now = expected ^ got;
    const std::uint32_t differs = port_.sticky ? now & ~differ_[element] : now;
    if (port_.sticky) differ_[element] = now;
    if (differs == 0 && (now != 0 || !kept_.takes_right())) return;
    const std::uint32_t missing = differs & expected;
    std::size_t lane = element;
    if (!port_.per_lane) {  // the first lane that should have raised what is missing
        const auto at =
            std::ranges::find_if(own, [&](std::uint32_t flags) { return (flags & missing) != 0; });
        lane = at == own.end() ? 0 : static_cast<std::size_t>(at - own.begin());
    }
    const Operands in = tile.operands(lane / n_, lane % n_, n_);
    const auto copy = [](std::span<const std::uint64_t> x) {
        return std::vector<std::uint64_t>(x.begin(), x.end());
    };
    KeptFlag kept;
    static_cast<TileElements&>(kept.tile) = {copy(in.a),       copy(in.b),       {in.c},
                                             copy(in.scale_a), copy(in.scale_b), copy(in.metadata)};
    kept.tile.operand_class = tile.operand_class;
    kept.tile.mode = tile.mode;
    kept.number = tiles_;
    kept.lane = lane;
    kept.expected = own[lane] & port_.compared;
    kept.got = (kept.expected & ~missing) | (differs & got);
    if (!port_.per_lane && missing == 0 && differs != 0) {
        kept.whole = tile;
        kept.columns = n_;
    }
    differs == 0 ? kept_.add_right(std::move(kept)) : kept_.add_wrong(std::move(kept));
}

void FlagBoard::note(const DotAdd& dot, const Tile& tile, std::size_t element, std::uint32_t expected,
                     std::uint32_t got) {
    ++compared_;
    ++compared_by_mode_[tile.mode];
    if (expected == got) return;
    ++mismatches_;
    ++by_mode_[tile.mode];
    for (std::uint32_t bit = 0; bit < kFlagBits; ++bit) {
        counts_[bit].missing += (expected & ~got) >> bit & 1U;
        counts_[bit].wrong += (got & ~expected) >> bit & 1U;
    }
    if (!first_.empty()) return;
    first_ = "first wrong flags: " + describe(dot, {tiles_, element, expected, got, 0}, tile, n_, port_);
}

std::string FlagBoard::report() const {
    std::string out = "  flags: " + std::to_string(compared_) + " compared, " + std::to_string(mismatches_) +
                      " mismatches\n";
    for (std::uint32_t bit = kFlagBits; bit-- > 0;) {
        const auto& [missing, wrong] = counts_[bit];
        if (missing + wrong == 0) continue;
        out += "    " + std::string(kFlagNames[bit]) + ": " + std::to_string(missing) +
               " times not raised, " + std::to_string(wrong) + " times raised without cause\n";
    }
    return out + first_;
}

boost::json::object FlagBoard::to_json() const {
    boost::json::object out{{"compared", compared_}, {"mismatches", mismatches_}};
    for (std::uint32_t bit = kFlagBits; bit-- > 0;)
        out[kFlagNames[bit]] =
            boost::json::object{{"missing", counts_[bit].missing}, {"without_cause", counts_[bit].wrong}};
    return out;
}

}  // namespace karat::tb
