// SPDX-License-Identifier: Apache-2.0
// Decodes operands once for the vector kernels: the fp32 value and the exponent of each element, in the order
// in which the kernel reads them.
#pragma once
#include <cstdint>
#include <vector>

#include "karat/evaluate/tile.hpp"
#include "karat/recipe/program.hpp"
#include "karat/simd/decode/decode_kernel.hpp"
#include "karat/simd/decode/panel.hpp"

namespace karat::simd {

/// The rows of A or the columns of B. Each is one line.
struct Lines {
    ConstMatrix matrix;
    ConstMatrix scales;
    bool by_row = true;                      ///< rows of A; false: columns of B
    const std::uint32_t* k_order = nullptr;  ///< the k at position p of a line; null: k = p
};

/// Decodes lines of one operand of a recipe.
class PanelDecoder {
   public:
    /// `is_a`: the lines are rows of A, otherwise columns of B. Precondition: fp32 represents every element.
    PanelDecoder(const Program& program, const DecodePlan& plan, bool is_a, Simd simd);

    /// Decodes positions [first, first + dot_adds * k) of up to four lines, starting with `line`, into
    /// columns [j, j + 4) of a panel, in the order in which the operations of a chain use them. If `lines` <
    /// 4, the other columns become zeros. `codes` is working storage.
    template <class Exponent>
    void decode(const Lines& source, std::size_t line, int lines, std::size_t first, std::size_t dot_adds,
                const Panel<Exponent>& panel, std::size_t j, std::vector<std::uint32_t>& codes) const;

   private:
    struct Decoded {
        float value;
        std::int32_t exponent;
    };
    struct ScaleFactor {
        float value;  ///< 0: not easy, needs the general path
        std::int32_t exponent;
    };
    [[nodiscard]] Decoded decode(std::uint64_t encoding) const;
    void tabulate_scales();
    [[nodiscard]] Decoded scaled(const Decoded& element, std::uint64_t scale) const;
    [[nodiscard]] std::size_t k_at(const Lines& source, std::size_t first, std::size_t p) const;
    void gather(const Lines& source, std::size_t line, std::size_t first, std::size_t dot_adds,
                std::uint32_t* out) const;
    void permute(std::size_t count, std::uint32_t* codes) const;
    template <class Exponent>
    void decode_one(const Lines& source, std::size_t line, std::size_t first, std::size_t dot_adds,
                    const std::uint32_t* codes, const Panel<Exponent>& panel, std::size_t j) const;

    const FormatInfo* stored_;
    const FormatInfo* multiplied_;
    const FormatInfo* scale_;  ///< null without scale factors
    bool flush_;
    FlushBelow flush_below_;
    ZeroPart zero_rule_;
    int scale_block_;
    bool scales_sums_;  ///< these three are as in DecodePlan
    bool scales_alone_;
    bool terms_count_;
    int least_ = -149;                  ///< weight of the last bit that a value may have
    int most_ = 120;                    ///< largest exponent including a scale factor
    std::vector<std::uint32_t> order_;  ///< k of the p-th element of a dot-add
    bool in_order_ = true;
    bool has_layout_ = false;
    FieldLayout layout_;
    DecodeKernel kernel_;
    std::vector<ScaleFactor> scales_;
    std::vector<Decoded> table_;  ///< lookup table for formats of at most 8 bits without a layout
};

}  // namespace karat::simd
