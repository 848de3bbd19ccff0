// SPDX-License-Identifier: Apache-2.0
// Which design of a sweep to build: the cheapest that is accurate enough.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "karat_sweep/report/pareto.hpp"

namespace karat::sweep {

struct Question {
    double target = 0;  ///< largest relative error allowed
    Objective minimise = Objective::area;
};

/// A specification in one order of accumulation, with the rows of every distribution, c and length that it
/// was measured on.
struct Designed {
    std::string name;          ///< "fda K=16 F=20"
    std::string worst;         ///< the operands of the largest error, "outliers"; empty if there is one kind
    const Row* row = nullptr;  ///< that of the largest error
    double error = 0;          ///< the largest relative error of the rows
    double bound = 0;          ///< the largest sum of a relative error and its interval
    double least = 0;          ///< the largest difference of a relative error and its interval
    double operand_error = 0;  ///< the largest of the rows; 0 if unknown
    const Row* operands = nullptr;  ///< the row with that error; null if unknown

    /// Area per product or depth. Precondition: the row has a cost.
    [[nodiscard]] double cost(Objective objective) const;
};

/// The designs of the rows, in the order of their first rows. A design with a row that has no relative error
/// is left out. `rows` must outlive them.
[[nodiscard]] std::vector<Designed> designs_of(const std::vector<Row>& rows);

/// Whether the design is accurate enough even at the end of its confidence interval.
[[nodiscard]] inline bool meets(const Designed& design, const Question& question) {
    return design.bound <= question.target;
}

/// Whether the confidence interval contains the target: more samples decide.
[[nodiscard]] inline bool is_undecided(const Designed& design, const Question& question) {
    return !meets(design, question) && design.least <= question.target;
}

/// The designs worth a synthesis: accurate enough, and more accurate, by more than the confidence interval,
/// than the same design with any smaller F that is accurate enough. More bits cost more.
[[nodiscard]] std::vector<Designed> worth_a_synthesis(const std::vector<Designed>& designs,
                                                      const Question& question);

struct Choice {
    std::vector<Designed> ranked;      ///< accurate enough, with a cost: the cheapest first
    std::size_t without_cost = 0;      ///< accurate enough, but without reference RTL or not synthesised
    std::size_t larger = 0;            ///< of these, those not worth a synthesis
    std::vector<Designed> undecided;   ///< those whose interval contains the target, the most accurate first
    std::optional<Designed> accurate;  ///< the design of least error, if there is any
};

/// Of equal cost, the one that is less in the other cost, then the more accurate one, is cheaper.
[[nodiscard]] Choice choose(const std::vector<Designed>& designs, const Question& question);

/// The answer in one sentence.
[[nodiscard]] std::string answer(const Choice& choice, const Question& question);
/// What design number `i` of the ranking costs, and how much more than the chosen one.
[[nodiscard]] std::string runner_up(const Choice& choice, std::size_t i, const Question& question);
/// The numbers of the next three designs of the ranking, and of the first design of each algorithm and
/// instruction that is not among them and the chosen one.
[[nodiscard]] std::vector<std::size_t> runners_up(const Choice& choice);
/// What the errors of the rows were measured on: "Measured on dot products of length 32 (one dot-add), normal
/// operands, c = 0, 10000 samples, seed 1."
[[nodiscard]] std::string conditions(const std::vector<Row>& rows);
/// What the algorithms of the chosen design and of the runners-up do, a sentence each: "fda is fused: ...".
[[nodiscard]] std::vector<std::string> algorithms_in_words(const Choice& choice);
/// A sentence that says how many accurate designs have no cost, and why; empty if all have one.
[[nodiscard]] std::string without_cost_note(const Choice& choice);
/// A sentence that names the undecided designs; empty if there are none.
[[nodiscard]] std::string undecided_note(const Choice& choice);
/// A sentence if rounding the operands alone costs more than the target; empty otherwise.
[[nodiscard]] std::string operand_note(const Choice& choice, const Question& question);

}  // namespace karat::sweep
