// SPDX-License-Identifier: Apache-2.0
//
// Rows of a recorded file (.vec): one dot-add per line, without scale factors.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace reference {

struct RecordedRow {
    std::vector<std::uint64_t> a, b;
    std::uint64_t c = 0;
    std::optional<std::uint64_t> d;  // none: any NaN
};

// Throws std::runtime_error if the file cannot be read, a row has no `# k:` line before it, or a row has the
// wrong length.
std::vector<RecordedRow> recorded_rows(const std::string& path);

// The .vec files of `folder` whose names begin with `prefix`, sorted. Empty if the folder does not exist.
std::vector<std::string> recorded_files(const std::string& folder, const std::string& prefix);

}  // namespace reference
