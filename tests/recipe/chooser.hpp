// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <initializer_list>

#include "karat/format/format.hpp"
#include "karat_tb/stimulus/random.hpp"

namespace karat::test {

/// Random choices for the generators of specifications and recipes. Each choice draws exactly one random
/// number, so that the results for a seed stay the same.
class Chooser {
   protected:
    /// rarely() is true with probability 1 / `rarity`.
    Chooser(std::uint64_t seed, std::uint64_t rarity) : random_(seed), rarity_(rarity) {}

    template <class Enum>
    Enum any() {
        return static_cast<Enum>(random_.below(EnumNames<Enum>::names.size()));
    }
    template <class T>
    T one_of(std::initializer_list<T> values) {
        return *(values.begin() + random_.below(values.size()));
    }
    bool rarely() { return random_.one_in(rarity_); }
    Format result_format() {
        return one_of({Format::fp32, Format::fp32, Format::fp16, Format::bf16, Format::e5m2, Format::e4m3,
                       Format::fp64, Format::tf32});
    }

    tb::Random random_;

   private:
    std::uint64_t rarity_;
};

}  // namespace karat::test
