// SPDX-License-Identifier: Apache-2.0
// Whether differences between two results have structure: whether their size depends on where they are. The
// tests are by ranks, so that a few large differences do not decide, and the unit does not matter.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace karat {

/// Probability that groups of samples differ as much as these or more if all were drawn alike: the test of
/// Kruskal and Wallis (1952) with its correction for ties, by the distribution of chi squared. Groups of
/// fewer than five samples are left out. 1 if fewer than two groups are left, or all samples are equal.
[[nodiscard]] double kruskal_wallis(const std::vector<std::vector<double>>& groups);

/// The same for repeated measurements: rows[i][j] is element i in situation j, and every row has as many. The
/// test of Friedman (1937) with Conover's correction for ties.
[[nodiscard]] double friedman(const std::vector<std::vector<double>>& rows);

/// Probability that of `one + other` throws of a fair coin this or a rarer share shows one side.
[[nodiscard]] double sign_test(std::size_t one, std::size_t other);

/// Differences in one part of the whole: "rows 0..7".
struct Part {
    std::string name;
    std::size_t count = 0;
    double mean = 0;  ///< of the magnitudes
};

/// How the size of differences depends on one thing.
struct Dependence {
    std::string by;    ///< "block of k"
    std::string unit;  ///< of the magnitudes: "ulp"
    double p = 1;      ///< probability of this without structure
    std::vector<Part> parts;

    /// With six such tests of a comparison, one comparison in 1,600 without structure is said to have some.
    static constexpr double kSignificant = 1e-4;
    [[nodiscard]] bool found() const { return p < kSignificant; }
    /// "p = 0.18", "p < 1e-300"
    [[nodiscard]] std::string p_text() const;
};

/// Groups of magnitudes under one name each. `names` and `groups` have the same length.
[[nodiscard]] Dependence dependence(std::string by, std::string unit, const std::vector<std::string>& names,
                                    const std::vector<std::vector<double>>& groups);
/// The same for rows of magnitudes, each with one entry for every name.
[[nodiscard]] Dependence repeated_dependence(std::string by, std::string unit,
                                             const std::vector<std::string>& names,
                                             const std::vector<std::vector<double>>& rows);

}  // namespace karat
