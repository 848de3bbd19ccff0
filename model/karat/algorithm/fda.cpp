// SPDX-License-Identifier: Apache-2.0
// FDA(F): fused dot-add of NVIDIA's tensor cores (MMA-Sim section IV; Khattak & Mikaitis). With `sticky` the fused form of
// open designs; with F = exact and RNE an exact fused add, rounded once.
#include "karat/algorithm/algorithms.hpp"
#include "karat/algorithm/fused.hpp"
#include "karat/trace/trace.hpp"

namespace karat {

template <class Num, class Sink>
std::uint64_t fda(const Plan& plan, const Terms<Num>& in, Sink& sink) {
    const Spec& spec = plan.spec;
    sink.step("fused dot-add", plan.operations == 1 ? -1 : in.operation);

    // 1. specials
    if (in.specials.any()) return special_result(in, sink);

    // 2. the products are exact and not normalised (terms.hpp)

    // 3. align to the largest exponent; truncate to F fraction bits
    const int e_max = std::max({max_exponent(in.products), in.c.exponent, plan.floor});
    const int product_lsb = kept_lsb(spec.F, e_max, in.products);
    const int c_lsb = kept_lsb(plan.F_c, e_max, in.c);
    const int grid = std::min(product_lsb, c_lsb);
    sink.grid(e_max, grid);

    // 4. exact fixed-point sum: its order cannot matter
    AlignedSum<Num> sum;
    for (std::size_t j = 0; j < in.products.size(); ++j) {
        const int k = Sink::recording ? k_of(plan, in.operation, static_cast<int>(j)) : 0;
        sum.add(Role::product, k, in.products[j], product_lsb, grid, spec.align_rounding, sink);
    }
    sum.add(Role::c, 0, in.c, c_lsb, grid, plan.c_rounding, sink);

    // 5. normalise and round
    return round_sum(plan, in, sum.value, grid, spec.sticky == Sticky::ored && sum.lost, sink);
}

KARAT_INSTANTIATE(fda);

}  // namespace karat
