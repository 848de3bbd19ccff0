// SPDX-License-Identifier: Apache-2.0
// Builds the reference RTL into a candidate: Verilator and a C++ compiler at run time, results cached by content.
#pragma once
#include <map>
#include <string>

#include "karat/algorithm/spec.hpp"

namespace karat::tb {

/// Knobs of karat_fda_tile (rtl_ref/), as its Verilog parameters.
struct FdaTile {
    int m = 2;
    int n = 2;
    int stages = 1;
    Spec spec;  ///< formats, k, F, roundings, output fraction, floor
};

/// Throws karat::Error naming the knob if the reference RTL cannot be this design (it is one fused dot-add: no chain, no scale factors,
/// ...).
void require_buildable(const FdaTile& tile);

/// The parameters that make karat_fda_tile this design.
[[nodiscard]] std::map<std::string, long> rtl_parameters(const FdaTile& tile);

/// Path of the candidate's shared object, built if the cache has none for these sources and parameters. `waves`: with the means
/// to dump them, which slows it. `announce` is told before a build.
/// The cache is $KARAT_CACHE, else $XDG_CACHE_HOME/karat, else ~/.cache/karat. Throws karat::Error with the log's path if the build fails.
[[nodiscard]] std::string build_candidate(const FdaTile& tile, bool waves, void (*announce)(const std::string&));

}  // namespace karat::tb
