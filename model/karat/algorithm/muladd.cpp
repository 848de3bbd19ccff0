// SPDX-License-Identifier: Apache-2.0
// MULADD: separate multiply and add, each rounded, one after the other (TensorGauge).
#include "karat/algorithm/algorithms.hpp"
#include "karat/algorithm/stepwise.hpp"
#include "karat/trace/trace.hpp"

namespace karat {

template <class Sink>
std::uint64_t muladd(const Plan& plan, const Operands& in, Sink& sink) {
    const OutputRule rule = accumulator_rule(plan);
    Running acc = start_at_c(plan, in);
    for (int k = 0; k < plan.spec.k; ++k) {
        const Running product = rounded_product(plan, in, k, sink);
        acc = add(acc, product, rule, "addition", k, sink);
    }
    return to_output(plan, acc, sink);
}

template std::uint64_t muladd(const Plan&, const Operands&, NoSink&);
template std::uint64_t muladd(const Plan&, const Operands&, TraceSink&);

}  // namespace karat
