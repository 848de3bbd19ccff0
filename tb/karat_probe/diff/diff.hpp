// SPDX-License-Identifier: Apache-2.0
// Are two specifications the same arithmetic? If not, in what, and which operands show it?
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "karat_probe/diff/canonical.hpp"
#include "karat_probe/diff/changes.hpp"
#include "karat_probe/separate/separate.hpp"

namespace karat::probe {

/// How often operands of a distribution tell two recipes apart.
struct Rate {
    std::string_view distribution;
    std::uint64_t differ = 0;
    std::uint64_t of = 0;  ///< dot-adds
};

/// shown: a dot-add shows the difference. masked: it shows only beside the other differences. unseen: no
/// dot-add was found. proved_void: no dot-add exists.
enum class Effect : std::uint8_t { shown, masked, unseen, proved_void };

struct AttributeDiff {
    Change change;
    Effect effect = Effect::unseen;
    std::string reason = {};  ///< of proved_void
    /// The simplest dot-add found. `x`: without the change. `y`: with it.
    std::optional<Witness> witness = {};
    /// The two specifications themselves give these results: the other differences do not matter here.
    bool as_given = false;
    std::uint64_t tried = 0;  ///< dot-adds
    std::vector<Rate> rates = {};
};

struct Diff {
    bool equal = false;  ///< proved
    /// Attributes without effect that the proof sets aside, in either recipe. Empty if the recipes are equal.
    std::vector<VoidAttribute> set_aside;
    std::vector<AttributeDiff> attributes;
    std::optional<Witness> witness;  ///< the simplest dot-add on which the two differ
    std::uint64_t tried = 0;         ///< dot-adds tried on the two
    std::vector<Rate> rates;         ///< of the two
};

/// Called while long work goes on: what is done, in the plural ("pairs compared"), how many are, and of how
/// many.
using DiffProgress = std::function<void(const char* what, std::size_t done, std::size_t all)>;

struct DiffSettings {
    Effort effort = {};
    std::size_t witnesses = 64;         ///< the simplest is chosen among so many, for each difference
    std::uint64_t rate_count = 100000;  ///< dot-adds of each distribution; 0: no rates
    DiffProgress progress = {};
};

/// Throws SpecError for an invalid specification, and Error if formats, k, scale factors or metadata differ.
[[nodiscard]] Diff diff(const Spec& x, const Spec& y, const DiffSettings& settings = {});

/// The proof that two specifications are equal: their attributes without effect, none if the recipes are the
/// same. Nothing if there is no proof. Throws as diff() does.
[[nodiscard]] std::optional<std::vector<VoidAttribute>> proof_of_equality(const Spec& x, const Spec& y);

/// The simplest of the witnesses, made as simple as possible. `also`, if given, must hold for it too.
[[nodiscard]] std::optional<Witness> simplest(const Recipe& x, const Recipe& y,
                                              const std::vector<Witness>& witnesses,
                                              const std::function<bool(const VectorRow&)>& also = {});

/// Counts for `count` dot-adds of each distribution how often each recipe of `others` differs from x. The
/// distributions are uniform encodings, normal, the same without signs, heavy-tailed, and relu.
[[nodiscard]] std::vector<std::vector<Rate>> rates(const Recipe& x, const std::vector<Recipe>& others,
                                                   std::uint64_t count, std::uint64_t seed,
                                                   const DiffProgress& progress = {});

}  // namespace karat::probe
