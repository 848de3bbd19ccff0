// SPDX-License-Identifier: Apache-2.0
// Every intermediate value of one dot-add, as data. Used by `explain`, mismatch reports and white-box RTL
// checks.
#pragma once
#include <string>
#include <vector>

#include "karat/arithmetic/integers.hpp"
#include "karat/trace/sink.hpp"

namespace karat {

/// One addend of a step, `(-1)^negative * significand * 2^(exponent - fraction)`, and its aligned value.
struct TraceAddend {
    std::string name;  ///< "a3*b3", "c", or the title of a sum
    Slot slot = 0;     ///< its slot in the Program
    bool is_product = false;
    NumberClass number_class = NumberClass::zero;
    bool negative = false;
    BigInt significand;
    int exponent = 0;  ///< kNoExponent: does not take part in e_max
    int fraction = 0;
    int lsb = 0;     ///< weight of the last bit that this addend may keep
    BigInt aligned;  ///< signed, in units of 2^(step lsb)

    /// The bits of the significand that lie below `lsb`.
    [[nodiscard]] BigInt dropped() const {
        const int count = lsb - (exponent - fraction);
        return count <= 0 ? BigInt(0) : BigInt(significand & ((BigInt(1) << count) - 1));
    }
};

/// One operand as it was unpacked, before conversion and flushing.
struct TraceOperand {
    const char* matrix = "";  ///< "a", "b", "scale_a", "scale_b", "c"
    int index = 0;
    Format format = Format::fp32;
    std::uint64_t encoding = 0;
    Unpacked value{};
};

/// One sum on one fixed-point grid, or one rounded operation.
struct TraceStep {
    std::string title;
    std::size_t operation = 0;  ///< its index in the Program
    bool has_grid = false;
    int e_max = 0;
    int lsb = 0;  ///< weight of the grid's unit
    std::vector<TraceAddend> addends;
    BigInt sum;  ///< signed, in units of 2^lsb
    bool sticky = false;
    bool is_special = false;
    NumberClass special = NumberClass::finite;
    bool has_result = false;
    Format format = Format::fp32;
    std::uint64_t result = 0;
};

struct Trace {
    std::vector<TraceOperand> operands;
    std::vector<TraceStep> steps;
};

/// Records an evaluation in a Trace.
class TraceSink {
   public:
    static constexpr bool recording = true;
    static constexpr bool judging = false;
    explicit TraceSink(Trace& trace) : trace_(&trace), first_step_(trace.steps.size()) {}

    void operation(const Program& program, const Operation& op) {
        program_ = &program;
        trace_->steps.emplace_back();
        current().title = op.title;
        current().operation = static_cast<std::size_t>(op.result - program.first_result());
    }
    void restart() { trace_->steps.resize(first_step_); }
    void grid(int e_max, int lsb) {
        current().has_grid = true;
        current().e_max = e_max;
        current().lsb = lsb;
    }
    template <class Significand, class Accumulator>
    void addend(Slot slot, const Addend<Significand>& x, int lsb, const Accumulator& aligned) {
        current().addends.push_back({program_->name_of(slot), slot, program_->is_product(slot),
                                     x.number_class, x.negative, BigInt(x.significand), x.exponent,
                                     x.fraction, lsb, BigInt(aligned)});
    }
    template <class Accumulator>
    void sum(const Accumulator& sum, bool sticky) {
        current().sum = BigInt(sum);
        current().sticky = sticky;
    }
    void special(const SpecialsSeen& seen) {
        current().is_special = true;
        current().special = seen.verdict();
    }
    void result(Format format, std::uint64_t encoding) {
        current().has_result = true;
        current().format = format;
        current().result = encoding;
    }

   private:
    TraceStep& current() { return trace_->steps.back(); }
    Trace* trace_;
    std::size_t first_step_ = 0;
    const Program* program_ = nullptr;
};

}  // namespace karat
