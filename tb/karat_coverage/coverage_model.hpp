// SPDX-License-Identifier: Apache-2.0
// What there is to cover for one recipe: named bins, reasons why some cannot be reached, and which of them a
// dot-add hits.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "karat/evaluate/evaluator.hpp"
#include "karat_coverage/coverage_sites.hpp"

namespace karat {

enum class BinKind : std::uint8_t {
    operand,
    scale,
    product,
    max,
    shift,
    dropped,
    cancel,
    carry,
    step,
    result,
    residue,
    special
};
inline constexpr std::size_t kBinKinds = 12;

/// Classes of an operand or result, in the order of their bins.
inline constexpr std::array<std::string_view, 8> kValueClasses{
    "zero", "minus_zero", "subnormal", "least_normal", "largest", "normal", "infinity", "nan"};
enum class ValueClass : std::uint8_t {
    zero,
    minus_zero,
    subnormal,
    least_normal,
    largest,
    normal,
    infinity,
    nan
};
/// `fraction`: bits that a value of the format keeps, which decides what its largest is.
[[nodiscard]] ValueClass value_class(std::uint64_t encoding, const FormatInfo& format, int fraction);

/// Intermediate results are told apart less finely: least_normal and largest count as normal.
[[nodiscard]] ValueClass coarse(ValueClass which);

struct Bin {
    BinKind kind = BinKind::operand;
    int site = -1;       ///< in sites()
    int addend = -1;     ///< in the site; operand: 0 a, 1 b, 2 c; scale: 0 a, 1 b
    int index = 0;       ///< operand: k; scale: block
    int what = 0;        ///< which of its kind
    std::string name;    ///< "shift/k3/F+1"; its group is what stands before the first slash
    std::string reason;  ///< why no operands reach it; empty: they do
};

/// Immutable after construction.
class CoverageModel {
   public:
    /// Throws SpecError for a recipe that is not possible.
    explicit CoverageModel(const Recipe& recipe);

    [[nodiscard]] const Evaluator& evaluator() const { return *evaluator_; }
    [[nodiscard]] const Program& program() const { return evaluator_->program(); }
    [[nodiscard]] const Bounds& bounds() const { return *bounds_; }
    [[nodiscard]] const std::vector<Bin>& bins() const { return bins_; }
    [[nodiscard]] const std::vector<Site>& sites() const { return sites_; }
    [[nodiscard]] bool reachable(std::size_t bin) const { return bins_[bin].reason.empty(); }
    /// Appends the bins that this dot-add hits, each at most once.
    void evaluate(const Operands& in, std::vector<std::uint32_t>& hit) const;

   private:
    friend class BinBuilder;
    friend class BinSampler;
    /// First bin of each set; -1: none.
    struct AddendBins {
        int max = -1, shift = -1, dropped = -1;
    };
    struct SiteBins {
        std::vector<AddendBins> addends;
        int tie = -1, floor = -1, cancel = -1, carry = -1, carry_count = 0, value = -1, residue = -1;
    };

    std::shared_ptr<const Evaluator> evaluator_;  // shared by copies: the sites refer to both
    std::shared_ptr<const Bounds> bounds_;
    std::vector<Site> sites_;
    std::vector<Bin> bins_;
    std::vector<SiteBins> site_bins_;
    int operand_ = 0, scale_ = 0, product_ = 0, special_ = 0;
};

inline constexpr int kScaleClasses = 6;  ///< least, one, largest, nan, zero, ignored_bits

}  // namespace karat
