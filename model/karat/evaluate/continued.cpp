// SPDX-License-Identifier: Apache-2.0
#include "karat/evaluate/continued.hpp"

#include <algorithm>
#include <span>

#include "karat/evaluate/evaluator_steps.hpp"

namespace karat {
namespace {

/// Whether both are the same number, with the same exponent for the alignment. The significands may end at
/// different bits: no sum depends on that.
template <class Significand>
bool same_value(const Addend<Significand>& x, const Addend<Significand>& y) {
    if (x.exponent != y.exponent || x.negative != y.negative || x.number_class != y.number_class ||
        x.has_terms != y.has_terms || x.overflowed != y.overflowed)
        return false;
    if (x.number_class != NumberClass::finite || x.fraction == y.fraction)
        return x.significand == y.significand;
    const auto& longer = x.fraction > y.fraction ? x : y;
    const auto& shorter = x.fraction > y.fraction ? y : x;
    const int more = longer.fraction - shorter.fraction;
    if (more >= bit_length(longer.significand)) return false;
    return Significand(longer.significand >> more) == shorter.significand &&
           !any_below(longer.significand, more);
}

/// Whether the operations above give the same with either value of an operation. They look below an unrounded
/// zero for its sign, and below a special value for the NaN that is passed on. What is special makes all sums
/// above it special.
template <class Significand>
bool same_above(const Operation& op, OperationChange change, bool same_addends, const Addend<Significand>& x,
                const Addend<Significand>& y) {
    if (change == OperationChange::meaning || x.number_class > NumberClass::finite || !same_value(x, y))
        return false;
    return op.round != nullptr || x.number_class != NumberClass::zero || same_addends;
}

bool starts_narrow(IntegerSize size) {
    return size == IntegerSize::narrow || size == IntegerSize::checked_narrow;
}

}  // namespace

/// One evaluation of the other recipe among the values of the base.
template <class Num>
class Continued::Amendment {
    using Value = Addend<typename Num::Significand>;

   public:
    Amendment(const Continued& of, const Operands& in, BaseValues& base_values, Slots<Num>& slots)
        : other_(*of.other_),
          operations_(other_.program_.operations()),
          difference_(*of.difference_),
          in_(in),
          base_values_(base_values),
          slots_(slots),
          seen_(other_.seen_),
          replaced_(other_.program_.slots()),
          due_(operations_.size()) {
        if (slots.size() < other_.program_.slots()) slots.resize(other_.program_.slots());
        std::ranges::fill(due_.all(), false);  // Scratch starts uninitialised
    }

    /// d. Leaves the values of the base as they were.
    [[nodiscard]] std::uint64_t d() {
        const std::size_t stopped = run();
        if (stopped != operations_.size()) d_ = other_.finish<Num>(in_, stopped, {slots_, seen_.all()});
        for (const Replaced& each : replaced_.all().first(count_)) store(each.value, slots_[each.slot]);
        return *d_;
    }
    /// Leaves the values of the other recipe, as far as they fit.
    void move() {
        const std::size_t stopped = run();
        const bool all = stopped == operations_.size();
        base_values_.done_ = all ? operations_.size() - 1 : stopped;
        base_values_.d_ = all ? d_ : std::nullopt;
    }

   private:
    struct Replaced {
        Slot slot;
        Value value;
    };

    /// The operation at which it stopped because the sum does not fit, or the number of operations.
    std::size_t run() {
        d_ = base_values_.d_;
        if (difference_.products) amend_products();
        const std::size_t known = *base_values_.done_;
        const std::size_t first = difference_.products ? 0 : difference_.shared;
        for (std::size_t n = std::min({first, known, operations_.size() - 1}); n < operations_.size(); ++n) {
            if (!is_due(n)) continue;
            if (!evaluate(n)) return n;
        }
        return operations_.size();
    }
    [[nodiscard]] bool has_base(std::size_t n) const {
        return !difference_.changes.empty() &&
               (n < *base_values_.done_ || (n + 1 == operations_.size() && base_values_.d_));
    }
    [[nodiscard]] bool is_due(std::size_t n) {
        return !has_base(n) || due_.data()[n] || difference_.changes[n] != OperationChange::none;
    }
    void amend_products() {
        const Program& program = other_.program_;
        Scratch<Value, kInPlace<Num>> scratch(program.first_result());
        if constexpr (std::is_same_v<Num, Wide>) {  // products fit in Medium
            Scratch<Addend<Medium::Significand>, kSlotsInPlace> products(program.first_result());
            other_.load<Medium>(in_, products.all());
            widen(std::span<const Addend<Medium::Significand>>(products.all()), scratch.all());
        } else {
            other_.load<Num>(in_, scratch.all());
        }
        for (Slot slot = 0; slot < program.zero_slot(); ++slot) {
            if (same_value(scratch.data()[slot], slots_[slot])) continue;
            replace(slot, scratch.data()[slot]);
        }
    }
    bool evaluate(std::size_t n) {
        const Operation& op = operations_[n];
        NoSink sink;
        const Values<Num> values{slots_, &in_};
        Summation<Num, true, NoSink> summation(other_.program_, op, values, seen_.all(), sink);
        const FixedSum<Num>& sum = summation();
        if (!summation.fits()) return false;
        Value value;
        if (op.round == nullptr) {
            fixed_point(sum, value, sink);
        } else {
            const auto code = rounded<Num>(other_.program_, op, in_, sum, slots_, sink);
            if (n + 1 == operations_.size()) {
                d_ = code;
                return true;
            }
            value = ProductMaker::number<typename Num::Significand>(code, info(op.round->format));
        }
        if (has_base(n) && same_above(op, difference_.changes[n], !due_.data()[n], value, slots_[op.result]))
            return true;
        replace(op.result, value);
        return true;
    }
    void replace(Slot slot, const Value& value) {
        replaced_.data()[count_].slot = slot;
        store(slots_[slot], replaced_.data()[count_].value);
        ++count_;
        store(value, slots_[slot]);
        due_.data()[other_.program_.user_of(slot)] = true;
    }

    const Evaluator& other_;
    std::span<const Operation> operations_;
    const ProgramDifference& difference_;
    const Operands& in_;
    BaseValues& base_values_;
    Slots<Num>& slots_;
    Scratch<Value, kInPlace<Num>> seen_;
    Scratch<Replaced, kInPlace<Num>> replaced_;
    std::size_t count_ = 0;
    Scratch<bool, kSlotsInPlace> due_;  ///< an addend differs from that of the base
    std::optional<std::uint64_t> d_;
};

Continued::Continued(const Evaluator& base, const Evaluator& other)
    : base_(&base), other_(&other), difference_(other.program().difference_from(base.program())) {
    // the products of one may not fit in the values of the other
    if (starts_narrow(base.size_) != starts_narrow(other.size_)) difference_.reset();
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
        return Amendment<Num>(*this, in, base_values, slots).d();
    });
}

void Continued::move(const Operands& in, BaseValues& base_values) const {
    if (!base_values.done_) return;
    // the other recipe may need no larger size
    const bool larger =
        !base_values.wide_.empty() || (starts_narrow(other_->size_) && !base_values.medium_.empty());
    if (!difference_ || larger) {
        base_values.done_.reset();
    } else if (!difference_->changes.empty() && base_values.d_) {
        with_slots(base_values, [&]<class Num>(Num, Slots<Num>& slots) {
            Amendment<Num>(*this, in, base_values, slots).move();
        });
    } else if (difference_->products) {
        base_values.done_.reset();
    } else {
        base_values.done_ = std::min(*base_values.done_, difference_->shared);
        base_values.d_.reset();
    }
}

}  // namespace karat
