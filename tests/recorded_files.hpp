// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace karat::test {

/// The vector files recorded on hardware, from both folders, sorted. Empty if the folders do not exist.
inline std::vector<std::string> recorded_files() {
    std::vector<std::string> files;
    for (const char* folder : {KARAT_VECTORS, KARAT_FAMILY_VECTORS}) {
        if (!std::filesystem::is_directory(folder)) continue;
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            if (entry.path().extension() == ".vec") files.push_back(entry.path().string());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

/// karat's own recordings, in tests/recorded, sorted. There always are some.
inline std::vector<std::string> own_recordings() {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(KARAT_TEST_SOURCES "/recorded"))
        if (entry.path().extension() == ".vec") files.push_back(entry.path().string());
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace karat::test
