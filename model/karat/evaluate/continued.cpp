// SPDX-License-Identifier: Apache-2.0
#include "karat/evaluate/continued.hpp"

#include <algorithm>
#include <span>

#include "karat/evaluate/amendment.hpp"
#include "karat/evaluate/evaluator_steps.hpp"

namespace karat {
namespace {

bool starts_narrow(IntegerSize size) {
    return size == IntegerSize::narrow || size == IntegerSize::checked_narrow;
}

}  // namespace

Continued::Continued(const Evaluator& base, const Evaluator& other)
    : base_(&base), other_(&other), difference_(other.program().difference_from(base.program())) {
    // the products of one may not fit in the values of the other
    if (starts_narrow(base.size_) != starts_narrow(other.size_)) difference_.reset();
    if (!difference_) return;
    for (std::size_t n = 0; n < difference_->changes.size(); ++n)
        if (difference_->changes[n].any()) changed_.push_back(static_cast<std::uint32_t>(n));
}

template <class Num>
void Continued::advance(const Operands& in, std::size_t count, BaseValues& base_values,
                        Slots<Num>& slots) const {
    const Evaluator& base = *base_;
    if (slots.size() < base.program_.slots()) slots.resize(base.program_.slots());
    NoSink sink;
    std::uint64_t d = 0;
    Scratch<Addend<typename Num::Significand>, kInPlace<Num>> seen(base.seen_);
    const typename Evaluator::Storage<Num> storage{slots, seen.all()};
    std::size_t& done = *base_values.done_;
    const std::size_t last = base.program_.operations().size() - 1;
    const std::size_t stopped = base.advance<Num, true>(in, done, count, storage, sink, d);
    done = std::min(stopped, last);
    if (stopped > last) base_values.d_ = d;
}

void Continued::load(const Operands& in, BaseValues& base_values) const {
    const std::size_t slots = base_->program_.slots();
    const bool narrow = starts_narrow(base_->size_);
    base_values = {};
    base_values.done_ = 0;
    if (narrow) {
        base_values.narrow_.resize(slots);
        base_->load<Narrow>(in, base_values.narrow_);
    } else {
        base_values.medium_.resize(slots);
        base_->load<Medium>(in, base_values.medium_);
    }
}

/// Evaluates what the base has in common with the other recipe, as far as it is not there yet. In the next
/// larger size from a sum on that does not fit.
void Continued::begin(const Operands& in, BaseValues& base_values) const {
    if (!base_values.done_) load(in, base_values);
    const std::size_t all = base_->program_.operations().size();
    const bool comparable = !difference_->changes.empty();
    const std::size_t count = comparable ? all : std::min(difference_->shared, all - 1);
    const auto goes_on = [&] { return *base_values.done_ < count && !base_values.d_; };
    const auto larger = [&](const auto& from, auto& to) {
        to.resize(base_->program_.slots());
        widen(std::span(from).first(base_->program_.first_result() + *base_values.done_), std::span(to));
    };
    if (goes_on() && base_values.medium_.empty() && base_values.wide_.empty()) {
        advance<Narrow>(in, count, base_values, base_values.narrow_);
        if (goes_on()) larger(base_values.narrow_, base_values.medium_);
    }
    if (goes_on() && base_values.wide_.empty()) {
        advance<Medium>(in, count, base_values, base_values.medium_);
        if (goes_on()) larger(base_values.medium_, base_values.wide_);
    }
    if (goes_on()) advance<Wide>(in, count, base_values, base_values.wide_);
}

template <class Num>
void Continued::learn_facts(std::size_t n, const Operands& in, BaseValues& base_values,
                            Slots<Num>& slots) const {
    const Program& program = base_->program_;
    if (base_values.facts_.empty()) {
        base_values.facts_.resize(program.operations().size());
        base_values.group_facts_.resize(program.group_count());
        base_values.sums_.resize(program.operations().size());
    }
    SumFacts& facts = base_values.facts_[n];
    if (facts.known) return;
    const Operation& op = program.operations()[n];
    NoSink sink;
    Scratch<Addend<typename Num::Significand>, kInPlace<Num>> seen(base_->seen_);
    const Values<Num> values{slots, &in};
    Summation<Num, true, NoSink> summation(program, op, values, seen.all(), sink);
    const FixedSum<Num>& sum = summation();
    facts.known = true;
    if constexpr (std::is_same_v<Num, Narrow>) base_values.sums_[n] = sum;
    facts.fits = summation.fits();
    facts.special = sum.specials.any();
    if (!facts.fits || facts.special) return;
    const std::span groups = std::span(base_values.group_facts_).subspan(op.first_group, op.groups);
    summation.note_facts(groups);
    for (const GroupFacts& group : groups) facts.e_max = std::max(facts.e_max, group.e_max);
}

template <class Num>
bool Continued::has_sum_of_base(std::size_t n, const Operands& in, BaseValues& base_values,
                                Slots<Num>& slots) const {
    const SumChange change = difference_->changes[n].sum;
    if (change != SumChange::alignment) return change == SumChange::none;
    learn_facts<Num>(n, in, base_values, slots);
    const SumFacts& facts = base_values.facts_[n];
    if (!facts.fits || facts.special) return false;
    const auto alignment = [&](const Program& program) {
        const Operation& op = program.operations()[n];
        return Alignment(program, op, facts.e_max,
                         std::span(base_values.group_facts_).subspan(op.first_group, op.groups));
    };
    return alignment(base_->program_).same_as(alignment(other_->program_));
}

template <class Num>
bool Continued::gives_the_same(const Operands& in, BaseValues& base_values, Slots<Num>& slots) const {
    if (difference_->products || difference_->changes.empty() || !base_values.d_) return false;
    return std::ranges::all_of(changed_, [&](std::uint32_t n) {
        const OperationChange& change = difference_->changes[n];
        return !change.rounding && !change.meaning && has_sum_of_base<Num>(n, in, base_values, slots);
    });
}

template <class Use>
auto Continued::with_slots(BaseValues& base_values, Use use) {
    if (!base_values.wide_.empty()) return use(Wide{}, base_values.wide_);
    if (!base_values.medium_.empty()) return use(Medium{}, base_values.medium_);
    return use(Narrow{}, base_values.narrow_);
}

std::uint64_t Continued::operator()(const Operands& in, BaseValues& base_values) const {
    if (!difference_) return (*other_)(in);
    begin(in, base_values);
    return with_slots(base_values, [&]<class Num>(Num, Slots<Num>& slots) {
        if (gives_the_same<Num>(in, base_values, slots)) return *base_values.d_;
        return Amendment<Num>(*this, in, base_values, slots).d();
    });
}

void Continued::move(const Operands& in, BaseValues& base_values) const {
    if (!base_values.done_) return;
    // the other recipe may need no larger size
    const bool larger =
        !base_values.wide_.empty() || (starts_narrow(other_->size_) && !base_values.medium_.empty());
    const bool usable = difference_ && !larger;
    if (usable && !difference_->changes.empty() && base_values.d_) {
        with_slots(base_values, [&]<class Num>(Num, Slots<Num>& slots) {
            Amendment<Num>(*this, in, base_values, slots).move();
        });
    } else if (usable && !difference_->products) {
        base_values.done_ = std::min(*base_values.done_, difference_->shared);
        base_values.d_.reset();
    } else {
        base_values.done_.reset();
    }
    base_values.facts_.clear();  // they are those of the old base
}

}  // namespace karat
