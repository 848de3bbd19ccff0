// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/suites/responses.hpp"

#include <cmath>
#include <string>

namespace karat::probe {
namespace {

constexpr auto kModes =
    std::to_array({Rounding::RZ, Rounding::RD, Rounding::RU, Rounding::RA, Rounding::RNE, Rounding::RNU,
                   Rounding::RND, Rounding::RNZ, Rounding::RNA, Rounding::RNO, Rounding::RO});

/// `quarters` above an even number of units.
int rounded(Rounding mode, bool negative, int quarters) {
    const int units = quarters / 4;
    const int rest = quarters % 4;
    return units + (rounds_away(mode, negative, units % 2 != 0, rest >= 2, rest % 2 != 0) ? 1 : 0);
}

std::string multiple(const std::string& base, const std::string& units, bool negative) {
    const std::string sign = negative ? "-" : "";
    if (base == "0") return units.empty() ? "0" : sign + units;
    return sign + base + (units.empty() ? "" : (negative ? "-" : "+") + units);
}

}  // namespace

Responses responses_of(Rounding mode) {
    Responses out{};
    for (std::size_t i = 0; i < kResponses; ++i) out[i] = rounded(mode, i % 2 != 0, kQuarters[i / 2]);
    return out;
}

std::optional<Responses> responses_in(double unit,
                                      const std::function<double(double sign, double x)>& beyond) {
    constexpr double most = 1000;
    Responses out{};
    bool whole = true;
    for (std::size_t i = 0; i < kResponses; ++i) {
        const double units = beyond(i % 2 != 0 ? -1.0 : 1.0, kQuarters[i / 2] * unit / 4) / unit;
        whole = whole && std::fabs(units) < most && units == std::floor(units);
        out[i] = whole ? static_cast<int>(units) : 0;
    }
    return whole ? std::optional(out) : std::nullopt;
}

std::optional<Rounding> rounding_with(const Responses& responses) {
    for (const Rounding mode : kModes)
        if (responses_of(mode) == responses) return mode;
    return std::nullopt;
}

std::string in_words(Rounding mode) {
    switch (mode) {
        case Rounding::RZ:
            return "toward zero (truncation)";
        case Rounding::RD:
            return "toward -inf";
        case Rounding::RU:
            return "toward +inf";
        case Rounding::RA:
            return "away from zero";
        case Rounding::RNE:
            return "to nearest, ties to even";
        case Rounding::RNU:
            return "to nearest, ties up";
        case Rounding::RND:
            return "to nearest, ties down";
        case Rounding::RNZ:
            return "to nearest, ties toward zero";
        case Rounding::RNA:
            return "to nearest, ties away from zero";
        case Rounding::RNO:
            return "to nearest, ties to odd";
        case Rounding::RO:
            return "to odd";
    }
    return {};
}

std::string in_words(const Responses& responses, const std::string& base) {
    constexpr std::array<const char*, kQuarters.size()> asked{"0.75u", "0.25u", "0.5u", "1.5u", "1.25u"};
    std::string out;
    for (std::size_t i = 0; i < kResponses; ++i) {
        const bool negative = i % 2 != 0;
        const int units = responses[i];
        const std::string answer = units == 0 ? "" : units == 1 ? "u" : std::to_string(units) + "u";
        out += (i == 0 ? "" : ", ") + multiple(base, asked[i / 2], negative) + " -> " +
               multiple(base, answer, negative);
    }
    return out;
}

std::string excluded_by(const Responses& responses) {
    std::string out;
    for (const Rounding mode : kModes) {
        if (responses_of(mode) == responses) continue;
        out += (out.empty() ? "" : ", ") + std::string(name_of(mode));
    }
    return out;
}

}  // namespace karat::probe
