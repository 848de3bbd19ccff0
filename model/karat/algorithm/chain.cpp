// SPDX-License-Identifier: Apache-2.0
// CoFDA, CoFDRDA, CoGFDRDA and every other chain: the k products split over operations, each one's result the next one's c.
// A single operation is a chain of one.
#include "karat/algorithm/algorithms.hpp"
#include "karat/algorithm/exact_add.hpp"
#include "karat/trace/trace.hpp"

namespace karat {
namespace {

template <class Num, class Sink>
std::uint64_t one_operation(const Plan& plan, const Terms<Num>& in, Sink& sink) {
    switch (plan.spec.algorithm) {
        case Algorithm::sda:
            return sda(plan, in, sink);
        case Algorithm::gfda:
            return gfda(plan, in, sink);
        case Algorithm::fdrda:
            return fdrda(plan, in, sink);
        case Algorithm::gfdrda:
            return gfdrda(plan, in, sink);
        default:
            return fda(plan, in, sink);
    }
}

/// Scratch of one operation.
template <class Num>
struct Storage {
    explicit Storage(const Plan& plan) : products(plan.terms), scale_a(plan.groups), scale_b(plan.groups) {}

    Scratch<Addend<typename Num::Significand>> products;
    Scratch<Unpacked> scale_a;
    Scratch<Unpacked> scale_b;
};

/// Unpacks and multiplies the products of operation `i`; notes their specials. `kPlain`: nothing but that, the common case, kept short.
template <bool kPlain, class Num>
void load_products(const Plan& plan, const Operands& in, int i, Storage<Num>& storage, SpecialsSeen& specials) {
    const Spec& spec = plan.spec;
    const FormatInfo format_a = *plan.mul_a;  // copies, so that the loop need not look them up again
    const FormatInfo format_b = *plan.mul_b;
    const int fraction = format_a.fraction_bits + format_b.fraction_bits;
    const ZeroExponent zero_rule = spec.zero_product;
    const auto terms = static_cast<std::size_t>(plan.terms);
    const auto first = static_cast<std::size_t>(i) * terms;
    for (std::size_t j = 0; j < terms; ++j) {
        auto& product = storage.products[j];
        if constexpr (kPlain) {
            product = multiply<typename Num::Significand>(unpack(in.a[first + j], format_a), unpack(in.b[first + j], format_b), fraction,
                                                          zero_rule);
        } else {
            const auto k = static_cast<std::size_t>(pattern_index(spec.chain_pattern, i, static_cast<int>(j), plan.operations, plan.terms));
            const Unpacked a = load(in.a[k], *plan.a, *plan.mul_a, spec.flush_a, spec.flush_below);
            const Unpacked b = load(in.b[k], *plan.b, *plan.mul_b, spec.flush_b, spec.flush_below);
            product = multiply<typename Num::Significand>(a, b, fraction, zero_rule);
            if (plan.scale != nullptr && spec.algorithm != Algorithm::gfda) {
                const std::size_t block = k / static_cast<std::size_t>(plan.scale_block);
                apply_scales(product, unpack(in.scale_a[block], *plan.scale), unpack(in.scale_b[block], *plan.scale), *plan.scale,
                             zero_rule);
            }
            limit_product(product, spec);
        }
        specials.note(product.number_class, product.negative);
    }
}

/// gfda takes the scales apart from the products, one pair for each group.
template <class Num>
void load_group_scales(const Plan& plan, const Operands& in, int i, Storage<Num>& storage, SpecialsSeen& specials) {
    for (int g = 0; g < plan.groups; ++g) {
        const auto slot = static_cast<std::size_t>(g);
        const int k = i * plan.terms + g * plan.group;
        const auto block = static_cast<std::size_t>(k / plan.scale_block);
        storage.scale_a[slot] = unpack(in.scale_a[block], *plan.scale);
        storage.scale_b[slot] = unpack(in.scale_b[block], *plan.scale);
        specials.note(storage.scale_a[slot].number_class, false);
        specials.note(storage.scale_b[slot].number_class, false);
        const bool zero_scale =
            storage.scale_a[slot].number_class == NumberClass::zero || storage.scale_b[slot].number_class == NumberClass::zero;
        for (int j = 0; zero_scale && j < plan.group; ++j) {  // 0 * inf
            const auto& product =
                storage.products[static_cast<std::size_t>(g) * static_cast<std::size_t>(plan.group) + static_cast<std::size_t>(j)];
            specials.nan |= product.number_class == NumberClass::infinity;
        }
    }
}

template <class Num, class Sink>
std::uint64_t run(const Plan& plan, const Operands& in, Sink& sink) {
    const Spec& spec = plan.spec;
    Storage<Num> storage(plan);
    const FormatInfo* running_format = plan.late ? &info(plan.link.format) : &info(spec.c);
    std::uint64_t running = plan.late ? 0 : in.c;
    for (int i = 0; i < plan.operations; ++i) {
        const bool last = i + 1 == plan.operations;
        Terms<Num> terms;
        terms.operation = i;
        terms.out = last && !plan.late ? plan.out : plan.link;
        if (plan.plain_products) {
            load_products<true>(plan, in, i, storage, terms.specials);
        } else {
            load_products<false>(plan, in, i, storage, terms.specials);
        }
        if (plan.scale != nullptr && spec.algorithm == Algorithm::gfda) {
            load_group_scales(plan, in, i, storage, terms.specials);
        }
        Unpacked c = unpack(running, *running_format);
        if (spec.flush_c) c = flushed(c, *running_format, spec.flush_below);
        terms.c = c_addend<typename Num::Significand>(c, *running_format, spec.zero_c);
        terms.specials.note(c.number_class, c.negative);
        terms.products = storage.products;
        terms.scale_a = storage.scale_a;
        terms.scale_b = storage.scale_b;
        running = one_operation(plan, terms, sink);
        running_format = &info(plan.link.format);
    }
    if (!plan.late) return running;
    sink.step("late addition of c", -1);
    Unpacked c = unpack(in.c, info(spec.c));
    if (spec.flush_c) c = flushed(c, info(spec.c), spec.flush_below);
    const std::array<Addend<std::uint64_t>, 2> pair{
        c_addend<std::uint64_t>(unpack(running, *running_format), *running_format, ZeroExponent::ignored),
        c_addend<std::uint64_t>(c, info(spec.c), ZeroExponent::ignored)};
    OutputRule rule = plan.out;
    rule.underflow_sign = UnderflowSign::keep;  // an ordinary addition
    return add_exactly<std::uint64_t>(pair, std::array{AddendName{Role::dot_sum, 0}, AddendName{Role::c, 0}}, rule, ZeroSum::ieee, sink);
}

}  // namespace

template <class Sink>
std::uint64_t chain(const Plan& plan, const Operands& in, Sink& sink) {
    switch (plan.size) {
        case Size::narrow:
            return run<Narrow>(plan, in, sink);
        case Size::medium:
            return run<Medium>(plan, in, sink);
        case Size::big:
            break;
    }
    return run<Big>(plan, in, sink);
}

template std::uint64_t chain(const Plan&, const Operands&, NoSink&);
template std::uint64_t chain(const Plan&, const Operands&, TraceSink&);

}  // namespace karat
