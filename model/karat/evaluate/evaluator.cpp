// SPDX-License-Identifier: Apache-2.0
#include "karat/evaluate/evaluator.hpp"

#include <algorithm>
#include <type_traits>

#include "karat/evaluate/flag_sink.hpp"
#include "karat/evaluate/scratch.hpp"
#include "karat/evaluate/sum_result.hpp"
#include "karat/recipe/bounds/bounds.hpp"

namespace karat {
namespace {

IntegerSize integer_size(int bits, int significand_bits) {
    if (bits <= Narrow::capacity) return IntegerSize::narrow;
    if (bits <= Medium::capacity) return IntegerSize::medium;
    return significand_bits <= Narrow::capacity ? IntegerSize::checked_narrow : IntegerSize::checked_medium;
}

IntegerSize proved_size(const Program& program) {
    const Bounds bounds(program);
    return integer_size(bounds.integer_bits(), bounds.significand_bits());
}

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

/// The least size that holds every product and number. It may not hold every sum.
IntegerSize checked_size(const OperandRules& rules) {
    const auto bits = [](Format format) { return info(format).fraction_bits + 1; };
    int product = rules.convert ? 2 * std::max(bits(*rules.convert), std::max(bits(rules.a), bits(rules.b)))
                                : bits(rules.a) + bits(rules.b);
    if (rules.scale) product += 2 * bits(*rules.scale);
    return product <= Narrow::capacity ? IntegerSize::checked_narrow : IntegerSize::checked_medium;
}

}  // namespace

Evaluator::Evaluator(Program program, IntegerSize size)
    : program_(std::move(program)), products_(program_), size_(size) {
    for (const Operation& op : program_.operations()) {
        std::size_t seen = 0;
        for (const AddendGroup& group : program_.groups(op)) seen += group.plain ? 0 : group.count;
        seen_ = std::max(seen_, seen);
    }
}

Evaluator::Evaluator(const Recipe& recipe) : Evaluator(Program(recipe), IntegerSize::narrow) {
    size_ = proved_size(program_);
}

Evaluator Evaluator::without_bounds(const Recipe& recipe) {
    return {Program(recipe), checked_size(recipe.operands)};
}

Evaluator Evaluator::without_bounds(const Recipe& recipe, const Program& like) {
    return {Program::like(like, recipe), checked_size(recipe.operands)};
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

template <class Num, bool kChecked, class Sink>
bool Evaluator::run(const Operands& in, Sink& sink, std::uint64_t& d) const {
    using Value = Addend<typename Num::Significand>;
    Scratch<Value, kInPlace<Num>> scratch(program_.slots() + seen_);
    const std::span<Value> slots = scratch.all().first(program_.slots());
    load<Num>(in, slots);
    if constexpr (Sink::judging) sink.operands(in, std::span<const Value>(slots.first(program_.c_slot())));
    const std::size_t all = program_.operations().size();
    const Storage<Num> storage{slots, scratch.all().subspan(program_.slots())};
    return advance<Num, kChecked>(in, 0, all, storage, sink, d) == all;
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

template <class Num>
std::uint64_t Evaluator::checked(const Operands& in) const {
    using Value = Addend<typename Num::Significand>;
    Scratch<Value, kSlotsInPlace> scratch(program_.slots() + seen_);
    const std::span<Value> slots = scratch.all().first(program_.slots());
    load<Num>(in, slots);
    return finish<Num>(in, 0, {slots, scratch.all().subspan(program_.slots())});
}

std::uint64_t Evaluator::operator()(const Operands& in) const {
    NoSink sink;
    std::uint64_t d = 0;
    switch (size_) {
        case IntegerSize::narrow:
            (void)run<Narrow, false>(in, sink, d);
            return d;
        case IntegerSize::medium:
            (void)run<Medium, false>(in, sink, d);
            return d;
        case IntegerSize::checked_narrow:
            return checked<Narrow>(in);
        case IntegerSize::checked_medium:
            return checked<Medium>(in);
    }
    return d;
}

template <class Num>
void Evaluator::keep(const Operands& in, std::size_t count,
                     std::vector<Addend<typename Num::Significand>>& slots, std::size_t& done) const {
    if (slots.size() < program_.slots()) slots.resize(program_.slots());  // first of a smaller recipe
    NoSink sink;
    std::uint64_t d = 0;
    Scratch<Addend<typename Num::Significand>, kSlotsInPlace> seen(seen_);
    done = advance<Num, true>(in, done, count, {slots, seen.all()}, sink, d);
}

void Evaluator::begin(const Operands& in, std::size_t count, Prefix& prefix) const {
    const std::size_t last = program_.operations().size() - 1;
    count = std::min(count, last);
    if (!prefix.done_) {
        const bool narrow = size_ == IntegerSize::narrow || size_ == IntegerSize::checked_narrow;
        prefix.narrow_.resize(narrow ? program_.slots() : 0);
        prefix.medium_.resize(narrow ? 0 : program_.slots());
        if (narrow) {
            load<Narrow>(in, prefix.narrow_);
        } else {
            load<Medium>(in, prefix.medium_);
        }
        prefix.done_ = 0;
    }
    std::size_t& done = *prefix.done_;
    done = std::min(done, count);
    if (done == count) return;
    if (prefix.medium_.empty()) {
        keep<Narrow>(in, count, prefix.narrow_, done);
        if (done == count) return;
        prefix.medium_.resize(program_.slots());
        widen<Narrow::Significand, Medium::Significand>(
            std::span<const Addend<Narrow::Significand>>(prefix.narrow_)
                .first(program_.first_result() + done),
            prefix.medium_);
    }
    keep<Medium>(in, count, prefix.medium_, done);
}

std::uint64_t Evaluator::finished(const Operands& in, Prefix& prefix) const {
    const auto from = [&]<class Num>(Num, std::vector<Addend<typename Num::Significand>>& slots) {
        if (slots.size() < program_.slots()) slots.resize(program_.slots());
        Scratch<Addend<typename Num::Significand>, kSlotsInPlace> seen(seen_);
        return finish<Num>(in, *prefix.done_, {slots, seen.all()});
    };
    return prefix.medium_.empty() ? from(Narrow{}, prefix.narrow_) : from(Medium{}, prefix.medium_);
}

template <class Sink>
std::uint64_t Evaluator::reported(const Operands& in, Sink& sink) const {
    std::uint64_t d = 0;
    switch (size_) {
        case IntegerSize::narrow:
            (void)run<Narrow, false>(in, sink, d);
            break;
        case IntegerSize::medium:
            (void)run<Medium, false>(in, sink, d);
            break;
        case IntegerSize::checked_narrow:
            if (run<Narrow, true>(in, sink, d)) break;
            sink.restart();
            [[fallthrough]];
        case IntegerSize::checked_medium:
            if (run<Medium, true>(in, sink, d)) break;
            sink.restart();
            if (run<Wide, true>(in, sink, d)) break;
            sink.restart();
            (void)run<Big, false>(in, sink, d);
            break;
    }
    return d;
}

std::uint64_t Evaluator::traced(const Operands& in, Trace& trace) const {
    TraceSink sink(trace);
    return reported(in, sink);
}

std::uint64_t Evaluator::flagged(const Operands& in, const FlagRule& rule, Flags& flags) const {
    FlagSink sink(program_, rule);
    const std::uint64_t d = reported(in, sink);
    flags = sink.flags();
    return d;
}

}  // namespace karat
