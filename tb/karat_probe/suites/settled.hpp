// SPDX-License-Identifier: Apache-2.0
// What the tests of a suite have settled, for later tests, tables and the comparison with the papers.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "karat/format/rounding.hpp"
#include "karat_probe/suites/tree.hpp"

namespace karat::probe {

/// Fraction bits that a summand keeps below the largest one.
struct KeptBits {
    int position = 0;
    int least = 0;  ///< over the pairs that stood beside it
    int most = 0;
    bool exact = false;  ///< nothing was lost as far as the formats reach
};

struct Settled {
    std::optional<SumTree> tree;
    /// Why the answers are those of no tree of sums, in a sentence without a full stop; empty if they may be.
    std::string contradiction;
    bool no_loss = false;  ///< no summand is ever lost, so that no order can be seen

    std::vector<KeptBits> kept;               ///< of each position that could be asked
    std::optional<int> result_bits;           ///< fraction bits of a sum just above 1
    std::optional<Rounding> result_rounding;  ///< of the last rounding
    std::optional<Rounding> product_alignment;
    std::optional<Rounding> c_alignment;
    std::string c_alignment_text;  ///< also if it is none of the known roundings
    bool products_exact = false;

    // FTTN
    std::optional<int> extra_bits;
    bool at_least_extra_bits = false;  ///< there may be more
    std::optional<bool> nearest;       ///< rounds to nearest
    std::optional<int> width;          ///< of the block FMA
    bool width_is_k = false;           ///< every position of the instruction is inside
    // Fasi et al.
    std::optional<int> guard_bits;  ///< extra alignment bits below the last bit of d
};

}  // namespace karat::probe
