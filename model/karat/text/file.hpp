// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <fstream>
#include <string>

namespace karat {

/// Opens a file for reading. Throws Error, naming the path, if it does not exist, is a folder or cannot be
/// opened.
[[nodiscard]] std::ifstream open_text_file(const std::string& path);

/// The contents of a text file of at most `limit` bytes. A longer file is rejected, and so is a device or a
/// pipe that never ends. Throws Error, naming the path.
[[nodiscard]] std::string read_text_file(const std::string& path, std::size_t limit = std::size_t{1} << 20);

}  // namespace karat
