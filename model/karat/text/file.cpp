// SPDX-License-Identifier: Apache-2.0
#include "karat/text/file.hpp"

#include <filesystem>

#include "karat/error.hpp"

namespace karat {

std::ifstream open_text_file(const std::string& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) throw Error(path + ": is a folder, not a file");
    std::ifstream in(path, std::ios::binary);
    if (!in) throw Error(path + ": the file cannot be opened");
    return in;
}

std::string read_text_file(const std::string& path, std::size_t limit) {
    std::ifstream in = open_text_file(path);
    std::string text(limit + 1, '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(in.gcount()));
    if (in.bad()) throw Error(path + ": the file cannot be read");
    if (text.size() > limit)
        throw Error(path + ": the file is longer than " + std::to_string(limit) + " bytes");
    return text;
}

}  // namespace karat
