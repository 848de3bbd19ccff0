// SPDX-License-Identifier: Apache-2.0
// What a design with a mode input answers in each of its modes alone.
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "karat_cli/check/check_design.hpp"
#include "karat_cli/check/check_modes.hpp"
#include "karat_probe/target/target.hpp"

namespace karat::cli {

class AloneAnswers {
   public:
    /// Opens a copy of the design for each mode. `has_c`: it has an input c. Throws karat::Error.
    AloneAnswers(const Design& design, const Lanes& lanes, const std::vector<Mode>& modes, bool has_c);
    /// The answers to a tile in the mode with this number of `modes`; nothing if the design does not give
    /// them or if they have unknown (X or Z) bits.
    [[nodiscard]] std::optional<std::vector<tb::Answer>> operator()(std::size_t mode, const tb::Tile& tile);

   private:
    Lanes lanes_;
    std::vector<std::unique_ptr<probe::Target>> units_;
};

}  // namespace karat::cli
