// SPDX-License-Identifier: Apache-2.0
// Compares the status flags of a design with those of the golden model.
#pragma once
#include <array>
#include <boost/json/object.hpp>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "karat/compare/flag_port.hpp"
#include "karat_tb/check/kept_flags.hpp"
#include "karat_tb/check/tile_ports.hpp"

namespace karat::tb {

using karat::FlagPort;
using karat::kFlagBits;

class FlagBoard {
   public:
    FlagBoard(const FlagPort& port, std::size_t m, std::size_t n);

    [[nodiscard]] const FlagPort& port() const { return port_; }
    /// The design is in reset.
    void reset();
    /// Compares the flags that came with the answer to a tile. Call it for the tiles in order. `got`: the
    /// port, element after element. `dot`: what the design computes in the tile's mode.
    void compare(const DotAdd& dot, const Tile& tile, std::span<const std::uint32_t> got);

    /// Wrong flags: of elements that differ, in all modes or in one.
    [[nodiscard]] std::uint64_t mismatches() const { return mismatches_; }
    [[nodiscard]] std::uint64_t mismatches(std::uint32_t mode) const;
    /// Those with their operands. Sticky flags and those of a whole tile count once, where they become wrong.
    [[nodiscard]] const KeptFlags& kept() const { return kept_; }
    /// Sets of flags that were compared in a mode.
    [[nodiscard]] std::uint64_t compared(std::uint32_t mode) const;
    /// Sets a callback for the flags that came with each tile.
    void on_flags(std::function<void(std::span<const std::uint32_t>)> observer) {
        observer_ = std::move(observer);
    }
    /// "flags: 3 of 400 differ", the counts of each flag, and the first difference.
    [[nodiscard]] std::string report() const;
    [[nodiscard]] boost::json::object to_json() const;

   private:
    struct Counts {
        std::uint64_t missing = 0, wrong = 0;  ///< not raised; raised without cause
    };
    void note(const DotAdd& dot, const Tile& tile, std::size_t element, std::uint32_t expected,
              std::uint32_t got);
    /// Keeps what becomes different with this tile. `own`: what each lane raises by itself.
    void keep(const Tile& tile, std::span<const std::uint32_t> own, std::size_t element,
              std::uint32_t expected, std::uint32_t got);

    FlagPort port_;
    std::size_t n_;
    std::uint64_t tiles_ = 0, compared_ = 0, mismatches_ = 0;
    std::map<std::uint32_t, std::uint64_t> by_mode_, compared_by_mode_;
    std::vector<std::uint32_t> since_reset_;  // for sticky flags, of each element
    std::vector<std::uint32_t> differ_;       // the same: the bits that differ already
    KeptFlags kept_;
    std::function<void(std::span<const std::uint32_t>)> observer_;
    std::array<Counts, kFlagBits> counts_{};
    std::string first_;
};

}  // namespace karat::tb
