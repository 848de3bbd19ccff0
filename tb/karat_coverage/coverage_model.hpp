// SPDX-License-Identifier: Apache-2.0
// The coverage model of one recipe: its named bins, the reasons why some are unreachable, and which bins a
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
    metadata,
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
inline constexpr std::size_t kBinKinds = 13;

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
/// `fraction`: fraction bits that a value of the format keeps. It determines which value is the largest.
[[nodiscard]] ValueClass value_class(std::uint64_t encoding, const FormatInfo& format, int fraction);

/// The coarser classes of intermediate results: least_normal and largest count as normal.
[[nodiscard]] ValueClass coarse(ValueClass which);

struct Bin {
    BinKind kind = BinKind::operand;
    int site = -1;       ///< index in sites()
    int addend = -1;     ///< index in the site; operand: 0 a, 1 b, 2 c; scale: 0 a, 1 b
    int index = 0;       ///< operand: k; scale: block; metadata: group
    int what = 0;        ///< which bin of its kind; metadata: the element
    std::string name;    ///< "shift/k3/F+1"; the text before the first slash is its group
    std::string reason;  ///< why no operands can reach it; empty if the bin is reachable
};

/// Immutable after construction.
class CoverageModel {
   public:
    /// Without `has_c` the input c is always +0. Throws SpecError if the recipe is invalid.
    explicit CoverageModel(const Recipe& recipe, bool has_c = true);

    [[nodiscard]] const Evaluator& evaluator() const { return *evaluator_; }
    [[nodiscard]] const Program& program() const { return evaluator_->program(); }
    [[nodiscard]] const Bounds& bounds() const { return *bounds_; }
    [[nodiscard]] bool has_c() const { return has_c_; }
    [[nodiscard]] const std::vector<Bin>& bins() const { return bins_; }
    [[nodiscard]] const std::vector<Site>& sites() const { return sites_; }
    [[nodiscard]] bool reachable(std::size_t bin) const { return bins_[bin].reason.empty(); }
    /// Appends the bins that this dot-add hits. Each bin is appended at most once. The bins of operands and
    /// sums are those of the elements of b that the metadata selects.
    void evaluate(const Operands& in, std::vector<std::uint32_t>& hit) const;

   private:
    friend class BinBuilder;
    friend class BinSampler;
    /// Index of the first bin of each set; -1 if there is none.
    struct AddendBins {
        int max = -1, shift = -1, dropped = -1;
    };
    struct SiteBins {
        std::vector<AddendBins> addends;
        int tie = -1, floor = -1, cancel = -1, carry = -1, carry_count = 0, value = -1, residue = -1;
    };

    bool has_c_;
    std::shared_ptr<const Evaluator> evaluator_;  // shared between copies, because the sites point into both
    std::shared_ptr<const Bounds> bounds_;
    std::vector<Site> sites_;
    std::vector<Bin> bins_;
    std::vector<SiteBins> site_bins_;
    int operand_ = 0, scale_ = 0, product_ = 0, special_ = 0, integer_ = 0;
    int metadata_ = 0;  ///< of element 0 of group 0; 16 for each group
};

/// Bins of an integer dot-add: the exact sum at the ends of d's range, and the signs of its addends.
enum class IntegerBin : std::uint8_t {
    above,
    high,
    low,
    below,
    mixed_products,
    c_with_products,
    c_against_products
};

inline constexpr int kScaleClasses = 6;  ///< least, one, largest, nan, zero, ignored_bits

}  // namespace karat
