// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "karat_cli/gemm/output_file.hpp"

namespace karat::cli {

/// Draws SVG texts as PNG files, three pixels for each of the SVG's, by a headless Chromium. `pictures`: file
/// to write, <svg> element. Each file is written whole or left as it was. Throws UsageError if there is no
/// Chromium or a file cannot be written, karat::Error naming the picture that was not made.
void write_pngs(const std::vector<std::pair<NamedPath, std::string>>& pictures);

}  // namespace karat::cli
