// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/stimulus/tile_outline.hpp"

#include <algorithm>

namespace karat::tb {

/// Chooses the exponents that put a tile into its class. p = e_a + e_b is the exponent of a product.
void Stimulus::outline_exponents(OperandClass operand_class, Outline& outline) {
    const int low_p = formats_.a.min_exponent() + formats_.b.min_exponent();
    const int high_p = formats_.a.max_exponent() + formats_.b.max_exponent();
    const auto split = [&](std::size_t k, int p) {  // splits a product exponent into two operand exponents
        const int low = std::max(formats_.a.min_exponent(), p - formats_.b.max_exponent());
        const int high = std::min(formats_.a.max_exponent(), p - formats_.b.min_exponent());
        outline.a[k] = low <= high ? random_.between(low, high)
                                   : (p < 0 ? formats_.a.min_exponent() : formats_.a.max_exponent());
        outline.b[k] = p - outline.a[k];
    };
    const int top = random_.between(std::max(low_p + 2, std::min(-20, high_p - 2)), high_p - 1);
    const auto around = [&](int spread) { return random_.between(-spread, spread); };
    switch (operand_class) {
        case OperandClass::near_one:
        case OperandClass::scale_extremes:
            for (std::size_t k = 0; k < k_; ++k) split(k, around(3));
            outline.c = around(4);
            break;
        case OperandClass::max_position: {
            const std::size_t place = index_ / classes_ % (k_ + 1);
            const int gap = random_.between(1, f_ + 3);
            for (std::size_t k = 0; k < k_; ++k) split(k, k == place ? top : top - gap + around(2));
            outline.c = place == k_ ? top + around(1) : top - gap + around(2);
            break;
        }
        case OperandClass::shift_around_f:
        case OperandClass::dropped_bits: {
            const std::size_t place = random_.below(k_ + 1);
            for (std::size_t k = 0; k < k_; ++k)
                split(k, k == place ? top : top - f_ + around(2) + (random_.one_in(3) ? f_ / 2 : 0));
            outline.c = place == k_ ? top : top - f_ + around(2) + (random_.one_in(3) ? f_ / 2 : 0);
            break;
        }
        case OperandClass::unnormalised:
        case OperandClass::carry_growth:
            for (std::size_t k = 0; k < k_; ++k)
                split(k, top - (random_.one_in(3) ? random_.between(0, 2) : 0));
            outline.c = top + around(2);
            outline.one_sign = operand_class == OperandClass::carry_growth;
            break;
        case OperandClass::overflow: {
            const int reach = std::min(high_p, formats_.d.max_exponent() + 1);
            // c is near the largest number, and even the smallest product may make the sum overflow
            const bool by_c = random_.one_in(3);
            for (std::size_t k = 0; k < k_; ++k)
                split(k, by_c ? random_.between(low_p, reach) : reach - random_.between(0, 5));
            outline.c = std::min(formats_.c.max_exponent(), formats_.d.max_exponent()) -
                        (by_c ? 0 : random_.between(0, 2));
            outline.one_sign = random_.coin();
            break;
        }
        case OperandClass::underflow: {
            const int reach = std::max(low_p, formats_.d.min_exponent() - formats_.d.fraction_bits - 3);
            for (std::size_t k = 0; k < k_; ++k) split(k, reach + random_.between(0, 8));
            outline.c = formats_.c.min_exponent() - 1 + random_.between(0, 1);
            outline.c_zero = random_.coin();
            break;
        }
        case OperandClass::subnormal_inputs: {
            const bool all = random_.one_in(3);
            for (std::size_t k = 0; k < k_; ++k) {
                outline.a[k] = !all && random_.one_in(3) ? around(4) : formats_.a.min_exponent() - 1;
                outline.b[k] = all || random_.one_in(3)
                                   ? formats_.b.min_exponent() - 1
                                   : random_.between(formats_.b.min_exponent(), formats_.b.max_exponent());
            }
            outline.c =
                random_.coin() ? formats_.c.min_exponent() - 1 : formats_.a.min_exponent() + around(8);
            break;
        }
        default:  // exponents over the whole range
            for (std::size_t k = 0; k < k_; ++k) split(k, random_.between(low_p, high_p));
            outline.c = random_.between(std::max(formats_.c.min_exponent(), low_p),
                                        std::min(formats_.c.max_exponent(), high_p));
            break;
    }
}

void Stimulus::outline_specials(OperandClass operand_class, Outline& outline) {
    if (operand_class == OperandClass::zeros) {
        for (std::size_t k = 0; k < k_; ++k) {
            outline.a_zero[k] = random_.coin() ? 1 : 0;
            outline.b_zero[k] = random_.one_in(3) ? 1 : 0;
        }
        outline.c_zero = random_.coin();
        if (random_.one_in(4)) {  // all products are zeros, of one sign or of both
            std::fill(outline.a_zero.begin(), outline.a_zero.end(), std::uint8_t{1});
            outline.one_sign = random_.coin();
            if (random_.coin()) outline.c = formats_.c.min_exponent() - 1;
        }
        if (random_.one_in(3))
            outline.c = formats_.c.min_exponent() - (random_.coin() ? 1 : random_.between(-16, 0));
    }
    if (operand_class == OperandClass::scale_extremes &&
        random_.one_in(3)) {  // a block of zeros; its scale factors still count
        const auto block = static_cast<std::size_t>(spec_.scale_block_or_default());
        const std::size_t first = random_.below(k_ / block) * block;
        std::fill_n(outline.a_zero.begin() + static_cast<std::ptrdiff_t>(first), block, std::uint8_t{1});
    }
    const int specials = operand_class == OperandClass::one_special    ? 1
                         : operand_class == OperandClass::special_pair ? 2
                                                                       : 0;
    if (specials > 0 &&
        random_.one_in(3)) {  // zeros elsewhere, which must not be treated as factors of an infinity
        for (std::size_t k = 0; k < k_; ++k)
            (random_.coin() ? outline.a_zero : outline.b_zero)[k] = random_.coin() ? 1 : 0;
    }
    // for example beside an infinite product
    if (specials == 2 && random_.one_in(4)) outline.c_special = true;
    for (int i = 0; i < specials; ++i) {
        const std::size_t place = random_.one_in(4) ? 2 * k_ : random_.below(2 * k_);
        if (place == 2 * k_) {
            outline.c_special = true;
        } else {
            (place < k_ ? outline.a_special : outline.b_special)[place % k_] = 1;
            if (random_.one_in(3)) (place < k_ ? outline.b_zero : outline.a_zero)[place % k_] = 1;  // 0 * inf
        }
    }
}

Stimulus::Outline Stimulus::outline_for(OperandClass operand_class) {
    Outline outline;
    outline.operand_class = operand_class;
    outline.a.resize(k_);
    outline.b.resize(k_);
    outline.a_zero.resize(k_);
    outline.b_zero.resize(k_);
    outline.a_special.resize(k_);
    outline.b_special.resize(k_);
    outline.a_negative = random_.coin();
    outline.b_negative = random_.coin();
    outline.c_negative = outline.a_negative != outline.b_negative;
    outline_exponents(operand_class, outline);
    outline_specials(operand_class, outline);
    return outline;
}

}  // namespace karat::tb
