// SPDX-License-Identifier: Apache-2.0
// One evaluation next to a base. Of Continued, which includes this where it defines its members.
#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>

#include "karat/evaluate/continued.hpp"
#include "karat/evaluate/evaluator_steps.hpp"

namespace karat {

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
    if (change.meaning || x.number_class > NumberClass::finite || !same_value(x, y)) return false;
    return op.round != nullptr || x.number_class != NumberClass::zero || same_addends;
}

/// One evaluation of the other recipe among the values of the base.
template <class Num>
class Continued::Amendment {
    using Value = Addend<typename Num::Significand>;

   public:
    Amendment(const Continued& of, const Operands& in, BaseValues& base_values, Slots<Num>& slots)
        : of_(of),
          other_(*of.other_),
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
        return !has_base(n) || due_.data()[n] || difference_.changes[n].any();
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
        if (has_base(n) && !due_.data()[n] && of_.has_sum_of_base<Num>(n, in_, base_values_, slots_)) {
            const OperationChange& change = difference_.changes[n];
            if (!change.rounding && !change.meaning) return true;
            if constexpr (std::is_same_v<Num, Narrow>) {
                of_.learn_facts<Num>(n, in_, base_values_, slots_);
                // a base that was moved may have sums that no longer fit
                if (base_values_.facts_[n].fits) {
                    use(n, base_values_.sums_[n]);
                    return true;
                }
            }
        }
        NoSink sink;
        const Values<Num> values{slots_, &in_};
        Summation<Num, true, NoSink> summation(other_.program_, operations_[n], values, seen_.all(), sink);
        const FixedSum<Num>& sum = summation();
        if (!summation.fits()) return false;
        use(n, sum);
        return true;
    }
    void use(std::size_t n, const FixedSum<Num>& sum) {
        const Operation& op = operations_[n];
        NoSink sink;
        Value value;
        if (op.round == nullptr) {
            fixed_point(sum, value, sink);
        } else {
            const auto code = rounded<Num>(other_.program_, op, in_, sum, slots_, sink);
            if (n + 1 == operations_.size()) {
                d_ = code;
                return;
            }
            value = ProductMaker::number<typename Num::Significand>(code, info(op.round->format));
        }
        if (!has_base(n) ||
            !same_above(op, difference_.changes[n], !due_.data()[n], value, slots_[op.result]))
            replace(op.result, value);
    }
    void replace(Slot slot, const Value& value) {
        replaced_.data()[count_].slot = slot;
        store(slots_[slot], replaced_.data()[count_].value);
        ++count_;
        store(value, slots_[slot]);
        due_.data()[other_.program_.user_of(slot)] = true;
    }

    const Continued& of_;
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

}  // namespace karat
