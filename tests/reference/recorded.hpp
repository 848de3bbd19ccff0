// SPDX-License-Identifier: Apache-2.0
//
// Rows of a recorded file (.vec): one dot-add a line, without scale factors.

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

// Throws std::runtime_error for a file that cannot be read, has no `# k:` line, or a row of another length.
std::vector<RecordedRow> recorded_rows(const std::string& path);

// The .vec files of `folder` whose names begin with `prefix`, sorted. None if there is no such folder.
std::vector<std::string> recorded_files(const std::string& folder, const std::string& prefix);

}  // namespace reference
