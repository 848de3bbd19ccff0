// SPDX-License-Identifier: Apache-2.0
// The four integer sizes of an evaluation. Bounds (recipe/bounds/bounds.hpp) determine in advance which one
// suffices.
#pragma once
#include <bit>
#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>

namespace karat {

__extension__ using int128 = __int128;
__extension__ using uint128 = unsigned __int128;

/// Expression templates are off, so that `auto` deduces a number.
template <class Backend>
using LibraryInt = boost::multiprecision::number<Backend, boost::multiprecision::et_off>;
/// Unbounded, for the few sums that fit in no fixed size, for bounds and for traces.
using BigInt = LibraryInt<boost::multiprecision::cpp_int_backend<>>;
/// 512 bits and a sign, none of them on the heap.
using WideInt =
    LibraryInt<boost::multiprecision::cpp_int_backend<512, 512, boost::multiprecision::signed_magnitude,
                                                      boost::multiprecision::unchecked, void>>;

/// Significand (unsigned) and accumulator (signed) of one evaluation size; both hold magnitudes below
/// 2^capacity.
struct Narrow {
    using Significand = std::uint64_t;
    using Accumulator = std::int64_t;
    static constexpr int capacity = 62;
};
struct Medium {
    using Significand = uint128;
    using Accumulator = int128;
    static constexpr int capacity = 126;
};
/// For sums of fp64 products, most of which span a few hundred bits.
struct Wide {
    using Significand = WideInt;
    using Accumulator = WideInt;
    static constexpr int capacity = 510;
};
/// Allocated on the heap, to limit stack use.
struct Big {
    using Significand = BigInt;
    using Accumulator = BigInt;
    static constexpr int capacity = 1 << 20;  ///< more than any sum needs
};

/// Number of bits up to and including the leading one, or 0 for 0. The argument is a magnitude and not
/// negative.
[[nodiscard]] constexpr int bit_length(std::uint64_t x) { return 64 - std::countl_zero(x); }
[[nodiscard]] constexpr int bit_length(uint128 x) {
    const auto high = static_cast<std::uint64_t>(x >> 64);
    return high != 0 ? 64 + bit_length(high) : bit_length(static_cast<std::uint64_t>(x));
}
template <class Backend>
[[nodiscard]] int bit_length(const LibraryInt<Backend>& x) {
    return x.is_zero() ? 0 : static_cast<int>(boost::multiprecision::msb(x)) + 1;
}

/// Index of the lowest bit that is set. Precondition: the magnitude is not 0.
[[nodiscard]] constexpr int lowest_set_bit(std::uint64_t x) { return std::countr_zero(x); }
[[nodiscard]] constexpr int lowest_set_bit(uint128 x) {
    const auto low = static_cast<std::uint64_t>(x);
    return low != 0 ? lowest_set_bit(low) : 64 + lowest_set_bit(static_cast<std::uint64_t>(x >> 64));
}
template <class Backend>
[[nodiscard]] int lowest_set_bit(const LibraryInt<Backend>& x) {
    return static_cast<int>(boost::multiprecision::lsb(x));
}

/// Whether bit `i` (>= 0) of a magnitude is set.
[[nodiscard]] constexpr bool bit_at(std::uint64_t x, int i) { return i < 64 && ((x >> i) & 1U) != 0; }
[[nodiscard]] constexpr bool bit_at(uint128 x, int i) { return i < 128 && ((x >> i) & 1U) != 0; }
template <class Backend>
[[nodiscard]] bool bit_at(const LibraryInt<Backend>& x, int i) {
    return boost::multiprecision::bit_test(x, static_cast<unsigned>(i));
}

/// Whether any of the `n` (>= 0) lowest bits of a magnitude is set.
[[nodiscard]] constexpr bool any_below(std::uint64_t x, int n) {
    return n >= 64 ? x != 0 : (x & ((std::uint64_t{1} << n) - 1)) != 0;
}
[[nodiscard]] constexpr bool any_below(uint128 x, int n) {
    return n >= 128 ? x != 0 : (x & ((uint128{1} << n) - 1)) != 0;
}
template <class Backend>
[[nodiscard]] bool any_below(const LibraryInt<Backend>& x, int n) {
    return !x.is_zero() && static_cast<int>(boost::multiprecision::lsb(x)) < n;
}

/// The magnitude of a signed accumulator, as a significand of the same size.
[[nodiscard]] constexpr std::uint64_t magnitude(std::int64_t x) {
    return x < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(x) : static_cast<std::uint64_t>(x);
}
[[nodiscard]] constexpr uint128 magnitude(int128 x) {
    return x < 0 ? uint128{0} - static_cast<uint128>(x) : static_cast<uint128>(x);
}
template <class Backend>
[[nodiscard]] LibraryInt<Backend> magnitude(const LibraryInt<Backend>& x) {
    return x < 0 ? LibraryInt<Backend>(-x) : x;
}

/// The lowest 64 bits of a magnitude.
[[nodiscard]] constexpr std::uint64_t low64(std::uint64_t x) { return x; }
[[nodiscard]] constexpr std::uint64_t low64(uint128 x) { return static_cast<std::uint64_t>(x); }
template <class Backend>
[[nodiscard]] std::uint64_t low64(const LibraryInt<Backend>& x) {
    return static_cast<std::uint64_t>(x & ~std::uint64_t{0});
}

}  // namespace karat
