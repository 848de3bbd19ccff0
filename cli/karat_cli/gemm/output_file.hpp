// SPDX-License-Identifier: Apache-2.0
// Output files that are written at the end of a run and checked before it starts.
#pragma once
#include <string>
#include <vector>

namespace karat::cli {

/// A path, and the option that gave it ("--out").
struct NamedPath {
    std::string option, path;
};

/// Throws UsageError naming the option, the path and the reason if an output cannot be written, is one of
/// `inputs`, or is named twice. Creates, truncates and removes nothing.
void require_outputs(const std::vector<NamedPath>& outputs, const std::vector<NamedPath>& inputs);

/// Whether both paths lead to the same file or, if they do not exist, to the same location. Devices and pipes
/// never count as the same file.
[[nodiscard]] bool same_file(const std::string& one, const std::string& other);

/// Writes the whole text or leaves the file unchanged: the text goes to a temporary file in the same folder,
/// which is then renamed and gets the permissions of the old file. Devices, pipes and files in a read-only
/// folder are written in place. Of a symbolic link, the target is written. Throws UsageError naming the
/// option and the path.
void write_output(const NamedPath& output, const std::string& text);

}  // namespace karat::cli
