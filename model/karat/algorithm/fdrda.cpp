// SPDX-License-Identifier: Apache-2.0
// FDRDA: the fused dot product of AMD CDNA3 for tf32, fp16 and bf16, whose round-down makes it asymmetric (MMA-Sim sections IV, VI.C).
#include "karat/algorithm/algorithms.hpp"
#include "karat/algorithm/late_c.hpp"
#include "karat/trace/trace.hpp"

namespace karat {

template <class Num, class Sink>
std::uint64_t fdrda(const Plan& plan, const Terms<Num>& in, Sink& sink) {
    const Spec& spec = plan.spec;
    sink.step("sum of products", plan.operations == 1 ? -1 : in.operation);

    // 1. specials; 2. exact products, those of 2^128 and more are infinite; 3. specials again (chain.cpp, one pass for both)
    if (in.specials.any()) return special_result(in, sink);

    // 4. align the products, without c, to their own largest exponent
    const int e_dot = max_exponent(in.products);
    const int lsb = kept_lsb(spec.F, e_dot, in.products);
    sink.grid(e_dot, lsb);

    // 5. exact sum
    AlignedSum<Num> dot;
    for (std::size_t j = 0; j < in.products.size(); ++j) {
        dot.add(Role::product, k_of(plan, in.operation, static_cast<int>(j)), in.products[j], lsb, lsb, spec.align_rounding, sink);
    }
    sink.sum(dot.value, false);

    // 6 to 8
    return meet_c(plan, in, sum_addend<Num>(dot.value, e_dot, lsb), sink);
}

KARAT_INSTANTIATE(fdrda);

}  // namespace karat
