// SPDX-License-Identifier: Apache-2.0
// Two faults in one design.
#include <utility>

#include "karat_tb/faults/faults.hpp"

namespace karat::tb {
namespace {

template <typename... Parameters>
void append(std::function<void(Parameters...)>& hook, const std::function<void(Parameters...)>& after) {
    if (!after) return;
    if (!hook) {
        hook = after;
        return;
    }
    hook = [before = std::move(hook), after](Parameters... values) {
        before(values...);
        after(values...);
    };
}

bool acts_in_sums(const Hooks& hooks) {
    return hooks.addend || hooks.specials || hooks.compared || hooks.e_max || hooks.placement ||
           hooks.aligned || hooks.total || hooks.sticky || hooks.zero_sign || hooks.normalised ||
           hooks.rounding || hooks.rounded || hooks.encoded;
}

}  // namespace

std::optional<Fault> both(const Fault& first, const Fault& second) {
    const Hooks& more = second.hooks;
    const bool in_sums = acts_in_sums(first.hooks);
    if (in_sums && acts_in_sums(more) && first.hooks.node != more.node) return std::nullopt;
    Fault out = second;
    out.hooks = first.hooks;
    out.hooks.node = in_sums ? first.hooks.node : more.node;
    append(out.hooks.words, more.words);
    append(out.hooks.read, more.read);
    append(out.hooks.factors, more.factors);
    append(out.hooks.product, more.product);
    append(out.hooks.limited, more.limited);
    append(out.hooks.addend, more.addend);
    append(out.hooks.specials, more.specials);
    append(out.hooks.compared, more.compared);
    append(out.hooks.e_max, more.e_max);
    append(out.hooks.placement, more.placement);
    append(out.hooks.aligned, more.aligned);
    append(out.hooks.total, more.total);
    append(out.hooks.sticky, more.sticky);
    append(out.hooks.zero_sign, more.zero_sign);
    append(out.hooks.normalised, more.normalised);
    append(out.hooks.rounding, more.rounding);
    append(out.hooks.rounded, more.rounded);
    append(out.hooks.encoded, more.encoded);
    return out;
}

}  // namespace karat::tb
