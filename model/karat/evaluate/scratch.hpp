// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>

namespace karat {

/// Working storage of one evaluation: up to `kInPlace` elements on the stack, more in one heap allocation.
/// Unlike in a std::vector, elements of trivial type start uninitialised; an evaluation writes them before it
/// reads them.
template <class T, std::size_t kInPlace>
class Scratch {
   public:
    explicit Scratch(std::size_t size) : size_(size) {
        // NOLINTNEXTLINE(modernize-avoid-c-arrays): its length is known at run time only
        if (size_ > kInPlace) heap_ = std::make_unique_for_overwrite<T[]>(size_);
    }

    [[nodiscard]] T* data() { return heap_ ? heap_.get() : in_place_.data(); }
    [[nodiscard]] std::span<T> all() { return {data(), size_}; }

   private:
    std::size_t size_;
    std::unique_ptr<T[]> heap_;  // NOLINT(modernize-avoid-c-arrays): as above
    std::array<T, kInPlace> in_place_;
};

}  // namespace karat
