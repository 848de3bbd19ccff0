// SPDX-License-Identifier: Apache-2.0
// The steps of shrink(). Internal to shrink.cpp and shrink_values.cpp.
#pragma once
#include <optional>
#include <set>
#include <utility>

#include "karat/evaluate/sparse.hpp"
#include "karat_probe/separate/separate.hpp"
#include "karat_probe/separate/shrink_operand.hpp"
#include "karat_tb/stimulus/operand_formats.hpp"

namespace karat::probe {

/// A row for which `holds` is true. Changes are tried one at a time and kept if it still is.
class RowOnTrial {
   public:
    RowOnTrial(VectorRow row, const OperandRules& rules, const std::function<bool(const VectorRow&)>& holds)
        : row_(std::move(row)), rules_(rules), formats_(rules), holds_(holds) {}

   protected:
    [[nodiscard]] static bool same(const VectorRow& x, const VectorRow& y) {
        return x.a == y.a && x.b == y.b && x.c == y.c && x.scale_a == y.scale_a && x.scale_b == y.scale_b &&
               x.metadata == y.metadata;
    }
    /// Refused candidates are remembered, because `holds` may ask a slow design.
    bool accept(VectorRow candidate) {
        if (same(candidate, row_) || refused_.size() >= kMostRefused) return false;
        std::vector<std::uint64_t> key = all_of(candidate);
        if (refused_.contains(key)) return false;
        if (!holds_(candidate)) {
            refused_.insert(std::move(key));
            return false;
        }
        row_ = std::move(candidate);
        return true;
    }
    [[nodiscard]] static std::vector<std::uint64_t> all_of(const VectorRow& row) {
        std::vector<std::uint64_t> out{row.c};
        for (const auto* part : {&row.a, &row.b, &row.scale_a, &row.scale_b, &row.metadata})
            out.insert(out.end(), part->begin(), part->end());
        return out;
    }

    [[nodiscard]] std::size_t k() const { return static_cast<std::size_t>(rules_.k); }
    /// Where the operand of product i is in b.
    [[nodiscard]] std::size_t b_at(std::size_t i) const {
        return rules_.metadata == Metadata::none ? i : selected_index(rules_.metadata, row_.metadata, i);
    }
    /// Addends with a nonzero operand: products, and k for c.
    [[nodiscard]] std::vector<std::size_t> nonzero() const {
        std::vector<std::size_t> out;
        for (std::size_t i = 0; i < k(); ++i) {
            if (row_.a[i] != 0 || row_.b[b_at(i)] != 0) out.push_back(i);
        }
        if (row_.c != 0) out.push_back(k());
        return out;
    }

    VectorRow row_;
    const OperandRules& rules_;
    tb::OperandFormats formats_;

   private:
    static constexpr std::size_t kMostRefused = 2000;  ///< far more than a large dot-add usually takes

    const std::function<bool(const VectorRow&)>& holds_;
    std::set<std::vector<std::uint64_t>> refused_;
};

/// The steps that make operands simpler without dropping any.
class ValueShrinker : public RowOnTrial {
   public:
    using RowOnTrial::RowOnTrial;

   protected:
    /// Replaces each significand by 1, or by as few of its bits as possible.
    void simplify_significands();
    /// Exchanges each product with the first zero one.
    void move_forward();
    /// Moves the exponent of b, and its sign, into a: b becomes 1 if it is a power of two.
    void gather_products();
    /// Shifts all addends together towards 1, then each operand towards 1 by itself.
    void bring_together();

   private:
    static constexpr std::size_t kPlaces = 3;  ///< places that move_forward tries for each product

    template <class Visit>
    void each_operand(const Visit& visit);
    template <class With, class Operand>
    void clear_bits(const With& with, const Operand& operand, const FormatInfo& format);
    [[nodiscard]] bool finite(std::size_t i) const;
    [[nodiscard]] int exponent_of(std::size_t i) const;
    /// Every addend times 2^by, or nothing if a format cannot represent it.
    [[nodiscard]] std::optional<VectorRow> all_shifted(int by) const;
};

}  // namespace karat::probe
