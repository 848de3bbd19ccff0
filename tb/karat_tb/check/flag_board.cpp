// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/check/flag_board.hpp"

#include <algorithm>

namespace karat::tb {

FlagBoard::FlagBoard(const FlagPort& port, std::size_t m, std::size_t n)
    : port_(port), n_(n), since_reset_(port.elements(m * n)) {}

void FlagBoard::reset() { std::ranges::fill(since_reset_, 0U); }

std::uint64_t FlagBoard::mismatches(std::uint32_t mode) const {
    const auto at = by_mode_.find(mode);
    return at == by_mode_.end() ? 0 : at->second;
}

void FlagBoard::compare(const DotAdd& dot, const Tile& tile, std::span<const std::uint32_t> got) {
    std::vector<std::uint32_t> expected = raised_flags(dot, tile, n_, port_);
    for (std::size_t i = 0; i < expected.size(); ++i) {
        if (port_.sticky) expected[i] = since_reset_[i] |= expected[i];
        const auto seen = static_cast<std::uint32_t>(get_element(got, i, kFlagBits));
        note(dot, tile, i, expected[i] & port_.compared, seen & port_.compared);
    }
    ++tiles_;
}

void FlagBoard::note(const DotAdd& dot, const Tile& tile, std::size_t element, std::uint32_t expected,
                     std::uint32_t got) {
    ++compared_;
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
