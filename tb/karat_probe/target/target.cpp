// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/target/target.hpp"

namespace karat::probe {

OperandRules formats_of(const OperandRules& rules) {
    OperandRules out;
    out.a = rules.a;
    out.b = rules.b;
    out.c = rules.c;
    out.d = rules.d;
    out.k = rules.k;
    out.scale = rules.scale;
    out.scale_block = rules.scale_block;
    out.metadata = rules.metadata;
    out.multiplier = rules.multiplier;
    return out;
}

}  // namespace karat::probe
