// SPDX-License-Identifier: Apache-2.0
// Open arrays of a simulator (IEEE 1800-2017, 35.5.6 and annex I.12): one dimension, elements of at most 64
// bits.
#pragma once
#include <svdpi.h>

#include <cstdint>
#include <span>
#include <vector>

namespace karat::dpi {

/// Copies elements to `out` in order of their index, with the bits above `width` cleared; as many as fit.
/// Returns the number of elements of the array, even if not all fit. The types of the imports guarantee one
/// unpacked dimension and elements of at most 64 bits. Throws Refusal if no simulator is loaded, or, naming
/// the array, if it is NULL.
[[nodiscard]] std::size_t read_array(svOpenArrayHandle array, int width, const char* name,
                                     std::span<std::uint64_t> out);

/// An array of `bit [31:0]` as contiguous words: the simulator's memory if it has that layout, otherwise a
/// copy that `commit` writes back.
class WordArray {
   public:
    /// Throws Refusal as read_array does.
    WordArray(svOpenArrayHandle array, const char* name);
    [[nodiscard]] std::span<std::uint32_t> words() { return words_; }
    [[nodiscard]] std::size_t bytes() const { return words_.size() * sizeof(std::uint32_t); }
    /// Makes changes to `words` visible to the simulator.
    void commit();

   private:
    svOpenArrayHandle array_;
    std::vector<std::uint32_t> copy_;
    std::span<std::uint32_t> words_;
};

}  // namespace karat::dpi
