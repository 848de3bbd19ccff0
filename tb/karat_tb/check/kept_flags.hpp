// SPDX-License-Identifier: Apache-2.0
// Which status flags of a run are kept with their operands.
#pragma once
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "karat_tb/stimulus/tile_source.hpp"

namespace karat::tb {

/// The flags of one lane. Where the port has those of all lanes or those since the reset, they are what this
/// lane raises by itself, except in the bits that differ at the port.
struct KeptFlag {
    Tile tile;  ///< of this lane only
    std::uint64_t number = 0;
    std::size_t lane = 0;
    std::uint32_t expected = 0, got = 0;  ///< as Flags::bits()
    /// All lanes of its tile, and its number of columns, if the port does not tell which lane is wrong.
    TileElements whole = {};
    std::size_t columns = 0;
};

/// Keeps wrong flags up to a quota for each mode, operand class and kind of difference, so that a frequent
/// fault does not hide a rare one. Equal ones are kept once. Right flags are kept evenly over the run.
class KeptFlags {
   public:
    static constexpr std::size_t kMostOfGroup = 24;
    static constexpr std::size_t kMostRight = 2000;

    void add_wrong(KeptFlag seen);
    /// Whether the next right flags would be kept; counts them.
    [[nodiscard]] bool takes_right() { return all_right_++ % stride_ == 0; }
    void add_right(KeptFlag seen);

    [[nodiscard]] const std::vector<KeptFlag>& wrong() const { return wrong_; }
    [[nodiscard]] const std::vector<KeptFlag>& right() const { return right_; }
    /// How many wrong flags of the run a kept one stands for: those of its group, shared among the kept ones.
    [[nodiscard]] double weight(const KeptFlag& kept) const;
    /// Wrong flags of the run in a mode.
    [[nodiscard]] std::uint64_t wrong_in(std::uint32_t mode) const;

   private:
    struct Group {
        std::uint64_t seen = 0;
        std::size_t kept = 0;
    };
    using Key = std::vector<std::uint64_t>;
    [[nodiscard]] static Key group_of(const KeptFlag& flag);

    std::map<Key, Group> groups_;
    std::set<Key> known_;
    std::vector<KeptFlag> wrong_, right_;
    std::uint64_t all_right_ = 0, stride_ = 1;
};

}  // namespace karat::tb
