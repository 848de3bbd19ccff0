// SPDX-License-Identifier: Apache-2.0

#include "reference/families/arm.hpp"

#include "reference/encoding.hpp"
#include "reference/operation.hpp"

namespace reference {

namespace {

const Format& fp32() { return format_named("fp32"); }
const Format& bf16() { return format_named("bf16"); }
const Format& fp16() { return format_named("fp16"); }

Output fp32_output(Rounding rounding) {
    Output output = output_of(fp32(), rounding);
    output.nan = "riscv";  // 7FC00000
    return output;
}

// The value that EBF = 0 reads: a subnormal is a zero with its sign.
Number read_flushed(std::uint64_t bits, const Format& format) {
    const Number x = decode(bits, format);
    const bool subnormal =
        x.is_finite() && x.value.magnitude() < Dyadic::power_of_two(format.least_exponent());
    return subnormal ? Number::zero(x.negative) : x;
}

// EBF = 0: four separate operations. An overflow gives infinity. Arm flushes what is below 2^-126 before
// rounding and encode() after it: the same, because rounding to odd does not reach a power of two.
std::uint64_t unfused(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b, std::uint64_t c) {
    Output output = fp32_output(Rounding::RO);
    output.flush = true;
    const auto product = [&](std::size_t k) {
        return rounded(multiply(read_flushed(a[k], bf16()), read_flushed(b[k], bf16())), output);
    };
    const Number dot = rounded(add(product(0), product(1), Rounding::RO), output);
    return encode(add(read_flushed(c, fp32()), dot, Rounding::RO), output);
}

// EBF = 1 and FMOPA: the products are exact. Their sum is rounded, and so is its sum with c.
std::uint64_t fused(const Format& input, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                    std::uint64_t c) {
    const Output output = fp32_output(Rounding::RNE);
    const auto product = [&](std::size_t k) { return multiply(decode(a[k], input), decode(b[k], input)); };
    const Number dot = rounded(add(product(0), product(1), Rounding::RNE), output);
    return encode(add(decode(c, fp32()), dot, Rounding::RNE), output);
}

}  // namespace

std::uint64_t bfdot(bool ebf, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                    std::uint64_t c) {
    return ebf ? fused(bf16(), a, b, c) : unfused(a, b, c);
}

std::uint64_t bfmmla(bool ebf, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                     std::uint64_t c) {
    c = bfdot(ebf, a.first(2), b.first(2), c);
    return bfdot(ebf, a.subspan(2, 2), b.subspan(2, 2), c);
}

std::uint64_t fmopa_f16(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b, std::uint64_t c) {
    return fused(fp16(), a, b, c);
}

}  // namespace reference
