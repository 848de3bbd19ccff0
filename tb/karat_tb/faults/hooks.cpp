// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/faults/hooks.hpp"

#include <utility>

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

}  // namespace

Hooks merged(Hooks first, const Hooks& second) {
    append(first.words, second.words);
    append(first.read, second.read);
    append(first.factors, second.factors);
    append(first.product, second.product);
    append(first.limited, second.limited);
    append(first.addend, second.addend);
    append(first.specials, second.specials);
    append(first.compared, second.compared);
    append(first.e_max, second.e_max);
    append(first.placement, second.placement);
    append(first.aligned, second.aligned);
    append(first.total, second.total);
    append(first.sticky, second.sticky);
    append(first.zero_sign, second.zero_sign);
    append(first.normalised, second.normalised);
    append(first.rounding, second.rounding);
    append(first.rounded, second.rounded);
    append(first.encoded, second.encoded);
    append(first.result, second.result);
    return first;
}

}  // namespace karat::tb
