// SPDX-License-Identifier: Apache-2.0
// D = alpha * A * B + beta * C for matrices of any size, by dot-adds of one specification. docs/gemm.md
// defines every option.
#pragma once
#include <cstdint>
#include <functional>

#include "karat/simd/tile_engine.hpp"

namespace karat {

/// The order in which a lane's products enter the accumulator.
enum class Order : std::uint8_t {
    natural,     ///< one chain, k upwards
    split_k,     ///< `split` chains over contiguous parts of k, merged
    random,      ///< one chain over a permutation of k, the same for every lane
    magnitude,   ///< one chain over k sorted by the exponent and two more bits of the product, small first,
                 ///< each lane by itself
    kahan,       ///< every dot-add starts from +0; their results are added with compensation
    anti_kahan,  ///< the same with the compensation the wrong way round: a stress test
};
template <>
struct EnumNames<Order> {
    static constexpr std::array<std::string_view, 6> names{"natural",   "split_k", "random",
                                                           "magnitude", "kahan",   "anti_kahan"};
};

/// How the chains of split_k are added: one after the other, or in pairs.
enum class Merge : std::uint8_t { sequential, pairwise };
template <>
struct EnumNames<Merge> {
    static constexpr std::array<std::string_view, 2> names{"sequential", "pairwise"};
};

struct GemmOptions {
    Order order = Order::natural;
    int split = 2;  ///< split_k: 1..1024 chains
    Merge merge = Merge::sequential;
    std::uint64_t seed = 1;  ///< random
    double alpha = 1;
    double beta = 1;
    int threads = 0;  ///< 0: as many as the machine has; results do not depend on it
    /// Called now and then with the share that is done, 0..1, by one thread at a time.
    std::function<void(double)> progress{};
};

/// A is m x k, B k x n, C and D m x n, in the formats of the specification. With `batch` > 1 matrix number i
/// of each begins i times its stride (elements, a whole number of bytes) after the first.
struct GemmShape {
    std::size_t m = 0, n = 0, k = 0;
    std::size_t batch = 1;
    std::size_t stride_a = 0, stride_b = 0, stride_c = 0, stride_d = 0;
};

/// Immutable after construction.
class Gemm {
   public:
    /// Throws SpecError for an impossible specification or option.
    explicit Gemm(const Spec& spec, GemmOptions options = {});

    /// C may be empty: it is then +0 everywhere. D may be C. A k that is no multiple of the specification's
    /// is filled up with +0. Scale factors: A's m x (k / block), B's (k / block) x n. Throws OperandError,
    /// naming the matrix, if its storage does not fit; SpecError if the chain needs c and d in one format and
    /// they are not.
    void run(const GemmShape& shape, const TileOperands& in, const Matrix& d) const;

    [[nodiscard]] const TileEngine& engine() const { return engine_; }

   private:
    TileEngine engine_;
    GemmOptions options_;
};

}  // namespace karat
