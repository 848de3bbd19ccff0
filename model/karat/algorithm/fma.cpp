// SPDX-License-Identifier: Apache-2.0
// FMA: sequential fused multiply-add, each step rounded once. SFMA (MMA-Sim; FP64 on NVIDIA, FP32 and FP64 on AMD) is its RNE case.
#include "karat/algorithm/algorithms.hpp"
#include "karat/algorithm/stepwise.hpp"
#include "karat/trace/trace.hpp"

namespace karat {

template <class Sink>
std::uint64_t fma(const Plan& plan, const Operands& in, Sink& sink) {
    const OutputRule rule = accumulator_rule(plan);
    Running acc = start_at_c(plan, in);
    for (int k = 0; k < plan.spec.k; ++k) {
        sink.step("fused multiply-add", k);
        const Addend<uint128> running = c_addend<uint128>(unpack(acc.encoding, *acc.format), *acc.format, ZeroExponent::ignored);
        const std::array<Addend<uint128>, 2> pair{exact_product(plan, in, k), running};
        const std::array names{AddendName{Role::product, k}, AddendName{acc.role, acc.index}};
        acc = {add_exactly<uint128>(pair, names, rule, ZeroSum::ieee, sink), &info(rule.format), Role::partial, k};
    }
    return to_output(plan, acc, sink);
}

template std::uint64_t fma(const Plan&, const Operands&, NoSink&);
template std::uint64_t fma(const Plan&, const Operands&, TraceSink&);

}  // namespace karat
