// SPDX-License-Identifier: Apache-2.0
// Where in a tree a small addend can get lost beside a large one that later cancels.
#pragma once
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "karat/recipe/program.hpp"

namespace karat::probe {

/// X, -X and the small addend y.
struct Places {
    Slot x = 0;
    Slot minus_x = 0;
    Slot y = 0;
};

/// Explains which y get lost, by a tree of which neither the widths nor the roundings are known. An addend of
/// one kind beside an X in one of another, or the rounding of a sum, either loses y or does not; it is the
/// same in all parts and steps that share a node. A y that meets no X before it has cancelled is lost only
/// beside a sum that still has the exponent of X. So a tree can be wrong although each y has a place to get
/// lost in: if two that take the same way differ.
class Losses {
   public:
    /// Keeps a reference to the program. `magnitudes`: by place, with equal numbers where y is as large; one
    /// may get lost where another does not. Empty: all are equal.
    explicit Losses(const Program& program, std::vector<int> magnitudes = {});
    void note(const Places& places, bool lost);
    /// The number of y that remain unexplained, with the losses that explain most.
    [[nodiscard]] std::size_t unexplained() const;
    /// The number of places whose magnitude is not that of most others that pass the same nodes. What limits
    /// y, such as a rounding to a small format, limits it in all of them.
    [[nodiscard]] std::size_t unlike() const;

   private:
    using Set = std::uint64_t;  ///< of possible losses
    struct Count {
        std::size_t lost = 0, kept = 0;
    };
    struct Use {
        std::size_t op = 0;  ///< that adds the value
        const Term* term = nullptr;
    };
    /// The alignment of an addend beside another, as nodes; with `held`, beside a sum that has the exponent
    /// of an X that has cancelled. Or the rounding of a sum: `y` is the sum, `x` null.
    struct Loss {
        const void* y = nullptr;
        const void* x = nullptr;
        bool held = false;
        int magnitude = 0;  ///< of y
        friend auto operator<=>(const Loss&, const Loss&) = default;
    };

    /// What can lose y.
    [[nodiscard]] Set ways(const Places& places);
    [[nodiscard]] Set beside_x(const Places& places, std::size_t meets, std::size_t cancels);
    [[nodiscard]] Set beside(Slot y, Slot x, bool held = false);
    [[nodiscard]] Set known(const Loss& loss);
    [[nodiscard]] std::size_t common(Slot a, Slot b) const;
    [[nodiscard]] std::set<const Term*> passed_by(Slot place) const;
    /// The value through which `from` reaches the operation.
    [[nodiscard]] Slot below(std::size_t op, Slot from) const;
    [[nodiscard]] std::size_t unexplained(Set losses) const;
    [[nodiscard]] std::size_t descended(Set losses) const;

    const Program& program_;
    std::vector<int> magnitudes_;
    int magnitude_ = 0;      ///< of what is looked at
    std::vector<Use> uses_;  ///< by slot
    std::map<Loss, Set> losses_;
    std::map<Set, Count> counts_;  ///< by what can lose y
};

}  // namespace karat::probe
