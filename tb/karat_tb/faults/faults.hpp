// SPDX-License-Identifier: Apache-2.0
// A library of faults: what goes wrong in units and is no other recipe. docs/reference/faults.md lists them.
//
// A fault is one function in kinds/, with a row in the table of its file. It sets hooks of the evaluation.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "karat/evaluate/tile_elements.hpp"
#include "karat_tb/faults/deformable.hpp"
#include "karat_tb/faults/hooks.hpp"

namespace karat::tb {

/// A fault with its parameters, for one recipe.
struct Fault {
    std::string kind;     ///< "carry_cut_tree"
    std::string key;      ///< "carry_cut_tree[bit=12]": the kind, and its parameters if it has any
    std::string meaning;  ///< "the adder tree loses the carry from bit 11 to bit 12 of the sum"
    std::vector<Hooks> hooks;
};

/// A lane of a tile of n columns.
struct LaneOfTile {
    const TileElements& tile;
    std::size_t i, j, n;
};

/// What surrounds a dot-add, each part if it is known.
struct Neighbours {
    std::optional<Operands> previous = {};  ///< of the same lane in the tile before
    std::optional<Operands> next = {};      ///< in the tile after
    std::optional<LaneOfTile> lane = {};    ///< its own tile, if it has other lanes
};

class NeighbourModel;

/// A fault that mixes tiles or lanes: a register of the wrong cycle, or a wire of the wrong lane.
struct NeighbourFault {
    std::string kind;
    std::string key;
    std::string meaning;
    /// Nothing if the neighbours that it takes are not known.
    std::function<std::optional<std::uint64_t>(const NeighbourModel&, const Operands&, const Neighbours&)>
        answer;
};

/// All faults of the library that fit `recipe`, each with all its parameters. At most a few hundred. Throws
/// SpecError for an invalid recipe.
[[nodiscard]] std::vector<Fault> faults_of(const Recipe& recipe);
[[nodiscard]] std::vector<NeighbourFault> neighbour_faults_of(const Recipe& recipe);

/// Two faults in one design: where both act on the same value, the one that faults_of lists first acts first.
/// It is named as `second`.
[[nodiscard]] Fault both(Fault first, const Fault& second);

/// A row of the library.
struct FaultRow {
    std::string_view kind;
    std::string_view meaning;  ///< with the parameters as words
    bool mixes_tiles = false;  ///< tiles or lanes, as neighbour_faults_of lists
};
/// The kinds of faults_of and then those of neighbour_faults_of, in the order of the documentation.
[[nodiscard]] std::vector<FaultRow> fault_rows();

/// A design with one fault. Immutable, and therefore thread-safe.
class FaultyModel {
   public:
    /// Precondition: the fault is one of `recipe`. Throws SpecError for an invalid recipe.
    FaultyModel(const Recipe& recipe, Fault fault)
        : fault_(std::move(fault)), evaluation_(recipe, fault_.hooks) {}

    /// The encoding of d. With structured sparsity as DotAdd.
    [[nodiscard]] std::uint64_t operator()(const Operands& in) const { return evaluation_(in); }
    [[nodiscard]] const Fault& fault() const { return fault_; }

   private:
    Fault fault_;
    Deformable evaluation_;
};

/// A design with one fault that mixes tiles or lanes, and perhaps faults of its arithmetic.
class NeighbourModel {
   public:
    NeighbourModel(const Recipe& recipe, NeighbourFault fault, std::vector<Hooks> arithmetic = {});

    [[nodiscard]] std::optional<std::uint64_t> operator()(const Operands& in,
                                                          const Neighbours& neighbours) const {
        return fault_.answer(*this, in, neighbours);
    }
    [[nodiscard]] const NeighbourFault& fault() const { return fault_; }

    /// For the functions of faults: the design without this fault, and the same if NaNs and infinities were
    /// numbers.
    [[nodiscard]] const Deformable& correct() const { return correct_; }
    [[nodiscard]] const Deformable& numbers() const { return numbers_; }

   private:
    NeighbourFault fault_;
    Deformable correct_;
    Deformable numbers_;
};

}  // namespace karat::tb
