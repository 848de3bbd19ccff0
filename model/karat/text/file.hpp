// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <fstream>
#include <string>

namespace karat {

/// Opens for reading. Throws Error naming the path: it does not exist, is a folder, or cannot be opened.
[[nodiscard]] std::ifstream open_text_file(const std::string& path);

/// The whole of a text file of at most `limit` bytes (a device or a pipe that never ends is refused there).
/// Throws Error naming the path.
[[nodiscard]] std::string read_text_file(const std::string& path, std::size_t limit = std::size_t{1} << 20);

}  // namespace karat
