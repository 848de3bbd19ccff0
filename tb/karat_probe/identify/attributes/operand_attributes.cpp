// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/attributes/node_attributes.hpp"

namespace karat::probe {
namespace {

using TakeOperands = std::function<void(OperandRules)>;
using Conversion = std::optional<Format>;

void conversions(const OperandRules& was, const TakeOperands& take) {
    OperandRules operands = was;
    for (const Conversion& format :
         {Conversion{}, Conversion{Format::fp32}, Conversion{Format::fp64}, Conversion{Format::bf16},
          Conversion{Format::tf32}, Conversion{Format::fp16}}) {
        operands.convert = format;
        take(operands);
    }
}

void conversions_of_c(const OperandRules& was, const TakeOperands& take) {
    OperandRules operands = was;
    for (const Conversion& format : {Conversion{}, Conversion{Format::fp32}, Conversion{Format::fp64}}) {
        operands.convert_c = format;
        take(operands);
    }
}

void subnormal_operands(const OperandRules& was, const TakeOperands& take) {
    OperandRules operands = was;
    for (unsigned bits = 0; bits < 8; ++bits) {
        operands.flush_a = (bits & 1U) != 0;
        operands.flush_b = (bits & 2U) != 0;
        operands.flush_c = (bits & 4U) != 0;
        each_of<FlushBelow>([&](FlushBelow below) {
            operands.flush_below = below;
            each_of<FlushSign>([&](FlushSign sign) {
                operands.flush_sign = sign;
                const bool first = below == FlushBelow::format && sign == FlushSign::positive;
                if (bits != 0 || first) take(operands);
            });
        });
    }
}

void product_rules(const OperandRules& was, const TakeOperands& take) {
    OperandRules operands = was;
    each_of<ProductOverflow>([&](ProductOverflow overflow) {
        operands.product_overflow = overflow;
        each_of<ProductZeroSign>([&](ProductZeroSign sign) {
            operands.zero_product_sign = sign;
            for (const bool flush : {false, true}) {
                operands.flush_products = flush;
                take(operands);
            }
        });
    });
}

}  // namespace

std::vector<NodeAttribute<OperandRules>> operand_attributes() {
    return {{"convert", true, conversions},
            {"convert_c", true, conversions_of_c},
            {"flush", false, subnormal_operands},
            {"products", false, product_rules}};
}

}  // namespace karat::probe
