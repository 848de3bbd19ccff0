// SPDX-License-Identifier: Apache-2.0
// Open arrays of a simulator (IEEE 1800-2017, 35.5.6 and annex I.12): elements of at most 64 bits, one
// dimension.
#pragma once
#include <svdpi.h>

#include <cstdint>
#include <span>
#include <vector>

namespace karat::dpi {

/// Elements in order of their index, bits above `width` cleared, into `out`; as many as fit. Gives their
/// number, whether or not all fit. The import's type promises one unpacked dimension of elements of at most
/// 64 bits. Throws Refusal naming the array where there is no simulator.
[[nodiscard]] std::size_t read_array(svOpenArrayHandle array, int width, const char* name,
                                     std::span<std::uint64_t> out);

/// An array of `bit [31:0]` as contiguous words: the simulator's own memory where it has that layout, else a
/// copy that `commit` writes back.
class WordArray {
   public:
    /// Throws Refusal as read_array.
    WordArray(svOpenArrayHandle array, const char* name);
    [[nodiscard]] std::span<std::uint32_t> words() { return words_; }
    [[nodiscard]] std::size_t bytes() const { return words_.size() * sizeof(std::uint32_t); }
    /// Makes what was written to `words` visible to the simulator.
    void commit();

   private:
    svOpenArrayHandle array_;
    std::vector<std::uint32_t> copy_;
    std::span<std::uint32_t> words_;
};

}  // namespace karat::dpi
