// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstddef>
#include <memory>
#include <span>

namespace karat {

/// Working storage of one operation: up to 64 elements in place, more in one allocation for the whole operation. Elements start
/// uninitialised (a dot-add writes them before it reads them), which is why this is no std::vector.
template <class T>
class Scratch {
   public:
    explicit Scratch(int count) : size_(static_cast<std::size_t>(count)) {
        if (size_ > kInPlace)
            heap_ = std::make_unique_for_overwrite<T[]>(size_);  // NOLINT(modernize-avoid-c-arrays): its length is known at run time only
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    Scratch(Scratch&&) = delete;
    Scratch& operator=(Scratch&&) = delete;
    ~Scratch() = default;

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] T* data() { return heap_ ? heap_.get() : in_place_.data(); }
    [[nodiscard]] const T* data() const { return heap_ ? heap_.get() : in_place_.data(); }
    [[nodiscard]] T& operator[](std::size_t i) { return data()[i]; }
    [[nodiscard]] const T& operator[](std::size_t i) const { return data()[i]; }
    [[nodiscard]] T& back() { return data()[size_ - 1]; }
    [[nodiscard]] T* begin() { return data(); }
    [[nodiscard]] T* end() { return data() + size_; }
    [[nodiscard]] const T* begin() const { return data(); }
    [[nodiscard]] const T* end() const { return data() + size_; }

   private:
    static constexpr std::size_t kInPlace = 64;
    std::size_t size_;
    std::unique_ptr<T[]> heap_;  // NOLINT(modernize-avoid-c-arrays): as above
    std::array<T, kInPlace> in_place_;
};

}  // namespace karat
