// SPDX-License-Identifier: Apache-2.0
// Exact: the correctly rounded dot-add (Kulisch), the reference of every error metric.
#include "karat/algorithm/algorithms.hpp"
#include "karat/algorithm/exact_add.hpp"
#include "karat/algorithm/stepwise.hpp"
#include "karat/trace/trace.hpp"

namespace karat {

template <class Sink>
std::uint64_t exact(const Plan& plan, const Operands& in, Sink& sink) {
    const Spec& spec = plan.spec;
    Scratch<Addend<uint128>> addends(spec.k + 1);
    Scratch<AddendName> names(Sink::recording ? spec.k + 1 : 1);
    for (int k = 0; k < spec.k; ++k) {
        const auto i = static_cast<std::size_t>(k);
        addends[i] = exact_product(plan, in, k);
        if (plan.scale != nullptr) {
            const std::size_t block = i / static_cast<std::size_t>(plan.scale_block);
            apply_scales(addends[i], unpack(in.scale_a[block], *plan.scale), unpack(in.scale_b[block], *plan.scale), *plan.scale,
                         ZeroExponent::ignored);
        }
        if constexpr (Sink::recording) names[i] = {Role::product, k};
    }
    addends.back() = c_addend<uint128>(unpack(in.c, info(spec.c)), info(spec.c), ZeroExponent::ignored);
    if (spec.flush_c) {
        const Unpacked c = flushed(unpack(in.c, info(spec.c)), info(spec.c), spec.flush_below);
        addends.back() = c_addend<uint128>(c, info(spec.c), ZeroExponent::ignored);
    }
    names.back() = {Role::c, 0};
    sink.step("exact sum", -1);
    return add_exactly<uint128>(addends, names, plan.out, spec.zero_sum, sink);
}

template std::uint64_t exact(const Plan&, const Operands&, NoSink&);
template std::uint64_t exact(const Plan&, const Operands&, TraceSink&);

}  // namespace karat
