// SPDX-License-Identifier: Apache-2.0
// Files that a run writes at its end, and whose places are judged before it begins.
#pragma once
#include <string>
#include <vector>

namespace karat::cli {

/// A path, and the option that gave it ("--out").
struct NamedPath {
    std::string option, path;
};

/// Throws UsageError naming the option, the path and what is in the way, if an output cannot be written, is
/// one of `inputs`, or is another output. Nothing is made, emptied or removed.
void require_outputs(const std::vector<NamedPath>& outputs, const std::vector<NamedPath>& inputs);

/// Whether both paths lead to one file; of files that do not exist yet, to one place. Devices and pipes are
/// never the same file.
[[nodiscard]] bool same_file(const std::string& one, const std::string& other);

/// Writes the whole text or leaves the file as it was: the text goes to a new file beside it, which then
/// takes its name (and permissions). A symbolic link stays, its target is written. Throws UsageError naming
/// the option and the path.
void write_output(const NamedPath& output, const std::string& text);

}  // namespace karat::cli
