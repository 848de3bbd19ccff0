// SPDX-License-Identifier: Apache-2.0
// Writes the reference RTL of a specification, or builds it into a candidate: Verilator and a C++ compiler at
// run time, results cached by content.
#pragma once
#include <string>
#include <vector>

#include "karat_tb/rtl/structure/rtl_structure.hpp"

namespace karat::tb {

/// The shape of a tile's ports as macros: KARAT_M, _N, _K, _AW, _BW, _CW, _DW, _S (scale factors of a row or
/// column; 0: none), _SW. SystemVerilog that is written for any shape includes it.
[[nodiscard]] std::string rtl_shape(const RtlTile& tile);

/// Writes into `folder`, made if need be: every source, the parameters, a top module `name`, its shape
/// (`name`_shape.svh), the specification (`name`.json, for karat check --spec), and, last, `name`.f that
/// lists the sources, so that `verilator -F folder/name.f --top-module name` reads the design. Returns the
/// paths. Throws karat::Error naming the knob if the reference RTL cannot be this design, or the file that
/// cannot be written.
[[nodiscard]] std::vector<std::string> write_rtl(const RtlTile& tile, const std::string& name,
                                                 const std::string& folder);

/// Path of the candidate's shared object, built if the cache has none for these sources and parameters.
/// `waves`: with the means to dump them, which slows it. `announce` is told before a build. The cache is
/// $KARAT_CACHE, else $XDG_CACHE_HOME/karat, else ~/.cache/karat. Throws karat::Error naming the knob if the
/// reference RTL cannot be this design, or with the log's path if the build fails.
[[nodiscard]] std::string build_candidate(const RtlTile& tile, bool waves,
                                          void (*announce)(const std::string&));

}  // namespace karat::tb
