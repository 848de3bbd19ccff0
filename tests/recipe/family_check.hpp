// SPDX-License-Identifier: Apache-2.0
// Compares the recipe of a family with its independent reference, bit for bit, on directed and random
// dot-adds.
#pragma once
#include <gtest/gtest.h>

#include <functional>

#include "../algorithm/reference_formats.hpp"
#include "../unit/difference.hpp"
#include "karat/evaluate/evaluator.hpp"
#include "karat_tb/stimulus/random.hpp"
#include "reference/operands.hpp"

namespace karat::test {

using ReferenceCase = reference::Case;
using ReferenceResult = std::function<std::uint64_t(const ReferenceCase&)>;

/// Operands with similar exponents, so that every addend affects the result: short significands (ties), equal
/// and opposite products (cancellation), values around 1, around the least normal and around the largest
/// finite value, and occasional zeros and special values.
class CloseOperands {
   public:
    CloseOperands(const OperandRules& rules, std::uint64_t seed) : rules_(rules), random_(seed) {}

    ReferenceCase next() {
        ReferenceCase out;
        out.kind = "close exponents";
        const int centre = random_.one_in(3) ? random_.between(-300, 300) : random_.between(-4, 4);
        const int spread = random_.between(0, 30);
        const int k = rules_.k;
        for (int i = 0; i < k; ++i) {
            if (i > 0 && random_.one_in(5)) {  // repeats an earlier product, perhaps negated
                const auto from = static_cast<std::size_t>(random_.below(static_cast<std::uint64_t>(i)));
                out.a.push_back(out.a[from] ^ (random_.coin() ? info(rules_.a).sign_bit() : 0));
                out.b.push_back(out.b[from]);
                continue;
            }
            const int at = centre + random_.between(-spread, spread) / 2;
            out.a.push_back(element(info(rules_.a), at / 2));
            out.b.push_back(element(info(rules_.b), at - at / 2));
        }
        out.c = element(info(rules_.c), centre + random_.between(-spread, spread));
        return out;
    }

   private:
    std::uint64_t element(const FormatInfo& f, int exponent) {
        const std::uint64_t sign = random_.coin() ? f.sign_bit() : 0;
        if (random_.one_in(24)) return sign;
        if (random_.one_in(300)) return random_.bits() & f.encoding_mask();
        if (f.has_infinity() && random_.one_in(300)) return sign | f.infinity_code();
        const std::uint64_t most = (f.max_finite_code() >> f.fraction_bits) - (f.has_infinity() ? 0 : 1);
        const int field = std::clamp(exponent + f.bias, 0, static_cast<int>(most));
        std::uint64_t fraction = random_.bits() & f.fraction_mask();
        if (random_.coin()) fraction &= ~(f.fraction_mask() >> random_.between(0, 3));  // only the top bits
        if (random_.one_in(4)) fraction = f.fraction_mask() >> random_.between(0, f.fraction_bits);
        return sign | (static_cast<std::uint64_t>(field) << f.fraction_bits) | fraction;
    }

    OperandRules rules_;
    tb::Random random_;
};

/// Compares `count` dot-adds, half of them directed and half with close exponents. Stops at the first
/// mismatch and reports it in full.
inline void compare_family(const Recipe& recipe, const ReferenceResult& reference, int count) {
    const Evaluator model(recipe);
    const OperandRules& rules = recipe.operands;
    reference::OperandSource directed({formats_of(rules)}, 11);
    CloseOperands close(rules, 12);
    for (int i = 0; i < count; ++i) {
        const ReferenceCase x = i % 2 == 0 ? directed.next() : close.next();
        const std::uint64_t expected = reference(x);
        const Operands in{x.a, x.b, {}, {}, x.c};
        const std::uint64_t got = model(in);
        if (expected == got) continue;
        FAIL() << "case " << i << " (" << x.kind << ")\n"
               << describe(rules, in, {"reference", expected}, {"model", got});
    }
}

}  // namespace karat::test
