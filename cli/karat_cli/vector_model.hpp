// SPDX-License-Identifier: Apache-2.0
// --as: a vector file with another model than it names.
#pragma once
#include <string>

#include "karat/vectors/vector_file.hpp"
#include "karat_probe/target/open_target.hpp"

namespace karat::cli {

/// Puts the model that `word` names in the place of the one that the file names; `path` is for messages.
/// Returns the model. Throws UsageError if formats, k, scale factors or metadata differ, karat::Error if
/// `word` names no model.
probe::NamedModel replace_model(const std::string& word, const std::string& path, VectorFile& file);

}  // namespace karat::cli
