// SPDX-License-Identifier: Apache-2.0
//
// The table of case kinds, and the cycle through it.

#include "reference/operands.hpp"

namespace reference {

OperandSource::OperandSource(const Shape& shape, std::uint64_t seed)
    : shape_(shape),
      a_(format_named(shape.a)),
      b_(format_named(shape.b)),
      c_(format_named(shape.c)),
      d_(format_named(shape.d)),
      state_(seed) {}

const std::vector<OperandSource::Kind>& OperandSource::table() {
    using Source = OperandSource;
    static const std::vector<Kind> kinds = {
        {"random bits", &Source::fill_random_bits},
        {"ordinary", &Source::fill_ordinary},
        {"one large term", &Source::fill_one_large},
        {"alignment shifts", &Source::fill_shifts},
        {"negative shifted terms", &Source::fill_negative_shifted},
        {"dropped bits", &Source::fill_dropped_bits},
        {"dropped bits of c", &Source::fill_dropped_bits_of_c},
        {"large significands", &Source::fill_large_significands},
        {"cancel two", &Source::fill_cancel_two},
        {"cancel three", &Source::fill_cancel_three},
        {"cancel many", &Source::fill_cancel_many},
        {"cancel with c", &Source::fill_cancel_with_c},
        {"carry growth", &Source::fill_carry_growth},
        {"output ties", &Source::fill_output_ties},
        {"overflow of products", &Source::fill_overflow_products},
        {"overflow threshold", &Source::fill_overflow_threshold},
        {"subnormal inputs", &Source::fill_subnormal_inputs},
        {"subnormal products", &Source::fill_subnormal_products},
        {"subnormal output", &Source::fill_subnormal_output},
        {"rounds to zero", &Source::fill_rounds_to_zero},
        {"zeros", &Source::fill_zeros},
        {"negative zeros", &Source::fill_negative_zeros},
        {"zeros times large", &Source::fill_zeros_times_large},
        {"one special", &Source::fill_one_special},
        {"two specials", &Source::fill_two_specials},
        {"scaled shifts", &Source::fill_scaled_shifts},
        {"extreme scales", &Source::fill_extreme_scales},
    };
    return kinds;
}

std::size_t OperandSource::kinds() { return table().size(); }

Case OperandSource::next() {
    const Kind& kind = table()[count_ % kinds()];
    turn_ = count_ / kinds();
    ++count_;

    Case target;
    target.kind = kind.name;
    target.a.assign(static_cast<std::size_t>(shape_.k), 0);
    target.b.assign(static_cast<std::size_t>(shape_.k), 0);
    set_unit_scales(target);
    (this->*kind.fill)(target);
    return target;
}

}  // namespace reference
