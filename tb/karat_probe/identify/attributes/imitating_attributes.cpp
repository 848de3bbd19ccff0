// SPDX-License-Identifier: Apache-2.0
// Attributes of a sum that imitate those of one of its addends. In most answers they do the same, so that a
// fit takes the wrong one as easily as the right one; then neither alone leads on.
#include "karat_probe/identify/attributes/floor_places.hpp"
#include "karat_probe/identify/attributes/node_attributes.hpp"

namespace karat::probe {
namespace {

using TakeSum = std::function<void(Sum)>;

/// The bits of the rounding as the width of one addend, and the other way round: where that addend is the
/// largest, hardly any answer tells them apart.
void bits_of_addends(const Sum& was, const TakeSum& take) {
    constexpr int near = 1;
    const int all = info(was.round->format).fraction_bits;
    for (std::size_t i = 0; i < was.terms.size(); ++i) {
        const bool rounds = was.round->fraction < all;
        const Width width = was.terms[i].F;
        if (!rounds && (width.is_exact() || width.bits > all)) continue;
        const int bits = rounds ? was.round->fraction : width.bits;
        for (int by = -near; by <= near; ++by) {
            if (bits + by < 1 || (!rounds && bits + by > all)) continue;
            Sum sum = was;
            Term& term = sum.terms[i];
            sum.round->fraction = rounds ? all : bits + by;
            term.F = rounds ? Width{bits + by} : Width::exact();
            term.rounding = Rounding::RZ;  // which has no effect beside an exact width
            Rounding& rounding = rounds ? term.rounding : sum.round->rounding;
            each_of<Rounding>([&](Rounding each) {
                rounding = each;
                take(sum);
            });
        }
    }
}

}  // namespace

std::vector<NodeAttribute<Sum>> imitating_attributes(const Sum& sum) {
    std::vector<NodeAttribute<Sum>> out;
    out.push_back({"floor_place", true, each_floor_place});
    if (sum.round) out.push_back({"bits_of_addend", true, bits_of_addends});
    return out;
}

}  // namespace karat::probe
