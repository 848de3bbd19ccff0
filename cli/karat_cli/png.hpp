// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <utility>
#include <vector>

namespace karat::cli {

/// Draws SVG texts as PNG files, three pixels for each of the SVG's, by a headless Chromium. `pictures`: path to write, <svg> element.
/// Throws UsageError if there is no Chromium, karat::Error naming the file that was not made.
void write_pngs(const std::vector<std::pair<std::string, std::string>>& pictures);

}  // namespace karat::cli
