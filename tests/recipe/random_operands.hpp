// SPDX-License-Identifier: Apache-2.0
// Operands for any recipe: random encodings, values near one, zeros, special values.
#pragma once
#include <algorithm>
#include <vector>

#include "karat/evaluate/products.hpp"
#include "karat_tb/stimulus/random.hpp"

namespace karat::test {

class RandomOperands {
   public:
    RandomOperands(const OperandRules& rules, std::uint64_t seed) : rules_(rules), random_(seed) {}

    /// The result is valid until the next call.
    Operands next() {
        near_one_ = static_cast<int>(random_.below(3));
        const auto k = static_cast<std::size_t>(rules_.k);
        fill(a_, k, rules_.a);
        fill(b_, k, rules_.b);
        fill(c_, 1, rules_.c);
        if (rules_.scale) {
            const std::size_t blocks = k / static_cast<std::size_t>(rules_.scale_block);
            fill(scale_a_, blocks, *rules_.scale);
            fill(scale_b_, blocks, *rules_.scale);
        }
        return {a_, b_, scale_a_, scale_b_, c_[0]};
    }

   private:
    void fill(std::vector<std::uint64_t>& out, std::size_t count, Format format) {
        out.resize(count);
        for (std::uint64_t& x : out) x = draw(info(format));
    }
    std::uint64_t draw(const FormatInfo& f) {
        const std::uint64_t sign = random_.coin() ? f.sign_bit() : 0;
        const int ignored = f.ignored_low_bits;
        if (f.has_zero && random_.one_in(16)) return sign << ignored;
        if (random_.one_in(200)) return f.magnitude_mask() << ignored;
        if (f.has_infinity() && random_.one_in(200)) return (f.infinity_code() | sign) << ignored;
        if (near_one_ == 0 || (near_one_ == 1 && random_.coin())) return random_.bits() & f.encoding_mask();
        const int exponent = std::clamp(f.bias + random_.between(-12, 12), 0, (1 << f.exponent_bits) - 1);
        const std::uint64_t field = static_cast<std::uint64_t>(exponent) << f.fraction_bits;
        return (field | (random_.bits() & f.fraction_mask()) | sign) << ignored;
    }

    OperandRules rules_;
    tb::Random random_;
    int near_one_ = 0;
    std::vector<std::uint64_t> a_, b_, c_, scale_a_, scale_b_;
};

}  // namespace karat::test
