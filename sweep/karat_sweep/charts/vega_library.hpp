// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

namespace karat::sweep {

/// A script that defines `vega` with `parse` and `View`, for browsers and for Node.js: Vega, as Debian's
/// package libjs-vega has it, with its licence at the beginning. It contains no "</script".
[[nodiscard]] std::string_view vega_library();

}  // namespace karat::sweep
