// SPDX-License-Identifier: Apache-2.0
// The parts of an evaluation: products, and one sum after the other. Of Evaluator, which includes this in the
// files that define its members.
#pragma once
#include <cstdint>
#include <span>
#include <type_traits>

#include "karat/evaluate/evaluator.hpp"
#include "karat/evaluate/scratch.hpp"
#include "karat/evaluate/sum_result.hpp"

namespace karat {

/// Values of one evaluation that are kept on the stack.
constexpr std::size_t kSlotsInPlace = 96;

/// The size that is tried after `Num`.
template <class Num>
using Next = std::conditional_t<std::is_same_v<Num, Narrow>, Medium,
                                std::conditional_t<std::is_same_v<Num, Medium>, Wide, Big>>;

/// Addends that are kept on the stack.
template <class Num>
constexpr std::size_t kInPlace = sizeof(Addend<typename Num::Significand>) <= 32 ? kSlotsInPlace : 1;

/// Copies values to larger integers.
template <class Significand, class Wider>
void widen(std::span<const Addend<Significand>> from, std::span<Addend<Wider>> to) {
    for (std::size_t i = 0; i < from.size(); ++i) {
        const Addend<Significand>& x = from[i];
        to[i] = {Wider(x.significand), x.exponent,   x.fraction, x.number_class,
                 x.negative,           x.overflowed, x.has_terms};
    }
}

template <class Num>
void Evaluator::load(const Operands& in, std::span<Addend<typename Num::Significand>> slots) const {
    using Significand = typename Num::Significand;
    products_(in, slots.first(program_.c_slot()));
    slots[program_.c_slot()] = products_.template c<Significand>(in.c);
    slots[program_.zero_slot()] =
        products_.template number<Significand>(0, info(program_.format_of(program_.zero_slot())));
}

template <class Num, bool kChecked, class Sink>
std::size_t Evaluator::advance(const Operands& in, std::size_t first, std::size_t last,
                               const Storage<Num>& storage, Sink& sink, std::uint64_t& d) const {
    const std::span<const Operation> operations = program_.operations();
    const auto slots = storage.slots;
    const Values<Num> values{slots, &in};
    for (std::size_t n = first; n < last; ++n) {
        const Operation& op = operations[n];
        if constexpr (Sink::recording) sink.operation(program_, op);
        Summation<Num, kChecked, Sink> summation(program_, op, values, storage.seen, sink);
        const FixedSum<Num>& sum = summation();
        if (kChecked && !summation.fits()) return n;
        if (op.round == nullptr) {
            fixed_point(sum, slots[op.result], sink);
            continue;
        }
        d = rounded<Num>(program_, op, in, sum, slots, sink);
        if (n + 1 != operations.size())
            store(products_.template number<typename Num::Significand>(d, info(op.round->format)),
                  slots[op.result]);
    }
    return last;
}

template <class Num>
std::uint64_t Evaluator::finish(const Operands& in, std::size_t first, const Storage<Num>& storage) const {
    constexpr bool checked = !std::is_same_v<Num, Big>;
    NoSink sink;
    std::uint64_t d = 0;
    const std::size_t all = program_.operations().size();
    const std::size_t stopped = advance<Num, checked>(in, first, all, storage, sink, d);
    if constexpr (checked) {
        if (stopped != all) {
            using Wider = Addend<typename Next<Num>::Significand>;
            Scratch<Wider, kInPlace<Next<Num>>> scratch(program_.slots() + seen_);
            const std::span<Wider> slots = scratch.all().first(program_.slots());
            widen<typename Num::Significand>(storage.slots.first(program_.first_result() + stopped), slots);
            return finish<Next<Num>>(in, stopped, {slots, scratch.all().subspan(program_.slots())});
        }
    }
    return d;
}

}  // namespace karat
