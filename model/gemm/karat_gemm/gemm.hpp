// SPDX-License-Identifier: Apache-2.0
// D = alpha * A * B + beta * C for matrices of any size, computed with dot-adds of one specification.
// docs/how-to/multiply-matrices.md describes every option.
#pragma once
#include <cstdint>
#include <functional>

#include "karat/simd/tile_engine.hpp"

namespace karat {

/// The order in which a lane's products enter the accumulator.
enum class Order : std::uint8_t {
    natural,     ///< one chain in ascending k
    split_k,     ///< `split` chains over contiguous parts of k, which are then merged
    random,      ///< one chain over a permutation of k, the same for every lane
    magnitude,   ///< one chain over k, sorted for each lane by the exponent and two more bits of the product,
                 ///< smallest first
    kahan,       ///< every dot-add starts from +0; the results are added with Kahan's compensation
    anti_kahan,  ///< the same with the sign of the compensation reversed: a stress test
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
    int threads = 0;  ///< 0: all cores; results do not depend on it
    /// Called repeatedly with the completed fraction, 0..1, by one thread at a time.
    std::function<void(double)> progress{};
};

/// A is m x k, B k x n, C and D m x n, in the formats of the specification. With `batch` > 1, matrix number i
/// of each operand starts i times its stride after the first. Strides are in elements and must be a whole
/// number of bytes.
struct GemmShape {
    std::size_t m = 0, n = 0, k = 0;
    std::size_t batch = 1;
    std::size_t stride_a = 0, stride_b = 0, stride_c = 0, stride_d = 0;
};

/// Immutable after construction.
class Gemm {
   public:
    /// Throws SpecError for an invalid specification or option.
    explicit Gemm(const Spec& spec, GemmOptions options = {});

    /// An empty C counts as +0 everywhere. D may be the same storage as C. If k is not a multiple of the
    /// specification's k, it is padded with +0. Scale factors: m x (k / block) of A, (k / block) x n of B.
    /// Throws OperandError, naming the matrix, if its storage does not fit, and if k is not a multiple of the
    /// scale block. Throws SpecError if c and d differ in format although k needs more than one dot-add or
    /// the order adds values of d (split_k, kahan, anti_kahan).
    void run(const GemmShape& shape, const TileOperands& in, const Matrix& d) const;

    [[nodiscard]] const TileEngine& engine() const { return engine_; }

   private:
    TileEngine engine_;
    GemmOptions options_;
};

}  // namespace karat
