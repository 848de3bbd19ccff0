// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/suites/algorithm_name.hpp"

#include "karat_probe/suites/responses.hpp"

namespace karat::probe {
namespace {

constexpr const char* kNone = "none of MMA-Sim's";

/// c rounded down, but to zero if it lies more than one place below the unit (GFDRDA, step 6).
std::string down_with_cutoff() {
    Responses out = responses_of(Rounding::RD);
    out[3] = 0;  // -0.25u
    return in_words(out, "0");
}

/// The fraction bits that all summands keep; empty if they differ.
std::optional<int> common_bits(const Settled& settled) {
    std::optional<int> out;
    for (const KeptBits& bits : settled.kept) {
        if (bits.exact || bits.least != bits.most || out.value_or(bits.least) != bits.least) return {};
        out = bits.least;
    }
    return out;
}

std::string fused_name(const Settled& settled, bool chained) {
    const std::string prefix = chained ? "Co" : "";
    const auto bits = common_bits(settled);
    if (settled.product_alignment != Rounding::RZ) return kNone;
    if (settled.c_alignment == Rounding::RZ) return bits ? prefix + "FDA " + std::to_string(*bits) : kNone;
    if (settled.result_rounding != Rounding::RNE) return kNone;
    if (settled.c_alignment == Rounding::RD) return prefix + "FDRDA";
    return settled.c_alignment_text == down_with_cutoff() ? prefix + "GFDRDA" : kNone;
}

/// The size of the groups in "pairwise in groups of four, ...", or 0.
int group_size(const std::string& shape) {
    if (!shape.starts_with("pairwise in groups of ")) return 0;
    return shape.find(" two,") != std::string::npos ? 2 : shape.find(" four,") != std::string::npos ? 4 : 0;
}

}  // namespace

std::string algorithm_name(const SuiteReport& mma_sim, const SuiteReport& fasi) {
    const Settled& settled = mma_sim.settled;
    if (finding_of(mma_sim, "summation-order").outcome == Outcome::not_applicable || settled.no_loss)
        return "n/a";
    if (!settled.tree) return kNone;
    const std::string shape = shape_of(*settled.tree);
    if (shape.starts_with("one fused sum")) return fused_name(settled, false);
    if (shape.find("chained fused sums") != std::string::npos) return fused_name(settled, true);
    if (settled.result_rounding != Rounding::RNE) return kNone;
    if (shape == "sequential" || shape == "one sum of two") {
        const bool fused = finding_of(fasi, "2c").result == "yes";
        return fused ? "SFMA" : kNone;
    }
    const int group = group_size(shape);
    if (group == 0) return kNone;
    const bool kept = finding_of(mma_sim, "subnormal-c").result == "kept";
    return "GPS(" + std::to_string(group) + ")" + (kept ? ", no flush" : "");
}

}  // namespace karat::probe
