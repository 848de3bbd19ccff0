// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

namespace karat::cli {

/// A chart as a specification for Vega, and the format of its file.
struct Picture {
    std::string chart;
    bool png = false;
};

/// The contents of the files. Vega draws the charts in Node.js, as it does on pages in a browser; librsvg's
/// rsvg-convert makes PNG of them, with three pixels for one of the SVG's. Throws UsageError if a program is
/// missing, karat::Error if it fails.
[[nodiscard]] std::vector<std::string> draw(const std::vector<Picture>& pictures);

}  // namespace karat::cli
