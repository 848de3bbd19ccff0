// SPDX-License-Identifier: Apache-2.0
// How large the addends of a target can be that every place shows: X and y of the topology.
#pragma once
#include <initializer_list>
#include <optional>
#include <vector>

#include "karat_probe/suites/session.hpp"
#include "karat_probe/target/target.hpp"

namespace karat::probe {

/// The row, or nothing if the formats have no such values.
[[nodiscard]] std::optional<VectorRow> placed_row(Session& session, std::initializer_list<Placed> addends);

/// X, and y of each place: a product, or c, which is the last one.
class Magnitudes {
   public:
    explicit Magnitudes(Target& target);

    /// X as large as possible, but such that every place gives it and two of it cancel; y as small as
    /// possible, but such that every place gives about its value. Where that is close to X, because a few
    /// places have few exponents, each place has its own y. False if all are too close.
    [[nodiscard]] bool find();
    [[nodiscard]] double x() const;
    [[nodiscard]] double y(int place) const { return small_[static_cast<std::size_t>(place)]; }
    /// Numbers of the magnitudes of y, by place, or nothing if there is one.
    [[nodiscard]] std::vector<int> magnitudes() const;
    /// Whether each y is a power of two, which is lost whole or not at all.
    [[nodiscard]] bool are_powers() const;
    [[nodiscard]] int places() const { return places_; }
    [[nodiscard]] Session& session() { return session_; }

   private:
    bool all_have(double y);
    [[nodiscard]] bool find_one_of_each_place(int least_product, int least_c);
    [[nodiscard]] bool find_one_of_each_kind();
    template <class Value>
    [[nodiscard]] std::optional<int> largest(int exponent, const Value& value);
    template <class Value>
    [[nodiscard]] std::optional<int> least(int from, const Value& value, int first, int last);
    [[nodiscard]] std::optional<int> first_wrong(double value, int first, int last);

    Target& target_;
    Session session_;
    int places_, products_;
    int large_ = 0;
    std::vector<double> small_;  ///< y, by place
};

}  // namespace karat::probe
