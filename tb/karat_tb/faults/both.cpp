// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "karat_tb/faults/faults.hpp"

namespace karat::tb {

Fault both(Fault first, const Fault& second) {
    first.hooks.insert(first.hooks.end(), second.hooks.begin(), second.hooks.end());
    first.kind = second.kind;
    first.key = second.key;
    first.meaning = second.meaning;
    return first;
}

}  // namespace karat::tb
