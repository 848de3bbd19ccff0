// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/suites/mma_sim.hpp"

#include <array>

namespace karat::probe {

std::span<const Test> mma_sim_tests() {
    using namespace mma_sim;
    static constexpr std::array kTests{
        Test{"summation-order", "Summation order: X, -X and y at every pair", summation_order},
        Test{"precision-pairs", "Accumulation precision, binary: 1.5 + eps", precision_of_pairs},
        Test{"precision-triples", "Accumulation precision, fused: -1.5 + 1.5 + eps", precision_of_triples},
        Test{"rounding-result", "Rounding mode of the result", result_rounding},
        Test{"rounding-products", "Rounding mode of a product's alignment", product_alignment},
        Test{"rounding-c", "Rounding mode of c's alignment", c_alignment},
        Test{"subnormal-c", "Subnormal c", subnormal_c, kAnyUnit},
        Test{"subnormal-a", "Subnormal a times 1", subnormal_a, kAnyUnit},
        Test{"subnormal-b", "1 times subnormal b", subnormal_b, kAnyUnit},
        Test{"subnormal-product", "Subnormal product", subnormal_product, kAnyUnit},
        Test{"subnormal-sum", "Subnormal sum: 1.5 m - m", subnormal_sum},
        Test{"minus-zero", "Sign of zero: -0 + (+0)(-0)", minus_zero, kAnyUnit},
        Test{"overflow-product", "Product overflow: 2 * 2^E - 2^E", product_overflow, kAnyUnit},
        Test{"overflow-sum", "Intermediate overflow: 2^E + 2^E - 2^E", intermediate_overflow},
        Test{"overflow-threshold", "Overflow threshold: (2-u) 2^E plus 0.25u, 0.5u, 0.75u",
             overflow_threshold, kAnyUnit},
        Test{"zero-times-inf", "0 * inf", zero_times_infinity, kAnyUnit},
        Test{"inf-minus-inf", "inf - inf", infinity_minus_infinity, kAnyUnit},
    };
    return kTests;
}

}  // namespace karat::probe
