// SPDX-License-Identifier: Apache-2.0
// The interface through which an evaluation reports its intermediate values. NoSink compiles to nothing;
// TraceSink (trace/trace.hpp) records them, FlagSink (evaluate/flag_sink.hpp) judges them.
#pragma once
#include <cstdint>

#include "karat/arithmetic/addend.hpp"
#include "karat/recipe/program.hpp"

namespace karat {

struct NoSink {
    static constexpr bool recording = false;
    static constexpr bool judging = false;  ///< wants the operands, and rounds the sums itself
    static void restart() {}
    static void grid(int /*e_max*/, int /*lsb*/) {}
    template <class Significand, class Accumulator>
    static void addend(Slot /*slot*/, const Addend<Significand>& /*addend*/, int /*lsb*/,
                       const Accumulator& /*aligned*/) {}
    static void operation(const Program& /*program*/, const Operation& /*op*/) {}
    template <class Accumulator>
    static void sum(const Accumulator& /*sum*/, bool /*sticky*/) {}
    static void special(const SpecialsSeen& /*seen*/) {}
    static void result(Format /*format*/, std::uint64_t /*encoding*/) {}
};

}  // namespace karat
