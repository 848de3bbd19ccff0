// SPDX-License-Identifier: Apache-2.0
// The wrong operand, scale factor or element of a sparse matrix.
#include <array>
#include <string>
#include <utility>

#include "karat_tb/faults/instances.hpp"

namespace karat::tb {
namespace {

Hooks with_words(std::function<void(Words&)> change) {
    Hooks hooks;
    hooks.words = std::move(change);
    return hooks;
}

bool is_dense(const Instances& out) { return out.rules().metadata == Metadata::none; }

void b_swapped(Instances& out) {
    if (!is_dense(out)) return;
    for (const std::size_t k : out.places()) {
        if (k % 2 != 0 || k + 1 >= static_cast<std::size_t>(out.rules().k)) continue;
        const std::string one = std::to_string(k);
        const std::string two = std::to_string(k + 1);
        out.add("k=" + one, "b is swapped between products " + one + " and " + two,
                with_words([k](Words& x) { std::swap(x.b[k], x.b[k + 1]); }));
    }
}

void b_significands_swapped(Instances& out) {
    const auto k = static_cast<std::size_t>(out.rules().k);
    if (!is_dense(out) || k < 2 || out.rules().convert || info(out.rules().b).is_integer()) return;
    Hooks hooks;
    const int least = exponent_scale(out.program()).least;
    hooks.product = [k, least](const ProductSite& site, Value& x) {
        const std::size_t other = site.k ^ 1U;
        if (x.number_class > NumberClass::finite || other >= k) return;
        const Unpacked b = unpack(site.in.b[other], site.format_b);
        x.significand = BigInt(site.a.significand) * b.significand;
        // A product that is marked as zero has the least exponent, whatever its significand is.
        if (x.number_class == NumberClass::zero && x.significand != 0) x.exponent = least;
        if (x.significand != 0) x.number_class = NumberClass::finite;
    };
    out.add("", "the significands of b are swapped between the products of each pair", std::move(hooks));
}

void operand_repeated(Instances& out) {
    if (!is_dense(out)) return;
    for (const std::size_t k : out.places()) {
        if (k == 0) continue;
        const std::string text = std::to_string(k);
        const std::string before = std::to_string(k - 1);
        out.add("a,k=" + text, "product " + text + " is computed with the a of product " + before,
                with_words([k](Words& x) { x.a[k] = x.a[k - 1]; }));
        out.add("b,k=" + text, "product " + text + " is computed with the b of product " + before,
                with_words([k](Words& x) { x.b[k] = x.b[k - 1]; }));
    }
}

void scale_of_other(Instances& out) {
    if (!out.rules().scale) return;
    out.add("b", "b is multiplied by the scale factors of a",
            with_words([](Words& x) { x.scale_b = x.scale_a; }));
    out.add("a", "a is multiplied by the scale factors of b",
            with_words([](Words& x) { x.scale_a = x.scale_b; }));
}

void scale_of_block(Instances& out) {
    const OperandRules& rules = out.rules();
    if (!rules.scale || rules.k == rules.scale_block) return;
    out.add("a", "every block uses the first scale factor of a",
            with_words([](Words& x) { x.scale_a.assign(x.scale_a.size(), x.scale_a[0]); }));
    out.add("b", "every block uses the first scale factor of b",
            with_words([](Words& x) { x.scale_b.assign(x.scale_b.size(), x.scale_b[0]); }));
}

/// Both bits of an index; a group has two indices.
bool has_indices(const Instances& out) {
    return out.rules().metadata == Metadata::two_of_four ||
           out.rules().metadata == Metadata::two_of_four_ordered;
}

void metadata_high_bit(Instances& out) {
    if (!has_indices(out)) return;
    out.add("", "the high bit of an index is lost", with_words([](Words& x) {
                for (std::uint64_t& group : x.metadata) group &= 0b0101U;
            }));
}

void metadata_swapped(Instances& out) {
    if (!has_indices(out)) return;
    out.add("", "the two indices of a group are swapped", with_words([](Words& x) {
                for (std::uint64_t& group : x.metadata) group = (group >> 2 | group << 2) & 0b1111U;
            }));
}

constexpr auto kSelectionFaults = std::to_array<FaultKind>({
    {"b_swapped", "b is swapped between two products", b_swapped},
    {"b_significands_swapped", "the significands of b are swapped between the products of each pair",
     b_significands_swapped},
    {"operand_repeated", "a product is computed with the a or b of the one before", operand_repeated},
    {"scale_of_other", "a or b is multiplied by the scale factors of the other matrix", scale_of_other},
    {"scale_of_block", "every block uses the first scale factor of a or b", scale_of_block},
    {"metadata_high_bit", "the high bit of an index is lost", metadata_high_bit},
    {"metadata_swapped", "the two indices of a group are swapped", metadata_swapped},
});

}  // namespace

std::span<const FaultKind> selection_faults() { return kSelectionFaults; }

}  // namespace karat::tb
