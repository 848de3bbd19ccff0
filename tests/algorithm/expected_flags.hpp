// SPDX-License-Identifier: Apache-2.0
// The status flags of fda and exact, written from docs/reference/flags.md with exact numbers. Shares no code
// with the model.
#pragma once
#include "karat/evaluate/flags.hpp"
#include "reference/families/fused.hpp"
#include "reference/families/sequential.hpp"
#include "reference/operation.hpp"

namespace karat::test {

/// The flags of one dot-add, one operation of its chain after the other.
class ExpectedFlags {
   public:
    ExpectedFlags(const reference::Params& params, const FlagRule& rule) : params_(params), rule_(rule) {}

    Flags of(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b, std::uint64_t c) {
        flags_ = {};
        note_signalling(a, params_.a);
        note_signalling(b, params_.b);
        note_signalling({c}, params_.c);
        const auto row = reference::unpack_row(params_, a, reference::format_named(params_.a), false);
        const auto column = reference::unpack_row(params_, b, reference::format_named(params_.b), false);
        const auto products = reference::make_products(params_, row, column, {}, {});
        reference::Operand carried = reference::unpack_c(params_, c);
        const auto terms = static_cast<std::size_t>(params_.terms);
        for (std::size_t k = 0; k < products.size(); ++k) {
            const bool of_zero = row[k].number.is_zero() || column[k].number.is_zero();
            const bool of_infinity = row[k].number.is_infinity() || column[k].number.is_infinity();
            flags_.invalid |= of_zero && of_infinity;
            if (products[k].overflowed) flags_.overflow = flags_.inexact = true;
        }
        for (std::size_t first = 0; first < products.size(); first += terms) {
            reference::Operation operation;
            operation.params = &params_;
            operation.products.assign(products.begin() + static_cast<std::ptrdiff_t>(first),
                                      products.begin() + static_cast<std::ptrdiff_t>(first + terms));
            operation.c = carried;
            operation.rounding = reference::rounding_named(params_.output_rounding);
            const std::uint64_t d = one_operation(operation);
            carried = reference::unpack_carried(params_, d, reference::format_named(params_.d));
        }
        return flags_;
    }

   private:
    void note_signalling(const std::vector<std::uint64_t>& encodings, const std::string& name) {
        const reference::Format& format = reference::format_named(name);
        for (const std::uint64_t x : encodings) {
            const bool quiet = (x >> (format.ignored_bits + format.fraction_bits - 1) & 1U) != 0;
            flags_.invalid |= format.has_infinity() && reference::decode(x, format).is_nan() && !quiet;
        }
    }

    std::uint64_t one_operation(const reference::Operation& operation) {
        const reference::Output output = reference::final_output(params_);
        bool nan = operation.c.number.is_nan();
        bool plus = operation.c.number.is_infinity() && !operation.c.number.negative;
        bool minus = operation.c.number.is_infinity() && operation.c.number.negative;
        for (const reference::Product& product : operation.products) {
            nan |= product.number.is_nan();
            plus |= product.number.is_infinity() && !product.number.negative;
            minus |= product.number.is_infinity() && product.number.negative;
        }
        flags_.invalid |= plus && minus && !nan;
        if (const auto special = reference::special_result(operation))
            return reference::encode(*special, output);
        const reference::Unrounded sum =
            params_.algorithm == "fda" ? reference::fda(operation) : reference::exact(operation);
        const std::uint64_t d = reference::encode(sum.number, output, sum.sticky);
        if (!sum.number.is_zero()) judge(output, sum, d, any_changed(operation));
        if (sum.number.is_zero() && any_changed(operation)) flags_.inexact = true;
        return d;
    }

    /// Whether the alignment of an addend of fda drops nonzero bits.
    bool any_changed(const reference::Operation& operation) const {
        if (!rule_.alignment || params_.algorithm != "fda") return false;
        auto e_max = reference::larger(reference::exponent_of_c(operation), params_.exponent_floor);
        for (const reference::Product& product : operation.products)
            e_max = reference::larger(e_max, product.exponent);
        const auto changes = [&](const reference::Dyadic& value, std::optional<int> width) {
            return reference::align(value, e_max, width, reference::Rounding::RZ) != value;
        };
        bool out = changes(operation.c.number.value, params_.F_c);
        for (const reference::Product& product : operation.products)
            out |= changes(product.number.value, params_.F);
        return out;
    }

    void judge(const reference::Output& output, const reference::Unrounded& sum, std::uint64_t d,
               bool changed) {
        reference::Dyadic value = sum.number.value;
        // the sticky bit stands for something far below every bit of the sum
        const reference::Dyadic rest = reference::Dyadic::power_of_two(value.grid() - 400);
        if (sum.sticky) value = value.is_negative() ? value - rest : value + rest;
        const int least = output.format->least_exponent();
        const reference::Dyadic normal = reference::Dyadic::power_of_two(least);
        const int leading = value.leading_exponent();
        const reference::Dyadic unbounded =
            reference::round_to_multiple(value, leading - output.fraction, output.rounding).magnitude();
        const reference::Number got = reference::decode(d, *output.format);
        const reference::Dyadic delivered = got.is_finite() ? got.value : reference::Dyadic();
        const bool overflow = unbounded > output.format->largest_finite();
        const bool inexact = overflow || changed || delivered != value;
        const FlushWhen when =
            rule_.tiny_when.value_or(!output.flush                    ? FlushWhen::unbounded
                                     : output.flush_when == "encoded" ? FlushWhen::encoded
                                     : output.flush_when == "before"  ? FlushWhen::before
                                                                      : FlushWhen::unbounded);
        const reference::Dyadic judged = when == FlushWhen::before      ? value.magnitude()
                                         : when == FlushWhen::unbounded ? unbounded
                                                                        : delivered.magnitude();
        flags_.inexact |= inexact;
        flags_.overflow |= overflow;
        flags_.underflow |= inexact && !overflow && judged < normal;
    }

    reference::Params params_;
    FlagRule rule_;
    Flags flags_;
};

}  // namespace karat::test
