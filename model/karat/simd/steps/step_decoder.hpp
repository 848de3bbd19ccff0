// SPDX-License-Identifier: Apache-2.0
// Decodes operands once for the step kernel: each element becomes a number of the lanes' type.
#pragma once
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "karat/evaluate/lane_source.hpp"
#include "karat/simd/decode/panel_decoder.hpp"
#include "karat/simd/fused/fused_kernel.hpp"
#include "karat/simd/lane_value.hpp"
#include "karat/simd/steps/step_plan.hpp"

namespace karat::simd {

/// Converts numbers of one format to and from lanes of type T.
template <class T>
class StepCodec {
   public:
    explicit StepCodec(const OutputRule& rule) : codec_(rule), rule_(rule) {}

    void load(std::span<const std::byte> data, std::size_t first, std::size_t step, std::size_t count,
              T* out) const {
        if constexpr (std::is_same_v<T, float>) {
            codec_.load(data, first, step, count, out);
        } else {
            for (std::size_t j = 0; j < count; ++j)
                out[j] = std::bit_cast<double>(load_element(data, first + j * step, 64));
        }
    }
    void store(std::span<std::byte> data, std::size_t first, std::size_t step, std::size_t count,
               const T* values) const {
        if constexpr (std::is_same_v<T, float>) {
            codec_.store(data, first, step, count, values);
        } else {
            for (std::size_t j = 0; j < count; ++j) {
                const bool canonical = std::isnan(values[j]) && !depends_on_cause(rule_.nan);
                store_element(data, first + j * step, 64,
                              canonical ? encode_nan(rule_.format, rule_.nan)
                                        : std::bit_cast<std::uint64_t>(values[j]));
            }
        }
    }

   private:
    LaneCodec codec_;
    OutputRule rule_;
};

/// Decodes lines of one operand.
template <class T>
class StepDecoder {
   public:
    /// Magnitudes below `flush_below` become zeros. `order[p]`: the k of the p-th product that the steps use.
    StepDecoder(Format format, double flush_below, FlushSign flush_sign, std::vector<std::uint32_t> order)
        : codec_({.format = format}),
          flush_below_(static_cast<T>(flush_below)),
          keeps_sign_(flush_sign == FlushSign::keep),
          order_(std::move(order)) {
        for (std::size_t p = 0; p < order_.size(); ++p) in_order_ = in_order_ && order_[p] == p;
    }

    /// Decodes positions [first, first + dot_adds * k) of line `line`, in the order of the steps, to out[p *
    /// width].
    void decode(const Lines& source, std::size_t line, std::size_t first, std::size_t dot_adds, T* out,
                std::size_t width, std::vector<T>& numbers) const {
        const ConstMatrix& m = source.matrix;
        const auto at = [&](std::size_t k) {
            return source.by_row ? element_at(m, line, k) : element_at(m, k, line);
        };
        const std::size_t step = m.column_major == source.by_row ? m.leading : 1;
        const std::size_t k = order_.size();
        numbers.resize(dot_adds * k);
        if (source.k_order == nullptr) {
            codec_.load(m.data, at(first), step, numbers.size(), numbers.data());
        } else {
            for (std::size_t p = 0; p < numbers.size(); ++p)
                codec_.load(m.data, at(source.k_order[first + p]), 1, 1, &numbers[p]);
        }
        if (in_order_) {
            for (std::size_t p = 0; p < numbers.size(); ++p) out[p * width] = flushed(numbers[p]);
            return;
        }
        for (const T* from = numbers.data(); from != numbers.data() + numbers.size(); from += k) {
            for (const std::uint32_t p : order_) {
                *out = flushed(from[p]);
                out += width;
            }
        }
    }

   private:
    [[nodiscard]] T flushed(T x) const {
        if (!(std::abs(x) < flush_below_) || x == T{0}) return x;  // a zero keeps its sign
        return keeps_sign_ ? std::copysign(T{0}, x) : T{0};
    }

    StepCodec<T> codec_;
    T flush_below_;
    bool keeps_sign_;
    std::vector<std::uint32_t> order_;  ///< k of the p-th step of a dot-add
    bool in_order_ = true;
};

}  // namespace karat::simd
