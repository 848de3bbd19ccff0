// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

namespace karat::tb {

/// SplitMix64 (Steele, Lea, Flood 2014): a multiply-xorshift chain over a counter. Implemented here because
/// the distributions of the standard library differ between implementations, and a seed must give the same
/// sequence everywhere.
class Random {
   public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t bits() {
        state_ += 0x9e3779b97f4a7c15ULL;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }
    /// 0 <= result < count. The bias of at most count / 2^32 does not matter for stimulus.
    std::uint64_t below(std::uint64_t count) { return ((bits() >> 32) * count) >> 32; }
    /// low <= result <= high
    int between(int low, int high) {
        return low + static_cast<int>(below(static_cast<std::uint64_t>(high - low) + 1));
    }
    bool coin() { return (bits() >> 63) != 0; }
    /// True with probability 1 / n.
    bool one_in(std::uint64_t n) { return below(n) == 0; }

   private:
    std::uint64_t state_;
};

}  // namespace karat::tb
