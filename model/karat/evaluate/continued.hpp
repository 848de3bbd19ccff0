// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>

#include "karat/evaluate/evaluator.hpp"

namespace karat {

/// Evaluates a recipe on dot-adds from where it differs from another, the base. The bits are those of the
/// whole evaluation. Points to both evaluators.
class Continued {
   public:
    Continued(const Evaluator& base, const Evaluator& other)
        : base_(&base), other_(&other), shared_(other.program().shared_with(base.program())) {}

    /// `prefix`: of this dot-add and this base, or a new one. Used by several recipes one after the other.
    [[nodiscard]] std::uint64_t operator()(const Operands& in, Prefix& prefix) const {
        if (!shared_) return (*other_)(in);
        base_->begin(in, *shared_, prefix);
        return other_->finished(in, prefix);
    }
    /// The number of operations that need not be repeated; nothing if even the products differ.
    [[nodiscard]] const std::optional<std::size_t>& shared() const { return shared_; }

   private:
    const Evaluator* base_;
    const Evaluator* other_;
    std::optional<std::size_t> shared_;
};

}  // namespace karat
