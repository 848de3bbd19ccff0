// SPDX-License-Identifier: Apache-2.0
// Arrays of partial products of which some are missing.
#include <array>
#include <string>

#include "karat_tb/faults/instances.hpp"

namespace karat::tb {
namespace {

constexpr int kMostCells = 128;  ///< of an array of which every cell is an instance

bool has_array(const Instances& out) {
    const OperandRules& rules = out.rules();
    return rules.multiplier == Multiplier::product && !rules.convert && !rules.are_integers();
}

int significand_bits(Format format) { return info(format).fraction_bits + 1; }

/// The product without the bits of `mask_a` times those of `mask_b`.
Hooks without_cells(std::uint64_t mask_a, std::uint64_t mask_b) {
    Hooks hooks;
    hooks.product = [mask_a, mask_b](const ProductSite& site, Value& x) {
        if (x.number_class != NumberClass::finite) return;
        const BigInt lost = BigInt(site.a.significand & mask_a) * BigInt(site.b.significand & mask_b);
        x.significand =
            lost < x.significand ? BigInt(x.significand - lost) : BigInt(0);  // two may share a cell
    };
    return hooks;
}

std::string bit_text(int bit, const char* name) {
    return "bit " + std::to_string(bit) + " of the significand of " + name;
}

void multiplier_row(Instances& out) {
    if (!has_array(out)) return;
    constexpr std::uint64_t all = ~std::uint64_t{0};
    for (const bool of_a : {true, false}) {
        const char* const name = of_a ? "a" : "b";
        const int bits = significand_bits(of_a ? out.rules().a : out.rules().b);
        for (const int bit : out.positions(0, bits - 1)) {
            const std::uint64_t mask = std::uint64_t{1} << static_cast<unsigned>(bit);
            out.add(std::string(name) + ",bit=" + std::to_string(bit),
                    bit_text(bit, name) + " is not multiplied",
                    of_a ? without_cells(mask, all) : without_cells(all, mask));
        }
    }
}

void multiplier_cell(Instances& out) {
    if (!has_array(out)) return;
    const int bits_a = significand_bits(out.rules().a);
    const int bits_b = significand_bits(out.rules().b);
    if (bits_a * bits_b > kMostCells) return;
    for (int i = 0; i < bits_a; ++i) {
        for (int j = 0; j < bits_b; ++j) {
            out.add("a=" + std::to_string(i) + ",b=" + std::to_string(j),
                    bit_text(i, "a") + " is not multiplied by " + bit_text(j, "b"),
                    without_cells(std::uint64_t{1} << static_cast<unsigned>(i),
                                  std::uint64_t{1} << static_cast<unsigned>(j)));
        }
    }
}

constexpr auto kMultiplierFaults = std::to_array<FaultKind>({
    {"multiplier_row", "a bit of the significand of a or b is not multiplied", multiplier_row},
    {"multiplier_cell", "a bit of the significand of a is not multiplied by one of b", multiplier_cell},
});

}  // namespace

std::span<const FaultKind> multiplier_faults() { return kMultiplierFaults; }

}  // namespace karat::tb
