// SPDX-License-Identifier: Apache-2.0
// Writes the reference RTL of a specification, or builds it into a candidate. Building runs Verilator and a
// C++ compiler; the results are cached by content.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "karat_tb/rtl/structure/rtl_structure.hpp"

namespace karat::tb {

/// The shape of a tile's ports as SystemVerilog macros, for code that is independent of the shape: KARAT_M,
/// _N, _K, _AW, _BW, _CW, _DW, _S (scale factors per row or column; 0: none), _SW.
[[nodiscard]] std::string rtl_shape(const RtlTile& tile);

/// Writes the design into `folder`, which is created if needed: every source, a top module `name`, its shape
/// (`name`_shape.svh), the specification (`name`.json, for karat check --spec), and last `name`.f, which
/// lists the sources, so that `verilator -F folder/name.f --top-module name` reads the design. Returns the
/// paths. Throws karat::Error, which names the knob if the reference RTL cannot implement the design, or the
/// file that cannot be written.
[[nodiscard]] std::vector<std::string> write_rtl(const RtlTile& tile, const std::string& name,
                                                 const std::string& folder);

/// Returns the path of the candidate's shared object. Builds it if the cache has none for these sources and
/// parameters. `waves`: build it with support for dumping waves, which makes it slower. `announce` is called
/// with the path before a build. The cache is $KARAT_CACHE, else $XDG_CACHE_HOME/karat, else ~/.cache/karat.
/// Throws karat::Error, which names the knob if the reference RTL cannot implement the design, or the log if
/// the build fails.
[[nodiscard]] std::string build_candidate(const RtlTile& tile, bool waves,
                                          const std::function<void(const std::string&)>& announce);

}  // namespace karat::tb
