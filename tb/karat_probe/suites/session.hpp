// SPDX-License-Identifier: Apache-2.0
// The dot-adds of a suite: makes them from values, asks the target, keeps what was asked.
#pragma once
#include <initializer_list>
#include <map>
#include <optional>
#include <span>

#include "karat_probe/suites/finding.hpp"
#include "karat_probe/suites/settled.hpp"
#include "karat_probe/target/target.hpp"

namespace karat::probe {

/// An addend of a dot-add: a product of position 0..k-1, or c at position k. With `b`, the factors are
/// `value` and `b`.
struct Placed {
    int position = 0;
    double value = 0;
    std::optional<double> b = std::nullopt;
};
using Placement = std::vector<Placed>;

/// A value does not exist in the target's formats. `what()` is a sentence.
class NotExpressible : public Error {
   public:
    using Error::Error;
};

/// The answers fit none of those that a test can use. `what()` is a sentence.
class Inconclusive : public Error {
   public:
    using Error::Error;
};

class Session {
   public:
    explicit Session(Target& target);

    [[nodiscard]] const OperandRules& formats() const { return target_.formats(); }
    [[nodiscard]] int k() const { return formats().k; }
    /// Position of c.
    [[nodiscard]] int c() const { return k(); }
    [[nodiscard]] int positions() const { return k() + 1; }

    /// The dot-add with these addends and zeros elsewhere. Scale factors are 1 unless a block needs others.
    /// Throws NotExpressible.
    [[nodiscard]] VectorRow row(std::span<const Placed> addends);
    /// Whether row() succeeds.
    [[nodiscard]] bool expressible(std::span<const Placed> addends);

    /// Asks one dot-add and adds it to the finding. The answer as a number. Throws NotExpressible.
    double ask(Finding& finding, std::initializer_list<Placed> addends) {
        return ask(finding, std::span<const Placed>(addends.begin(), addends.size()));
    }
    double ask(Finding& finding, std::span<const Placed> addends);
    double ask(Finding& finding, VectorRow row);
    /// Asks many at once; only counts them. Fills in `d` of the rows.
    std::vector<double> ask_all(Finding& finding, std::vector<VectorRow>& rows);

    /// Smallest exponent e such that 2^e is a product of two normal numbers, and the largest.
    [[nodiscard]] int least_product() const { return least_product_; }
    [[nodiscard]] int most_product() const { return most_product_; }
    /// The same with subnormal factors.
    [[nodiscard]] int least_subnormal_product() const { return least_subnormal_product_; }
    /// Exponents that a product, c and d have in common, as powers of two.
    [[nodiscard]] int most_common() const;

    Settled settled;

   private:
    using Pair = std::optional<std::pair<double, double>>;
    [[nodiscard]] const Pair& factors_of(double value);
    [[nodiscard]] bool place_block(VectorRow& row, std::span<const Placed* const> addends, int shift);
    void set_scale(VectorRow& row, std::size_t block, int shift) const;

    Target& target_;
    VectorRow zero_;
    std::map<double, Pair> factors_;
    int least_product_ = 0;
    int most_product_ = 0;
    int least_subnormal_product_ = 0;
};

}  // namespace karat::probe
