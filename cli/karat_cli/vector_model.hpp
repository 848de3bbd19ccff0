// SPDX-License-Identifier: Apache-2.0
// A vector file with another model than it names, as for --as.
#pragma once
#include <string>

#include "karat/vectors/vector_file.hpp"
#include "karat_probe/target/open_target.hpp"

namespace karat::cli {

/// Puts `spec` in the place of the one that the file names. `name` (of the specification) and `path` are for
/// messages. Throws UsageError if formats, k, scale factors or metadata differ.
void replace_spec(const Spec& spec, const std::string& name, const std::string& path, VectorFile& file);

/// The same for the model that `word` names. Returns the model. Throws UsageError as above, karat::Error if
/// `word` names no model.
probe::NamedModel replace_model(const std::string& word, const std::string& path, VectorFile& file);

}  // namespace karat::cli
