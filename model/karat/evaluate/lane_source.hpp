// SPDX-License-Identifier: Apache-2.0
// Gathers the operands of one lane of a matrix product, for the readable model.
#pragma once
#include <vector>

#include "karat/evaluate/dot_add.hpp"
#include "karat/evaluate/packed.hpp"
#include "karat/evaluate/tile.hpp"

namespace karat {

template <class M>
[[nodiscard]] std::size_t element_at(const M& matrix, std::size_t row, std::size_t column) {
    return matrix.column_major ? column * matrix.leading + row : row * matrix.leading + column;
}

class LaneSource {
   public:
    /// `k_order[p]`: the k of the p-th product of a chain. Null: k = p.
    LaneSource(const DotAdd& dot, const TileOperands& in, const std::uint32_t* k_order)
        : dot_(dot), in_(in), k_order_(k_order) {}

    /// Dot-add number `index` of the chain of lane (row, column), starting from c.
    [[nodiscard]] std::uint64_t dot_add(std::size_t row, std::size_t column, std::size_t index,
                                        std::uint64_t c) {
        const OperandRules& rules = dot_.operands();
        const auto k = static_cast<std::size_t>(rules.k);
        if (rules.metadata != Metadata::none) return sparse_dot_add(row, column, index, c);
        a_.resize(k);
        b_.resize(k);
        for (std::size_t p = 0; p < k; ++p) {
            const std::size_t at = k_order_ != nullptr ? k_order_[index * k + p] : index * k + p;
            a_[p] = load_element(in_.a.data, element_at(in_.a, row, at), info(rules.a).bits);
            b_[p] = load_element(in_.b.data, element_at(in_.b, at, column), info(rules.b).bits);
        }
        const std::size_t scales = dot_.scale_count();
        scale_a_.resize(scales);
        scale_b_.resize(scales);
        for (std::size_t s = 0; s < scales; ++s) {
            const std::size_t block = index * scales + s;
            scale_a_[s] =
                load_element(in_.scale_a.data, element_at(in_.scale_a, row, block), info(*rules.scale).bits);
            scale_b_[s] = load_element(in_.scale_b.data, element_at(in_.scale_b, block, column),
                                       info(*rules.scale).bits);
        }
        return dot_({a_, b_, scale_a_, scale_b_, c});
    }

   private:
    /// The same with metadata, which excludes a k_order and scale factors.
    [[nodiscard]] std::uint64_t sparse_dot_add(std::size_t row, std::size_t column, std::size_t index,
                                               std::uint64_t c) {
        const OperandRules& rules = dot_.operands();
        const auto load = [&](std::vector<std::uint64_t>& out, int count, const auto& element) {
            out.resize(static_cast<std::size_t>(count));
            for (std::size_t i = 0; i < out.size(); ++i) out[i] = element(index * out.size() + i);
        };
        load(a_, rules.k, [&](std::size_t at) {
            return load_element(in_.a.data, element_at(in_.a, row, at), info(rules.a).bits);
        });
        load(b_, rules.k_of_b(), [&](std::size_t at) {
            return load_element(in_.b.data, element_at(in_.b, at, column), info(rules.b).bits);
        });
        load(metadata_, rules.metadata_count(), [&](std::size_t at) {
            return load_element(in_.metadata.data, element_at(in_.metadata, row, at),
                                info(Format::uint4).bits);
        });
        return dot_({a_, b_, {}, {}, c, metadata_});
    }

    const DotAdd& dot_;
    const TileOperands& in_;
    const std::uint32_t* k_order_;
    std::vector<std::uint64_t> a_, b_, scale_a_, scale_b_, metadata_;
};

}  // namespace karat
