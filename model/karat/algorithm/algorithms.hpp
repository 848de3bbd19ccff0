// SPDX-License-Identifier: Apache-2.0
// The algorithms, one file each. docs/knobs.md is their contract; the step numbers in the files are those of the papers.
#pragma once
#include <cstdint>

#include "karat/algorithm/plan.hpp"
#include "karat/algorithm/terms.hpp"

namespace karat {

// One operation of a chain: fda.cpp, sda.cpp, gfda.cpp, fdrda.cpp, gfdrda.cpp. chain.cpp calls them.
template <class Num, class Sink>
[[nodiscard]] std::uint64_t fda(const Plan& plan, const Terms<Num>& in, Sink& sink);
template <class Num, class Sink>
[[nodiscard]] std::uint64_t sda(const Plan& plan, const Terms<Num>& in, Sink& sink);
template <class Num, class Sink>
[[nodiscard]] std::uint64_t gfda(const Plan& plan, const Terms<Num>& in, Sink& sink);
template <class Num, class Sink>
[[nodiscard]] std::uint64_t fdrda(const Plan& plan, const Terms<Num>& in, Sink& sink);
template <class Num, class Sink>
[[nodiscard]] std::uint64_t gfdrda(const Plan& plan, const Terms<Num>& in, Sink& sink);

// Whole dot-adds: chain.cpp (CoFDA, CoFDRDA, CoGFDRDA and the single operations), gps.cpp, muladd.cpp, fma.cpp, exact.cpp.
template <class Sink>
[[nodiscard]] std::uint64_t chain(const Plan& plan, const Operands& in, Sink& sink);
template <class Sink>
[[nodiscard]] std::uint64_t gps(const Plan& plan, const Operands& in, Sink& sink);
template <class Sink>
[[nodiscard]] std::uint64_t muladd(const Plan& plan, const Operands& in, Sink& sink);
template <class Sink>
[[nodiscard]] std::uint64_t fma(const Plan& plan, const Operands& in, Sink& sink);
template <class Sink>
[[nodiscard]] std::uint64_t exact(const Plan& plan, const Operands& in, Sink& sink);

}  // namespace karat
