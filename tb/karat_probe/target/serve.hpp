// SPDX-License-Identifier: Apache-2.0
// The other side of the line protocol: what a program that serves a target writes and reads.
#pragma once
#include <iosfwd>

#include "karat_probe/target/target.hpp"

namespace karat::probe {

/// Announces the target's lanes, reads questions until the end of `in`, and writes the answers to each batch.
/// Throws TargetError, naming the line, for a header that contradicts the target's formats, a question that
/// is no dot-add of theirs, and a lane that the target does not have; and what the target throws.
void serve(Target& target, std::istream& in, std::ostream& out);

}  // namespace karat::probe
