// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "karat_cli/gemm/output_file.hpp"

namespace karat::cli {

/// Renders SVG texts to PNG files with headless Chromium, at three times the SVG's size in pixels.
/// `pictures`: file to write and <svg> element. Each file is written whole or left unchanged. Throws
/// UsageError if Chromium is missing or a file cannot be written, karat::Error naming the picture that could
/// not be rendered.
void write_pngs(const std::vector<std::pair<NamedPath, std::string>>& pictures);

}  // namespace karat::cli
