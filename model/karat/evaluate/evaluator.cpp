// SPDX-License-Identifier: Apache-2.0
#include "karat/evaluate/evaluator.hpp"

#include <algorithm>
#include <utility>

#include "karat/evaluate/evaluator_steps.hpp"
#include "karat/evaluate/flag_sink.hpp"
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

/// The least size that holds every product and number. It may not hold every sum.
IntegerSize checked_size(const OperandRules& rules) {
    const auto bits = [&](Format stored) {
        return fraction_in(info(stored), info(rules.convert.value_or(stored))) + 1;
    };
    int product = bits(rules.a) + bits(rules.b);
    if (rules.scale) product += 2 * (info(*rules.scale).fraction_bits + 1);
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
