// SPDX-License-Identifier: Apache-2.0
// A design with the ports of karat_candidate.h.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "karat/compare/flag_port.hpp"
#include "karat_probe/target/target.hpp"
#include "karat_tb/check/candidate.hpp"

namespace karat::probe {

struct CandidateSettings {
    std::size_t rows = 0, columns = 0;  ///< lanes of a design that does not declare them; 0: it must
    std::uint64_t patience = 10000;     ///< cycles without an accepted tile or an answer before giving up
    bool has_c = true;                  ///< the design has an input c (Target::takes_c)
    /// The answers are the design's status flags, as Flags::bits(), instead of d. Then each tile is one
    /// question, which takes all rows and columns. Before each question, sticky flags are reset.
    std::optional<FlagPort> flags = {};
};

/// A design under clock. It is reset once, when it is opened. Questions keep their order and follow each
/// other without pauses. A tile of M x N lanes takes min(M, N) questions: question i is row i of A, column i
/// of B, and c of lane (i, i), which answers it. Every other lane (i, j) multiplies row i by column j and
/// adds c of question i. If a lane (m, n) has been chosen, each tile is one question: its operands are row m,
/// column n and c of that lane; the following questions of the batch take the other rows and columns, and the
/// question itself takes them if it is the last.
///
/// Throws UnknownAnswer, naming the lane, if an answer has unknown (X or Z) bits, and TargetError, naming the
/// lane or the port, if ports and formats disagree, and if the design never takes a tile, never answers,
/// answers too often, or ends.
[[nodiscard]] std::unique_ptr<Target> drive_candidate(std::unique_ptr<tb::Candidate> candidate,
                                                      std::string name, const OperandRules& formats,
                                                      const CandidateSettings& settings = {});

}  // namespace karat::probe
